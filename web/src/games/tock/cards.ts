/** Cards in words. */

import { board as t } from './messages';
import { HIDDEN, type CardText } from './stones';

type Suit = 'C' | 'D' | 'H' | 'S';
const SUITS: readonly string[] = ['C', 'D', 'H', 'S'];

function isSuit(text: string | undefined): text is Suit {
  return text !== undefined && SUITS.includes(text);
}

export function rankName(rank: string): string {
  switch (rank) {
    case 'A':
    case 'J':
    case 'Q':
    case 'K':
    case 'X':
      return t(`rank-${rank}`);
    default:
      return rank === 'T' ? '10' : rank;
  }
}

export function cardName(card: CardText): string {
  if (card === HIDDEN) return t('hidden');
  const [rank = '', suit] = card;
  return isSuit(suit)
    ? t('card-name', { rank: rankName(rank), suit: t(`suit-${suit}`) })
    : rankName(rank);
}

/** A text that begins a line. */
export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
