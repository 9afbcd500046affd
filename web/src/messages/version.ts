import { catalogue } from '../lib/words.svelte';

export const versionWords = catalogue({
  en: {
    'new-version': 'There is a new version of this page. Nothing is lost: load it anew.',
    unreachable: 'This part of the page could not be loaded. Is there a connection?',
    reload: 'Load anew',
  },
  de: {
    'new-version': 'Es gibt eine neue Fassung dieser Seite. Nichts geht verloren: Lade sie neu.',
    unreachable: 'Dieser Teil der Seite ließ sich nicht laden. Gibt es eine Verbindung?',
    reload: 'Neu laden',
  },
  hu: {
    'new-version': 'Az oldalnak új változata van. Semmi sem vész el: töltsd újra.',
    unreachable: 'Az oldalnak ezt a részét nem sikerült betölteni. Van kapcsolat?',
    reload: 'Újratöltés',
  },
});
