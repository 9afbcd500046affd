/** Dice on a table, each with an identity: two that show the same are still two. */

/** Milliseconds at normal pace within which all dice of a roll have come to rest. */
export const LONGEST_ROLL = 810;

export interface TrayDie {
  readonly id: number;
  readonly face: number;
  /** Counts its rolls; a die rolls when this changes. 0 lay there before we looked. */
  readonly thrown: number;
}

/** The faces of a throw in notation: `"63"` is 6 and 3. */
export function facesOf(text: string): number[] {
  return [...text].map(Number);
}

/** Faces in notation, ascending unless the game writes the larger first. */
export function notated(
  faces: readonly number[],
  order: 'ascending' | 'descending' = 'ascending',
): string {
  const sorted = [...faces].sort((one, other) => one - other);
  return (order === 'ascending' ? sorted : sorted.reverse()).join('');
}

/** Dice that are there already. */
export function lying(faces: readonly number[]): TrayDie[] {
  return faces.map((face, id) => ({ id, face, thrown: 0 }));
}

/** The dice after a roll: those kept stay as they are, the others show the new faces. */
export function fallen(
  before: readonly TrayDie[],
  fresh: readonly number[],
  kept: ReadonlySet<number> = new Set(),
): TrayDie[] {
  const stay = before.filter((die) => kept.has(die.id));
  const inHand = before.filter((die) => !kept.has(die.id));
  const used = new Set(before.map((die) => die.id));
  const thrown = fresh.map((face, index) => {
    const die = inHand[index];
    return { id: die?.id ?? unused(used), face, thrown: (die?.thrown ?? 0) + 1 };
  });
  return [...stay, ...thrown].sort((one, other) => one.id - other.id);
}

function unused(ids: Set<number>): number {
  let id = 0;
  while (ids.has(id)) id += 1;
  ids.add(id);
  return id;
}

/** The same choice with one more or one less. */
export function toggled(chosen: ReadonlySet<number>, one: number): ReadonlySet<number> {
  const others = [...chosen].filter((id) => id !== one);
  return new Set(chosen.has(one) ? others : [...others, one]);
}

/** Which dice are meant where only faces are known: those in `liked` first. */
export function chosen(
  dice: readonly TrayDie[],
  faces: readonly number[],
  liked: ReadonlySet<number> = new Set(),
): Set<number> {
  const wanted = [...faces];
  const likedFirst = [...dice].sort((one, other) => +liked.has(other.id) - +liked.has(one.id));
  return new Set(likedFirst.filter((die) => take(wanted, die.face)).map((die) => die.id));
}

function take(faces: number[], face: number): boolean {
  const index = faces.indexOf(face);
  if (index < 0) return false;
  faces.splice(index, 1);
  return true;
}

/** Dice as they lay at another time, shown without a roll in the place of `now`. */
export function relaid(dice: readonly TrayDie[], now: readonly TrayDie[]): TrayDie[] {
  return dice.map((die) => ({
    ...die,
    thrown: now.find(({ id }) => id === die.id)?.thrown ?? 0,
  }));
}
