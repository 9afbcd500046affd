/** The position as text, for planning without looking at the board. All numbers come from the server. */

import { capital, cardName } from './cards';
import { cardHelp } from './cardUses';
import type { Option } from './listing';
import { standing as t } from './messages';
import { teamOf, type CardText, type Place, type Stone } from './stones';
import type { Layout, StoneInReach, Tally, View, WayHome } from './wire';
import type { Speaker } from './wording';

export interface Line {
  text: string;
  /** What belongs to it, such as the moves of a card. */
  parts?: string[];
}

export interface Section {
  title: string;
  lines: Line[];
}

export interface Position {
  view: View;
  tally: Tally;
  layout: Layout;
  stones: readonly Stone[];
  /** The listed moves. */
  options: readonly Option[];
  speaker: Speaker;
}

/** Everything that can be seen on the table, the viewer's own first. */
export function standingOf(position: Position): Section[] {
  const { view, layout, speaker } = position;
  const seats = layout.seat_arms.map((_, n) => ((speaker.seat ?? 0) + n) % view.players);
  const players = seats.map((seat) => playerSection(position, seat));
  const [own = { title: '', lines: [] }, ...others] = players;
  if (speaker.seat === null) return players;
  return [
    own,
    ...cardsSection(position, speaker.seat),
    ...reachSections(position, speaker.seat),
    ...others,
  ];
}

/** A player's stones, the one that is nearest home first. */
function playerSection({ view, tally, layout, stones, speaker }: Position, seat: number): Section {
  const name = nameOf(layout, speaker, seat);
  const own = stones.filter((stone) => stone.seat === seat);
  const ways = own.map((stone, n) => ({ stone, way: tally.ways[seat]?.[n] ?? null }));
  const running = ways.filter(({ stone }) => stone.place !== '-');
  const reserve = own.length - running.length;
  running.sort((one, other) => left(one.way) - left(other.way));
  return {
    title: t('player', {
      name,
      home: tally.home[seat] ?? 0,
      of: layout.stones.length,
      cards: view.hands[seat]?.length ?? 0,
    }),
    lines: [
      ...running.map(({ stone, way }) => ({ text: stoneLine(speaker, stone, way) })),
      ...(reserve ? [{ text: t('reserve', { n: reserve }) }] : []),
    ],
  };
}

function nameOf(layout: Layout, speaker: Speaker, seat: number): string {
  const name = speaker.names[seat] ?? '';
  if (seat === speaker.seat) return t('you');
  const partner = speaker.seat !== null && teamOf(layout, speaker.seat).includes(seat);
  return partner ? t('partner', { name }) : name;
}

/** How far a stone has to go; one in the centre comes last. */
function left(way: WayHome | null): number {
  return way === null ? Number.POSITIVE_INFINITY : (way.home ?? way.gate);
}

function stoneLine(speaker: Speaker, stone: Stone, way: WayHome | null): string {
  const facts = [speaker.whereabouts(stone)];
  if (way && stone.place.startsWith('h')) {
    if (way.home) facts.push(t('way-deeper', { n: way.home }));
  } else if (way) {
    facts.push(t('way', { gate: way.gate }));
    facts.push(way.home === null ? t('way-blocked') : t('way-home', { home: way.home }));
  }
  return capital(facts.join(', '));
}

function reachSections({ tally, layout, stones, speaker }: Position, seat: number): Section[] {
  const side = teamOf(layout, seat);
  const isOurs = ({ stone }: StoneInReach): boolean => side.includes(Number(stone[0]));
  const isOnUs = ({ target }: StoneInReach): boolean => side.includes(Number(target[0]));
  const line = (hit: StoneInReach): Line => ({ text: hitLine(speaker, hit, stones) });
  const section = (key: 'danger' | 'chance', hits: StoneInReach[]): Section => ({
    title: t(key),
    lines: hits.length ? [...hits.map(line), { text: t('if-card') }] : [{ text: t(`${key}-none`) }],
  });
  return [
    section('danger', tally.in_reach.filter(isOnUs)),
    section('chance', tally.in_reach.filter(isOurs)),
  ];
}

function hitLine(speaker: Speaker, hit: StoneInReach, stones: readonly Stone[]): string {
  const said = (id: string): string => {
    const place: Place = stones.find((stone) => stone.id === id)?.place ?? '-';
    return `${speaker.stone(id)} ${speaker.where(place)}`;
  };
  const values = { stone: capital(said(hit.stone)), target: said(hit.target) };
  if (hit.steps === 0) return t('entering', values);
  return t(hit.steps < 0 ? 'behind' : 'ahead', { ...values, n: Math.abs(hit.steps) });
}

/** Each card with what it does and, when it is the viewer's turn, the moves it allows. */
function cardsSection(position: Position, seat: number): Section[] {
  const hand = [...new Set(position.view.hands[seat] ?? [])];
  const lines = hand.map((card) => cardLine(position, card));
  return lines.length ? [{ title: t('cards'), lines }] : [];
}

function cardLine({ view, layout, options, speaker, stones }: Position, card: CardText): Line {
  const help = cardHelp(card, layout, view.options);
  const text = t('card', { card: capital(cardName(card)), help });
  if (view.phase !== 'play' || !options.length) return { text };
  const moves = options.filter((option) => option.card === card);
  if (!moves.length) return { text, parts: [t('card-idle')] };
  const said = moves.map((option) => speaker.goal([option], stones)).filter(Boolean);
  return { text, parts: [...new Set(said)] };
}
