/** The way to a table of this device. The worker beside the page neither gets lost nor falls asleep. */

import type { DeviceSocket } from '../local/client';
import { Refused } from './api';
import { device } from './device.svelte';
import type { SocketHandlers, TableLine } from './socket';

export class DeviceLine implements TableLine {
  private socket: DeviceSocket | undefined;
  /** Counts attempts: whatever an earlier one sends is ignored. */
  private attempt = 0;

  constructor(
    private readonly table: string,
    /** The number of the last event that was seen. */
    private readonly after: () => number,
    private readonly handlers: SocketHandlers,
  ) {
    void this.connect();
  }

  send(text: string): boolean {
    this.socket?.send(text);
    return this.socket !== undefined;
  }

  proven(): void {
    // There is no waiting that could become shorter.
  }

  renew(): void {
    if (!this.socket) void this.connect();
  }

  restart(): void {
    this.drop();
    void this.connect();
  }

  end(): void {
    this.drop();
  }

  private drop(): void {
    this.attempt += 1;
    this.socket?.close();
    this.socket = undefined;
  }

  private async connect(): Promise<void> {
    const attempt = ++this.attempt;
    const ours = (): boolean => attempt === this.attempt;
    try {
      const tables = await device();
      if (!ours()) return;
      this.socket = tables.connect(this.table, this.after(), {
        message: (text) => ours() && this.handlers.received(text),
        closed: (_, reason) => ours() && this.lost(reason),
      });
      this.handlers.opened();
    } catch (error) {
      if (ours()) this.lost(error instanceof Refused ? error.code : 'device-other');
    }
  }

  private lost(reason: string): void {
    this.drop();
    this.handlers.closed();
    this.handlers.refused(reason);
  }
}
