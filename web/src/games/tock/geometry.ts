/**
 * Where everything is on the board, in units of the distance between two fields, seen from the middle.
 *
 * An arm is two columns with a tip between them and the house behind the middle of the tip, which is the gate.
 */

import { percent, SQUARE_ARMS } from './drawing';
import type { Place } from './stones';
import type { AgreedOptions, Layout } from './wire';

export interface Point {
  x: number;
  y: number;
}

/** A field as people find it. */
export interface Landmark {
  kind: 'start' | 'gate' | 'past-start' | 'before-start' | 'before-gate';
  /** Whose start or gate it is. */
  seat: number;
  /** How many fields it is away. */
  n: number;
}

/** A name plate: its edge beside the reserve, from which it grows away. */
export interface Plate extends Point {
  grows: 'up' | 'down';
}

/** Half the width of an arm: the outer columns lie this far from its axis. */
const HALF = 2;
const RIM = 1.15;
/** From a reserve to the plate beside it, and how far the plate is pushed out. */
const PLATE = { across: 1.95, along: 3.2, out: 0.25 };

export class Geometry {
  readonly arms: number;
  /** Fields of an arm. */
  readonly length: number;
  readonly size: number;
  readonly starts: number[];
  readonly gates: number[];
  readonly seats: number[];
  /** The arm of each seat. */
  readonly seated: number[];
  /** From the middle to the tip of an arm. */
  readonly radius: number;
  /** From the middle to the edge of the board. */
  readonly extent: number;
  readonly square: boolean;
  readonly hasCenter: boolean;
  private readonly side: number;
  private readonly mirror: number;

  constructor(
    private readonly layout: Layout,
    direction: AgreedOptions['direction'],
    private readonly bottom: number,
  ) {
    this.arms = layout.arms;
    this.length = layout.arm_length;
    this.size = layout.fields;
    this.seated = layout.seat_arms;
    this.seats = this.seated.map((_, seat) => seat);
    this.starts = layout.starts;
    this.gates = layout.gates;
    this.square = this.arms === SQUARE_ARMS;
    this.side = (this.length - 2 * HALF) / 2;
    this.radius = HALF / Math.tan(Math.PI / this.arms) + this.side;
    this.extent = this.square ? this.radius + RIM : Math.hypot(this.radius, HALF) + 0.85;
    this.hasCenter = layout.center_fields.length > 0;
    this.mirror = direction === 'counterclockwise' ? -1 : 1;
  }

  ring(field: number): number {
    return ((field % this.size) + this.size) % this.size;
  }

  /** A point of an arm: so far out, and so far along the way of play beside its axis. */
  at(arm: number, out: number, along: number): Point {
    const turned = arm - (this.seated[this.bottom] ?? 0);
    const angle = (turned * 2 * Math.PI) / this.arms;
    const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
    return {
      x: this.mirror * (-sin * out - cos * along),
      y: cos * out - sin * along,
    };
  }

  field(field: number): Point {
    const gate = this.gates[0] ?? 0;
    const first = this.seated[0] ?? 0;
    const fromGate = this.ring(field - gate + this.length / 2);
    const arm = first + Math.floor(fromGate / this.length);
    const along = (fromGate % this.length) - this.length / 2;
    const beyond = Math.max(0, Math.abs(along) - HALF);
    return this.at(arm, this.radius - beyond, Math.sign(along) * Math.min(HALF, Math.abs(along)));
  }

  cell(seat: number, cell: number): Point {
    return this.at(this.arm(seat), this.radius - cell, 0);
  }

  /** The hole of a stone outside the track, beside the start. */
  reserve(seat: number, stone: number): Point {
    const beside = HALF + 2.1;
    const out = this.square
      ? this.radius - 0.85
      : Math.sqrt((this.extent - 1.75) ** 2 - beside ** 2);
    const [row, column] = [Math.floor(stone / 2) - 0.5, (stone % 2) - 0.5];
    return this.at(this.arm(seat), out - row * 1.1, beside + column * 1.1);
  }

  /** In the corner of the reserve, where there is room for a name; on the board of four arms only. */
  plate(seat: number): Plate {
    const { x, y } = this.reserve(seat, 0);
    const across = Math.abs(y) > Math.abs(x);
    const edge = across ? this.radius - PLATE.across : HALF + PLATE.along;
    return {
      x: Math.sign(x) * ((this.extent + HALF) / 2 + PLATE.out),
      y: Math.sign(y) * edge,
      grows: y < 0 === across ? 'down' : 'up',
    };
  }

  /** A distance from the middle as a place in percent of the board. */
  part(value: number): string {
    return `${percent((value / this.extent + 1) / 2)}%`;
  }

  /** The fields that lead to the centre. */
  get centerFields(): number[] {
    return this.layout.center_fields;
  }

  /** How many cells a house has. */
  get cells(): number {
    return this.layout.house.length;
  }

  /** The letters of a player's stones. */
  get stones(): string[] {
    return this.layout.stones;
  }

  /** Where a stone of the seat is. */
  spot(stone: string, place: Place): Point {
    const seat = Number(stone[0]);
    if (place === 'c') return { x: 0, y: 0 };
    if (place === '-') return this.reserve(seat, this.layout.stones.indexOf(stone[1] ?? ''));
    if (place.startsWith('h')) return this.cell(seat, Number(place[1]));
    return this.field(Number(place));
  }

  /** The places that a stone of the seat comes through, the first and the last included. */
  way(seat: number, from: Place, to: Place): Place[] {
    if (from === to) return [from];
    if ([from, to].some((place) => place === 'c' || place === '-')) return [from, to];
    if (from.startsWith('h')) return cells(Number(from[1]), Number(to[1]));
    const inside = to.startsWith('h') ? Number(to[1]) : 0;
    const last = inside ? (this.gates[seat] ?? 0) : Number(to);
    const ahead = this.ring(last - Number(from));
    const step = ahead + inside <= this.layout.longest_way ? 1 : -1;
    const fields = step > 0 ? ahead : this.ring(Number(from) - last);
    const track = Array.from({ length: fields + 1 }, (_, number) =>
      String(this.ring(Number(from) + step * number)),
    );
    return [...track, ...cells(1, inside)];
  }

  /** How many steps a way has, backward ones negative; 0 if the stone jumps. */
  steps(way: readonly Place[]): number {
    const [first = '-', second = '-'] = way;
    if ([first, second].some((place) => place === 'c' || place === '-')) return 0;
    const back = this.ring(Number(first) - Number(second)) === 1;
    return back ? 1 - way.length : way.length - 1;
  }

  /** A field by the nearest start or gate: on it, or so many fields before or past it. */
  landmark(field: number): Landmark {
    const all = this.seats.map((seat) => this.nearTo(seat, field));
    return all.reduce((best, one) => (one.n < best.n ? one : best));
  }

  private nearTo(seat: number, field: number): Landmark {
    const [start, gate] = [this.starts[seat] ?? 0, this.gates[seat] ?? 0];
    const past = this.ring(field - start);
    const toStart = this.ring(start - field);
    const toGate = this.ring(gate - field);
    if (past === 0) return { kind: 'start', seat, n: 0 };
    if (past <= toStart) return { kind: 'past-start', seat, n: past };
    if (toStart <= toGate) return { kind: 'before-start', seat, n: toStart };
    return { kind: toGate ? 'before-gate' : 'gate', seat, n: toGate };
  }

  private arm(seat: number): number {
    return this.seated[seat] ?? seat;
  }
}

function cells(from: number, to: number): Place[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, number) => `h${from + number}`);
}
