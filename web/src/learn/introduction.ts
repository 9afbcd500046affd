/** A game in a few minutes: its aim, a turn, what everybody asks, and how it ends, each with a picture. */

import type { Component } from 'svelte';
import type { Documents } from '../games/contract';

/** The table that is explained: the usual one, or the one that is played at. */
export interface Table<Wire extends Documents = Documents> {
  layout: Wire['layout'];
  options: Wire['options'];
  /** The layout with other options, to compare. */
  other: (options: Wire['options']) => Promise<Wire['layout']>;
}

/** A few sentences, the clause that says it exactly, and the name of a picture. */
export interface Passage<Wire extends Documents = Documents> {
  text: (table: Table<Wire>) => string;
  clause: string;
  picture?: string;
}

export interface Question<Wire extends Documents = Documents> extends Passage<Wire> {
  question: (table: Table<Wire>) => string;
}

export interface PictureProps<Wire extends Documents = Documents> extends Table<Wire> {
  /** The name of the picture. */
  shown: string;
  /** Open the rules at a clause; without it clauses are links. */
  onrule?: ((clause: string) => void) | undefined;
}

export interface Introduction<Wire extends Documents = Documents> {
  aim: Passage<Wire>;
  turn: Passage<Wire>[];
  questions: Question<Wire>[];
  end: Passage<Wire>;
  /** Draws all pictures of the game by their names. */
  pictures: Component<PictureProps<Wire>>;
  /** The pictures shown with clauses, by clause. */
  clausePictures: Readonly<Record<string, string>>;
}
