/** Devices in the reader's words. */

import { common as c } from '../messages';
import type * as wire from './wire';

export function deviceName(device: wire.DeviceInfo | null): string {
  return device
    ? c('device', { browser: device.browser, system: device.system })
    : c('device-unknown');
}
