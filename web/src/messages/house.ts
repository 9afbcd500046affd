import { catalogue } from '../lib/words.svelte';

/** About the page itself: settings, being offline, a new version. */
export const houseWords = catalogue({
  en: {
    stammtisch: 'Stammtisch',
    settings: 'Settings',
    menu: 'Pages',
    de: 'Deutsch',
    en: 'English',
    hu: 'Magyar',
    name: 'Your name at tables',
    'sound-help': 'A knock when it is your turn, and the sound of dice.',
    'notify-help': 'When the page is in the background, your device tells you.',
    'notify-denied':
      'Your browser does not allow it. You can change that in its settings for this page.',
    'notify-none': 'This browser knows no notifications.',
    about: 'About',
    'about-text':
      'Stammtisch is where ZOCK, Kniffel, Zock’n’Roll and Tock are played: by every clause of their rules, with dice that anybody can check.',
    version: 'Version {version}',
    privacy: 'No accounts needed, no third-party requests, nothing is tracked.',
    install: 'Put it on your device',
    'install-help':
      'You can put this page on your device like an app: “Add to home screen” in your browser’s menu.',
    api: 'For programmers: the API',
    'offline-title': 'No connection',
    'offline-text':
      'Without a connection nobody can throw. Your games are kept on the server and go on as soon as it can be reached.',
    'offline-again': 'Try again',
    'offline-waiting': 'The page comes back by itself.',
    'broken-title': 'Something went wrong here',
    'broken-text':
      'Nothing is lost: the server keeps the game. Load the page anew, and it goes on.',
    'stale-title': 'The page has been renewed',
    'stale-text':
      'A new version came while this one was open. Load it, and everything goes on where it was.',
    'stale-go': 'Load the new page',
    later: 'Later',
  },
  de: {
    stammtisch: 'Stammtisch',
    settings: 'Einstellungen',
    menu: 'Seiten',
    de: 'Deutsch',
    en: 'English',
    hu: 'Magyar',
    name: 'Dein Name an Tischen',
    'sound-help': 'Ein Klopfen, wenn du dran bist, und das Klappern der Würfel.',
    'notify-help': 'Ist die Seite im Hintergrund, meldet sich dein Gerät.',
    'notify-denied':
      'Dein Browser erlaubt es nicht. Das kannst du in seinen Einstellungen für diese Seite ändern.',
    'notify-none': 'Dieser Browser kennt keine Benachrichtigungen.',
    about: 'Über Stammtisch',
    'about-text':
      'Am Stammtisch werden ZOCK, Kniffel, Zock’n’Roll und Tock gespielt: nach jedem Absatz ihrer Regeln und mit Würfeln, die jeder nachprüfen kann.',
    version: 'Version {version}',
    privacy: 'Kein Konto nötig, keine Anfragen an Dritte, nichts wird verfolgt.',
    install: 'Aufs Gerät legen',
    'install-help':
      'Du kannst die Seite wie eine App aufs Gerät legen: „Zum Startbildschirm hinzufügen“ im Menü des Browsers.',
    api: 'Für Programmierer: die Schnittstelle',
    'offline-title': 'Keine Verbindung',
    'offline-text':
      'Ohne Verbindung kann niemand würfeln. Deine Spiele liegen auf dem Server und gehen weiter, sobald er zu erreichen ist.',
    'offline-again': 'Noch einmal versuchen',
    'offline-waiting': 'Die Seite kommt von selbst wieder.',
    'broken-title': 'Hier ist etwas schiefgegangen',
    'broken-text':
      'Nichts ist verloren: Der Server bewahrt das Spiel. Lade die Seite neu, dann geht es weiter.',
    'stale-title': 'Die Seite wurde erneuert',
    'stale-text':
      'Während diese offen war, kam eine neue Version. Lade sie, und alles geht weiter, wo es war.',
    'stale-go': 'Neue Seite laden',
    later: 'Später',
  },
  hu: {
    stammtisch: 'Stammtisch',
    settings: 'Beállítások',
    menu: 'Oldalak',
    de: 'Deutsch',
    en: 'English',
    hu: 'Magyar',
    name: 'A neved az asztaloknál',
    'sound-help': 'Kopogás, ha te jössz, és a kockák zörgése.',
    'notify-help': 'Ha az oldal a háttérben van, a készüléked szól.',
    'notify-denied':
      'A böngésződ nem engedi. Az oldalhoz tartozó beállításaiban ezt megváltoztathatod.',
    'notify-none': 'Ez a böngésző nem ismer értesítéseket.',
    about: 'A Stammtischről',
    'about-text':
      'A Stammtischnél ZOCK, Kniffel, Zock’n’Roll és Tock folyik: a szabályok minden pontja szerint, olyan kockákkal, amelyeket bárki ellenőrizhet.',
    version: '{version} verzió',
    privacy: 'Nem kell fiók, nincs kérés harmadik félhez, senkit sem követünk.',
    install: 'Kiteszem a készülékre',
    'install-help':
      'Az oldalt alkalmazásként is kiteheted a készülékre: „Hozzáadás a kezdőképernyőhöz” a böngésző menüjében.',
    api: 'Programozóknak: az API',
    'offline-title': 'Nincs kapcsolat',
    'offline-text':
      'Kapcsolat nélkül senki sem tud dobni. A játékaid a szerveren vannak, és folytatódnak, amint újra elérhető.',
    'offline-again': 'Újra próbálom',
    'offline-waiting': 'Az oldal magától visszajön.',
    'broken-title': 'Itt valami félresikerült',
    'broken-text':
      'Semmi sem veszett el: a szerver megőrzi a játékot. Töltsd újra az oldalt, és folytatódik.',
    'stale-title': 'Az oldal megújult',
    'stale-text':
      'Míg ez nyitva volt, új változat érkezett. Töltsd be, és minden onnan folytatódik, ahol tartott.',
    'stale-go': 'Az új oldal betöltése',
    later: 'Később',
  },
});
