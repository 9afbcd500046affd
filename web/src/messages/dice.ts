import { catalogue } from '../lib/words.svelte';

export const diceWords = catalogue({
  en: {
    throw: 'Throw',
    'throw-n': { one: 'Throw {n} die', other: 'Throw {n} dice' },
    die: 'Die {n}: {face}',
    kept: 'kept',
    'what-fell': {
      one: 'What fell? Tap the die.',
      other: 'What fell? Tap the {n} dice.',
    },
    add: 'a {face} fell',
    'take-away': 'take the {face} away again',
    missing: { one: 'one die is missing', other: '{n} dice are missing' },
    'that-fell': 'That fell',
    'by-keys': 'Keys 1 to 6, Backspace, Enter',
  },
  de: {
    throw: 'Würfeln',
    'throw-n': { one: '{n} Würfel werfen', other: '{n} Würfel werfen' },
    die: '{n}. Würfel: {face}',
    kept: 'bleibt',
    'what-fell': {
      one: 'Was ist gefallen? Tippe den Würfel an.',
      other: 'Was ist gefallen? Tippe die {n} Würfel an.',
    },
    add: 'eine {face} ist gefallen',
    'take-away': 'die {face} wieder wegnehmen',
    missing: { one: 'ein Würfel fehlt noch', other: '{n} Würfel fehlen noch' },
    'that-fell': 'Das ist gefallen',
    'by-keys': 'Tasten 1 bis 6, Rücktaste, Eingabe',
  },
  hu: {
    throw: 'Dobok',
    'throw-n': { one: 'Dobás {n} kockával', other: 'Dobás {n} kockával' },
    die: '{n}. kocka: {face}',
    kept: 'marad',
    'what-fell': {
      one: 'Mit dobtál? Koppints a kockára.',
      other: 'Mit dobtál? Koppints be {n} kockát.',
    },
    add: 'egy {face}-s esett',
    'take-away': 'a {face}-s mégsem',
    missing: { one: 'még egy kocka hiányzik', other: 'még {n} kocka hiányzik' },
    'that-fell': 'Ez esett',
    'by-keys': '1–6 billentyű, Backspace, Enter',
  },
});
