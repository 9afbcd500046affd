import { catalogue } from '../lib/words.svelte';

export const rulesWords = catalogue({
  en: {
    title: 'Rules of {game}',
    'about-zock':
      'Two dice, nine flaps each: throw, cover your fields, and be the first to close the whole row. For two.',
    'about-kniffel':
      'Five dice, thirteen boxes, up to three throws a turn: which throw goes where? For one to twelve.',
    'about-zocknroll':
      'Your own dice hide under the cup, the white ones lie open: take your points early, or stay in for more? For three to six, with two boxes up to twelve.',
    'about-tock':
      'Four stones around the board and into the house, driven by cards instead of dice. For two to six, or eight, alone or in teams.',
    read: 'Read the rules',
    learn: 'Learn it by playing',
    'all-games': 'All games',
    search: 'Search the rules',
    found: { one: '{n} clause', other: '{n} clauses' },
    'none-found': 'No clause has all these words. Try fewer, or shorter ones.',
    contents: 'Contents',
    'link-to': 'Link to {clause}',
    'unknown-game': 'There is no such game here.',
    'cannot-load': 'The rules cannot be fetched just now.',
    retry: 'Try again',
  },
  de: {
    title: 'Regeln: {game}',
    'about-zock':
      'Zwei Würfel, für jeden neun Klappen: Würfle, decke deine Felder ab und schließe als Erster die ganze Reihe. Zu zweit.',
    'about-kniffel':
      'Fünf Würfel, dreizehn Felder, bis zu drei Würfe im Zug: Welcher Wurf kommt wohin? Für eine bis zwölf Personen.',
    'about-zocknroll':
      'Deine eigenen Würfel liegen unterm Becher, die weißen offen: Nimmst du früh deine Punkte, oder zockst du weiter? Zu dritt bis sechst, mit zwei Schachteln bis zu zwölft.',
    'about-tock':
      'Mit vier Steinen rund ums Brett und ins Häuschen, mit Karten statt Würfeln. Zu zweit bis sechst oder zu acht, jeder für sich oder im Team.',
    read: 'Regeln lesen',
    learn: 'Spielend lernen',
    'all-games': 'Alle Spiele',
    search: 'In den Regeln suchen',
    found: { one: '{n} Regel', other: '{n} Regeln' },
    'none-found': 'Keine Regel enthält all diese Wörter. Versuch es mit weniger oder kürzeren.',
    contents: 'Inhalt',
    'link-to': 'Link zu {clause}',
    'unknown-game': 'So ein Spiel gibt es hier nicht.',
    'cannot-load': 'Die Regeln lassen sich gerade nicht holen.',
    retry: 'Noch einmal versuchen',
  },
  hu: {
    title: 'Szabályok: {game}',
    'about-zock':
      'Két kocka, fejenként kilenc fedőlap: dobj, fedd le a mezőidet, és csukd le elsőként az egész sort. Két játékosnak.',
    'about-kniffel':
      'Öt kocka, tizenhárom rubrika, körönként legfeljebb három dobás: melyik dobás hová kerüljön? Egy–tizenkét játékosnak.',
    'about-zocknroll':
      'A saját kockáid a pohár alatt, a fehérek nyíltan: elviszed korán a pontjaidat, vagy bent maradsz? Három–hat játékosnak, két dobozzal tizenkettőig.',
    'about-tock':
      'Négy bábuval körbe a táblán, be a házikóba, kocka helyett kártyával. Két–hat vagy nyolc játékosnak, egyénileg vagy csapatban.',
    read: 'A szabályok',
    learn: 'Tanulj játszva',
    'all-games': 'Minden játék',
    search: 'Keresés a szabályokban',
    found: { one: '{n} szabály', other: '{n} szabály' },
    'none-found':
      'Nincs olyan szabály, amelyben mindezek a szavak szerepelnek. Próbáld kevesebb vagy rövidebb szóval.',
    contents: 'Tartalom',
    'link-to': 'Hivatkozás: {clause}',
    'unknown-game': 'Ilyen játék itt nincs.',
    'cannot-load': 'A szabályokat most nem lehet betölteni.',
    retry: 'Újra',
  },
});
