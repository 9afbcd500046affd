/** Soft sounds of a table, synthesized here: wood, dice, cards, pencil. */

import { prefs } from './prefs.svelte';
import type * as wire from './wire';

export type Sound = 'turn' | 'dice' | 'card' | 'wood' | 'pencil' | 'hit' | 'won' | 'hurry' | 'word';

/** Events of every game that have a sound; a game adds its own. */
const SHARED: Readonly<Record<string, Sound>> = { threw: 'dice', won: 'won' };
const LOUDNESS = 0.35;
const AT_ONCE = 3;
const APART = 0.16;
const QUIET = 1000;
/** Longer than all sounds that may be played at once. */
const HEARD = 2000;

let context: AudioContext | undefined;
let rest: ReturnType<typeof setTimeout> | undefined;

/**
 * Browsers play sounds only after the reader has touched the page. A context that is silent keeps the processor
 * busy all the same, so it is suspended until the next sound.
 */
function awake(): AudioContext | undefined {
  if (!prefs.sound || navigator.userActivation?.hasBeenActive === false) return undefined;
  const audio = (context ??= new AudioContext());
  void audio.resume();
  clearTimeout(rest);
  rest = setTimeout(() => void audio.suspend(), HEARD);
  return audio;
}

/** After the next frame: the very first sound takes the browser longer than a frame to prepare. */
export function play(sound: Sound, delay = 0): void {
  requestAnimationFrame(() =>
    setTimeout(() => {
      const audio = awake();
      if (audio) MAKERS[sound](audio, audio.currentTime + 0.01 + delay);
    }),
  );
}

/** Plays the sounds of what is shown. */
export class EventSounds {
  private lastMessage = Date.now();

  /** `ofGame` gives the sounds that the game at the table adds. */
  constructor(private readonly ofGame: () => Readonly<Record<string, Sound>>) {}

  /** These steps are being shown. */
  shown(steps: readonly wire.StepInfo[]): void {
    if (document.hidden) return;
    const ofEvent = { ...SHARED, ...this.ofGame() };
    const events = steps.flatMap((step) => step.events);
    const sounds = events.flatMap((event) => ofEvent[event.event] ?? []);
    [...new Set(sounds)].slice(0, AT_ONCE).forEach((sound, index) => play(sound, index * APART));
  }

  receive(update: wire.AnyUpdate): void {
    if (update.type === 'talk') this.hearMessage();
  }

  /** Messages from before we came arrive all at once and make one sound. */
  private hearMessage(): void {
    if (Date.now() - this.lastMessage > QUIET) play('word');
    this.lastMessage = Date.now();
  }
}

type Maker = (audio: AudioContext, at: number) => void;

/** A loudness that rises at once and fades. */
function fading(audio: AudioContext, at: number, loud: number, seconds: number): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(loud * LOUDNESS, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  gain.connect(audio.destination);
  return gain;
}

function tone(
  audio: AudioContext,
  at: number,
  shape: { from: number; to: number; seconds: number; loud: number; type?: OscillatorType },
): void {
  const source = audio.createOscillator();
  source.type = shape.type ?? 'sine';
  source.frequency.setValueAtTime(shape.from, at);
  source.frequency.exponentialRampToValueAtTime(shape.to, at + shape.seconds);
  source.connect(fading(audio, at, shape.loud, shape.seconds));
  source.start(at);
  source.stop(at + shape.seconds);
}

function rustle(
  audio: AudioContext,
  at: number,
  shape: { pitch: number; width: number; seconds: number; loud: number },
): void {
  const length = Math.ceil(audio.sampleRate * shape.seconds);
  const buffer = audio.createBuffer(1, length, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < length; index++) samples[index] = Math.random() * 2 - 1;
  const source = new AudioBufferSourceNode(audio, { buffer });
  const filter = new BiquadFilterNode(audio, {
    type: 'bandpass',
    frequency: shape.pitch,
    Q: shape.width,
  });
  source.connect(filter).connect(fading(audio, at, shape.loud, shape.seconds));
  source.start(at);
}

const knock: Maker = (audio, at) => {
  tone(audio, at, { from: 210, to: 110, seconds: 0.11, loud: 0.9 });
  rustle(audio, at, { pitch: 900, width: 1.5, seconds: 0.03, loud: 0.5 });
};

const MAKERS: Readonly<Record<Sound, Maker>> = {
  wood: knock,
  turn: (audio, at) => {
    knock(audio, at);
    knock(audio, at + 0.17);
  },
  dice: (audio, at) => {
    for (let clack = 0; clack < 7; clack++) {
      const when = at + clack * 0.055 + Math.random() * 0.03;
      const pitch = 1800 + Math.random() * 1800;
      rustle(audio, when, { pitch, width: 3, seconds: 0.035, loud: 0.9 - clack * 0.08 });
    }
  },
  card: (audio, at) => rustle(audio, at, { pitch: 4200, width: 0.7, seconds: 0.09, loud: 0.35 }),
  pencil: (audio, at) => {
    rustle(audio, at, { pitch: 3000, width: 2, seconds: 0.12, loud: 0.3 });
    rustle(audio, at + 0.13, { pitch: 2600, width: 2, seconds: 0.15, loud: 0.3 });
  },
  hit: (audio, at) => {
    tone(audio, at, { from: 140, to: 55, seconds: 0.22, loud: 1 });
    rustle(audio, at, { pitch: 500, width: 1, seconds: 0.05, loud: 0.6 });
  },
  won: (audio, at) => {
    [392, 494, 587].forEach((pitch, index) =>
      tone(audio, at + index * 0.13, {
        from: pitch,
        to: pitch,
        seconds: 0.5,
        loud: 0.4,
        type: 'triangle',
      }),
    );
  },
  hurry: (audio, at) => rustle(audio, at, { pitch: 2200, width: 8, seconds: 0.03, loud: 0.7 }),
  word: (audio, at) => tone(audio, at, { from: 520, to: 640, seconds: 0.09, loud: 0.2 }),
};
