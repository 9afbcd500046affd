import { catalogue } from '../lib/words.svelte';

/** Why a table cannot be reached, and what helps. */
export const troubleWords = catalogue({
  en: {
    why: 'Why? Read {clause}',

    'lost-unknown-table':
      'There is no such table. The link may be incomplete, or the table is gone.',
    'lost-not-seated': 'This device no longer has a seat here.',
    'lost-not-allowed': 'Every seat at this table is taken, and nobody looks on here.',
    'lost-other-version':
      'This table was begun with another version of the rules and cannot go on.',
    'lost-too-many': 'Too many connections from here. Close some other windows.',
    'lost-other': 'The table cannot be reached.',
    'try-again': 'Try again',
    'new-table': 'Open a table of my own',
    'enter-code': 'Enter a code',
  },
  de: {
    why: 'Warum? {clause} lesen',

    'lost-unknown-table':
      'Diesen Tisch gibt es nicht. Vielleicht ist der Link unvollständig, oder der Tisch ist weg.',
    'lost-not-seated': 'Dieses Gerät hat hier keinen Platz mehr.',
    'lost-not-allowed':
      'An diesem Tisch sind alle Plätze besetzt, und zuschauen kann man hier nicht.',
    'lost-other-version':
      'Dieser Tisch wurde mit einer anderen Fassung der Regeln begonnen und kann nicht weitergehen.',
    'lost-too-many': 'Zu viele Verbindungen von hier. Schließe einige andere Fenster.',
    'lost-other': 'Der Tisch ist nicht erreichbar.',
    'try-again': 'Noch einmal versuchen',
    'new-table': 'Einen eigenen Tisch aufmachen',
    'enter-code': 'Einen Code eingeben',
  },
  hu: {
    why: 'Miért? {clause} elolvasása',

    'lost-unknown-table': 'Nincs ilyen asztal. Talán hiányos a link, vagy az asztal már nincs meg.',
    'lost-not-seated': 'Ennek az eszköznek már nincs itt helye.',
    'lost-not-allowed': 'Ennél az asztalnál minden hely foglalt, és nézni sem lehet.',
    'lost-other-version':
      'Ezt az asztalt a szabályok egy másik változatával kezdték, ezért nem folytatható.',
    'lost-too-many': 'Túl sok kapcsolat innen. Zárj be néhány másik ablakot.',
    'lost-other': 'Az asztal nem érhető el.',
    'try-again': 'Újra',
    'new-table': 'Saját asztalt nyitok',
    'enter-code': 'Kód megadása',
  },
});
