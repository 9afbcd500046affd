/** Moves of Tock in words, from their notation. */

import { cards } from '../../messages';
import type { Scene } from '../contract';
import { moves as t } from './messages';
import { stonesOf } from './stones';
import { narratorOf, type Narrator } from './sentences';
import type { Wire } from './wire';

const SUITS: Record<string, string> = { C: '♣', D: '♦', H: '♥', S: '♠' };

/** Where the position is known, stones and places are named as people see them on the board. */
export function moveInWords(move: string, names: readonly string[], scene?: Scene<Wire>): string {
  const said = scene ? seen(move, names, scene) : undefined;
  return said ?? inNotation(move, names);
}

function seen(move: string, names: readonly string[], scene: Scene<Wire>): string | undefined {
  const way = move.split(' ').find((part) => part.includes('>'));
  if (!way) return undefined;
  const said = wayOnBoard(way, narratorOf({ ...scene, names }), scene);
  return way === move
    ? said
    : t('card-and-way', { card: cardName(move.split(' ')[0] ?? ''), way: said });
}

function wayOnBoard(way: string, narrator: Narrator, { view, layout, seat }: Scene<Wire>): string {
  if (way.includes('<>')) return narrator.path('swapped', seat, way);
  const [id = '', goal = ''] = way.split('>');
  const from = stonesOf(view, layout).find((stone) => stone.id === id)?.place ?? '-';
  return narrator.path('moved', seat, `${id} ${from}>${goal}`);
}

function inNotation(move: string, names: readonly string[]): string {
  if (move === 'fold' || move === 'end') return t(move);
  const parts = move.split(' ');
  const [first = '', second = '', third = ''] = parts;
  if (first === 'give') return t('give', { card: cardName(second) });
  if (first === 'center')
    return t('center', { card: cardName(second), stone: stoneName(third, names) });
  if (second === 'in') return t('enter', { card: cardName(first) });
  if (second === 'draw')
    return t('draw', { card: cardName(first), name: names[Number(third)] ?? third });
  const said = way(parts.length === 1 ? first : second, names);
  return parts.length === 1 ? said : t('card-and-way', { card: cardName(first), way: said });
}

function way(text: string, names: readonly string[]): string {
  const [stone = '', other] = text.split('<>');
  if (other) return t('swap', { stone: stoneName(stone, names), other: stoneName(other, names) });
  const [from = '', place = ''] = text.split('>');
  return t('go', { stone: stoneName(from, names), place: placeName(place) });
}

/** `TS` as 10♠, `X=5` as a joker that stands for a 5. */
function cardName(card: string): string {
  const [face = '', stands] = card.split('=');
  if (face === 'X') return stands ? t('joker-as', { rank: rankName(stands) }) : t('joker');
  return rankName(face[0] ?? '') + (SUITS[face[1] ?? ''] ?? '');
}

function rankName(rank: string): string {
  if (rank === 'A' || rank === 'J' || rank === 'Q' || rank === 'K') return cards(rank);
  return rank === 'T' ? '10' : rank;
}

function stoneName(stone: string, names: readonly string[]): string {
  return t('stone', { name: names[Number(stone[0])] ?? '', letter: stone[1] ?? '' });
}

function placeName(place: string): string {
  if (place === 'c') return t('place-center');
  return place.startsWith('h') ? t('place-house', { n: place.slice(1) }) : t('place', { n: place });
}
