/** Fields are small on a phone: a tap means the nearest thing that can be chosen. */

import type { Geometry, Point } from './geometry';

export interface Candidate {
  /** A goal, a stone that can be chosen, or one whose last move can be shown. */
  kind: 'stone' | 'goal' | 'trace';
  id: string;
  point: Point;
}

/** From here on a tap means nothing, in distances between fields. */
const REACH = 1.5;
/** How much nearer a thing has to be than another of a kind that comes before it. */
const AFTER: Record<Candidate['kind'], number> = { goal: 0, stone: 0.01, trace: 0.75 };

/** Where a goal is: a field, the centre, or a cell such as `0h3`. */
export function spotOf(board: Geometry, target: string): Point {
  return target[1] === 'h'
    ? board.cell(Number(target[0]), Number(target[2]))
    : board.spot('0a', target);
}

/** Listens on the board; goals come before stones where both lie on one field. */
export function nearest(
  board: () => Geometry,
  candidates: () => Candidate[],
  onpick: (candidate: Candidate, event: Event) => void,
  onlook: (candidate: Candidate | null) => void,
  onmiss: () => void,
) {
  return (element: HTMLElement) => {
    function at(event: MouseEvent): Candidate | null {
      const box = element.getBoundingClientRect();
      const { extent } = board();
      const x = ((event.clientX - box.left) / box.width) * 2 * extent - extent;
      const y = ((event.clientY - box.top) / box.height) * 2 * extent - extent;
      let best: Candidate | null = null;
      let least = REACH;
      for (const one of candidates()) {
        const far = Math.hypot(one.point.x - x, one.point.y - y) + AFTER[one.kind];
        if (far < least) [best, least] = [one, far];
      }
      return best;
    }
    function click(event: MouseEvent): void {
      // Keyboards and screen readers hit the element itself.
      if (event.detail === 0) return;
      const found = at(event);
      if (!found) return onmiss();
      event.stopPropagation();
      onpick(found, event);
    }
    function move(event: PointerEvent): void {
      const found = event.pointerType === 'mouse' ? at(event) : null;
      element.classList.toggle('pointing', found !== null);
      onlook(found);
    }
    const leave = (): void => onlook(null);
    element.addEventListener('click', click, { capture: true });
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerleave', leave);
    return () => {
      element.removeEventListener('click', click, { capture: true });
      element.removeEventListener('pointermove', move);
      element.removeEventListener('pointerleave', leave);
    };
  };
}
