import type * as wire from '../../lib/wire';
import type { Told } from '../contract';
import { Geometry } from './geometry';
import { Speaker } from './wording';
import type { Layout, Wire } from './wire';

const boards = new WeakMap<Layout, Geometry>();

/** A step of Tock in one line. */
export function tell(step: wire.StepInfo, { names, you, layout }: Told<Wire>): string {
  const board = boards.get(layout) ?? new Geometry(layout, 'clockwise', 0);
  boards.set(layout, board);
  return new Speaker(names, you, board, false).told(step);
}
