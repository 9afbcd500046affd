import { catalogue } from '../lib/words.svelte';

/** What went wrong, by the server's stable codes; `other` tells the server's own sentence. */
export const refusalWords = catalogue({
  en: {
    offline: 'The server cannot be reached. Nothing is lost: try again in a moment.',
    halted: 'The server takes a breath. Nothing is lost: try again in a moment.',
    internal: 'The server made a mistake. Try again in a moment.',
    'too-many': 'That was a bit much from your address.',
    'too-many-wait': {
      one: 'That was a bit much from your address. Try again in {n} second.',
      other: 'That was a bit much from your address. Try again in {n} seconds.',
    },
    'bad-options': 'These options do not go together:',
    'unknown-game': 'There is no such game here.',
    'unknown-table': 'No table has this code. Check the spelling, or ask for the link.',
    'bad-name': 'A name has 1 to 30 letters, digits or signs.',
    'name-taken': 'Somebody else has this name already. Take another one.',
    'bad-password': 'This is neither the password nor the recovery code.',
    'bad-new-password': 'A password has 8 to 200 characters.',
    'not-signed-in': 'You are not signed in any more. Sign in again.',
    'real-dice':
      'Hidden dice or cards cannot be typed in elsewhere: everybody has to sit at this device.',
    rated: 'A rated table is public, with our dice and without hints.',
    players: 'This game is not for that many.',
    other: 'That cannot be done: {message}',
    'try-again': 'Try again',
  },
  de: {
    offline:
      'Der Server ist nicht zu erreichen. Nichts ist verloren: Versuch es gleich noch einmal.',
    halted: 'Der Server holt kurz Luft. Nichts ist verloren: Versuch es gleich noch einmal.',
    internal: 'Der Server hat einen Fehler gemacht. Versuch es gleich noch einmal.',
    'too-many': 'Das war etwas viel auf einmal von deiner Adresse.',
    'too-many-wait': {
      one: 'Das war etwas viel auf einmal von deiner Adresse. Versuch es in {n} Sekunde wieder.',
      other: 'Das war etwas viel auf einmal von deiner Adresse. Versuch es in {n} Sekunden wieder.',
    },
    'bad-options': 'Diese Optionen passen nicht zusammen:',
    'unknown-game': 'Dieses Spiel gibt es hier nicht.',
    'unknown-table': 'Kein Tisch hat diesen Code. Prüf die Schreibweise oder frag nach dem Link.',
    'bad-name': 'Ein Name hat 1 bis 30 Buchstaben, Ziffern oder Zeichen.',
    'name-taken': 'Diesen Namen hat schon jemand anders. Nimm einen anderen.',
    'bad-password': 'Das ist weder das Passwort noch der Wiederherstellungscode.',
    'bad-new-password': 'Ein Passwort hat 8 bis 200 Zeichen.',
    'not-signed-in': 'Du bist nicht mehr angemeldet. Melde dich neu an.',
    'real-dice':
      'Verdeckte Würfel oder Karten lassen sich nicht anderswo eintippen: Alle müssen an diesem Gerät sitzen.',
    rated: 'Ein gewerteter Tisch ist öffentlich, mit unseren Würfeln und ohne Tipps.',
    players: 'Für so viele ist dieses Spiel nicht gedacht.',
    other: 'Das geht nicht: {message}',
    'try-again': 'Noch einmal versuchen',
  },
  hu: {
    offline: 'A szerver nem érhető el. Semmi sem veszett el: próbáld újra egy pillanat múlva.',
    halted: 'A szerver levegőt vesz. Semmi sem veszett el: próbáld újra egy pillanat múlva.',
    internal: 'A szerver hibázott. Próbáld újra egy pillanat múlva.',
    'too-many': 'Ez egy kicsit sok volt egyszerre a címedről.',
    'too-many-wait': {
      one: 'Ez egy kicsit sok volt egyszerre a címedről. Próbáld újra {n} másodperc múlva.',
      other: 'Ez egy kicsit sok volt egyszerre a címedről. Próbáld újra {n} másodperc múlva.',
    },
    'bad-options': 'Ezek a beállítások nem illenek össze:',
    'unknown-game': 'Ilyen játék itt nincs.',
    'unknown-table': 'Nincs asztal ezzel a kóddal. Nézd meg a betűket, vagy kérd el a linket.',
    'bad-name': 'Egy név 1–30 betű, számjegy vagy jel.',
    'name-taken': 'Ez a név már foglalt. Válassz másikat.',
    'bad-password': 'Ez sem a jelszó, sem a helyreállító kód.',
    'bad-new-password': 'Egy jelszó 8–200 karakter.',
    'not-signed-in': 'Már nem vagy bejelentkezve. Jelentkezz be újra.',
    'real-dice':
      'A rejtett kockák és lapok máshol nem üthetők be: mindenkinek ennél a készüléknél kell ülnie.',
    rated: 'Az értékelt asztal nyilvános, a mi kockáinkkal és tippek nélkül.',
    players: 'Ez a játék nem ennyi játékosnak való.',
    other: 'Ez nem megy: {message}',
    'try-again': 'Újra próbálom',
  },
});
