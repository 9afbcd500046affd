/** A first game of Tock, in two teams: that is how it is usually played. */

import { either, list, number } from '../../lib/messages.svelte';
import type * as wire from '../../lib/wire';
import { guidedGame, own, type Scene } from '../../learn/lessons';
import { guide as t } from './messages';
import { teamOf } from './stones';
import type { Layout, Wire } from './wire';
import { rankName } from './cards';

type Key = Parameters<typeof t>[0];

function facts({ ranks, cards_by_round, seven_steps: seven }: Layout) {
  const entering = ranks.filter(({ actions }) => actions.includes('enter'));
  return {
    seven,
    cards: list(cards_by_round.map((cards) => number(cards))),
    entering: either(entering.map(({ rank }) => rankName(rank))),
  };
}

function played(event: wire.EventInfo, card: string): boolean {
  return event.event === 'played' && (event.detail ?? '').startsWith(card);
}

function moved(event: wire.EventInfo, place: string): boolean {
  return event.event === 'moved' && (event.detail ?? '').includes(`>${place}`);
}

/** It is the learner's partner, not the learner. */
function isPartner(seat: number | null, scene: Scene<Wire>): boolean {
  return seat !== null && seat !== scene.seat && teamOf(scene.layout, scene.seat).includes(seat);
}

function ofPartner(event: wire.EventInfo, scene: Scene<Wire>): boolean {
  return isPartner(event.seat, scene);
}

function ofOpponent(event: wire.EventInfo, scene: Scene<Wire>): boolean {
  return event.seat !== null && !teamOf(scene.layout, scene.seat).includes(event.seat);
}

/** The learner's own stones are home: they play their partner's. */
function playsPartners({ tally, seat }: Scene<Wire>): boolean {
  return tally.plays[seat] !== seat;
}

function canEnter({ moves }: Scene<Wire>): boolean {
  return moves.some((move) => move.endsWith(' in'));
}

export default guidedGame<Wire, Key>({
  players: 4,
  t,
  facts,
  situations: [
    { say: 'over', clause: 'T27', when: ({ view }) => view.phase === 'over' },
    { say: 'give', clause: 'T10', when: ({ view, acting }) => view.phase === 'give' && acting },
    { say: 'given', clause: 'T10', when: ({ view }) => view.phase === 'give' },
    { say: 'fold', clause: 'T12', when: ({ moves }) => moves.join() === 'fold' },
    {
      say: 'seven',
      clause: 'T20',
      when: ({ view, moves }) => view.phase === 'seven' && moves.length > 0,
    },
    {
      say: 'enter-partner',
      clause: 'T14',
      when: (scene) => canEnter(scene) && playsPartners(scene),
    },
    { say: 'enter', clause: 'T17', when: canEnter },
    {
      say: 'partners-stones',
      clause: 'T14',
      when: (scene) => scene.moves.length > 0 && playsPartners(scene),
    },
    { say: 'play', clause: 'T13', when: ({ moves }) => moves.length > 0 },
    { say: 'deal-own', clause: 'T8', when: ({ view, acting }) => view.phase === 'deal' && acting },
    { say: 'deal', clause: 'T8', when: ({ view }) => view.phase === 'deal' },
    { say: 'partner-turn', clause: 'T2', when: (scene) => isPartner(scene.view.turn, scene) },
    { say: 'other', clause: 'T11', when: () => true },
  ],
  discoveries: [
    { say: 'dealt', clause: 'T13', when: (event) => event.event === 'dealt' },
    {
      say: 'received',
      clause: 'T10',
      when: (event, scene) => event.event === 'received' && own(event, scene),
    },
    {
      say: 'entered',
      clause: 'T18',
      when: (event, scene) => event.event === 'entered' && own(event, scene),
    },
    {
      say: 'partner-entered',
      clause: 'T14',
      when: (event, scene) => event.event === 'entered' && ofPartner(event, scene),
    },
    {
      say: 'moved',
      clause: 'T15',
      when: (event, scene) => event.event === 'moved' && own(event, scene),
    },
    { say: 'seven-played', clause: 'T21', when: (event) => played(event, '7') },
    { say: 'joker', clause: 'T13', when: (event) => played(event, 'X') },
    { say: 'swapped', clause: 'T24', when: (event) => event.event === 'swapped' },
    {
      say: 'was-hit',
      clause: 'T16',
      when: (event, scene) => event.event === 'hit' && own(event, scene),
    },
    {
      say: 'partner-was-hit',
      clause: 'T16',
      when: (event, scene) => event.event === 'hit' && ofPartner(event, scene),
    },
    {
      say: 'hit',
      clause: 'T16',
      when: (event, scene) => event.event === 'hit' && ofOpponent(event, scene),
    },
    { say: 'house', clause: 'T15', when: (event) => moved(event, 'h') },
    {
      say: 'folded',
      clause: 'T12',
      when: (event, scene) => event.event === 'folded' && own(event, scene),
    },
    {
      say: 'partner-folded',
      clause: 'T12',
      when: (event, scene) => event.event === 'folded' && ofPartner(event, scene),
    },
    {
      say: 'other-folded',
      clause: 'T12',
      when: (event, scene) => event.event === 'folded' && ofOpponent(event, scene),
    },
    {
      say: 'last-stone',
      clause: 'T14',
      when: (event, { tally, layout, seat }) =>
        event.event === 'moved' && tally.home[seat] === layout.stones.length - 1,
    },
  ],
});
