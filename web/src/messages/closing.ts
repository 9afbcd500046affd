import { catalogue } from '../lib/words.svelte';

export const closingWords = catalogue({
  en: {
    close: 'Close the table',
    sure: 'Close the table for good? Nobody can sit down or play here any more; finished games stay.',
    yes: 'Yes, close it',
    'by-host': 'Whoever opened it has closed it.',
  },
  de: {
    close: 'Den Tisch schließen',
    sure: 'Den Tisch für immer schließen? Dann kann sich niemand mehr hersetzen oder hier spielen; beendete Spiele bleiben.',
    yes: 'Ja, schließen',
    'by-host': 'Wer ihn aufgemacht hat, hat ihn geschlossen.',
  },
  hu: {
    close: 'Az asztal bezárása',
    sure: 'Végleg bezárod az asztalt? Utána senki sem ülhet le és játszhat itt; a befejezett játékok megmaradnak.',
    yes: 'Igen, bezárom',
    'by-host': 'Az zárta be, aki megnyitotta.',
  },
});
