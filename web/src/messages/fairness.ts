import { catalogue } from '../lib/words.svelte';

/** Whether chance was fair; what is made of dice or of cards says so. */
export const fairWords = catalogue({
  en: {
    'fairness-dice': 'Were the dice fair?',
    'fairness-cards': 'Was the shuffling fair?',
    'about-dice':
      'Before the first throw the server promised a secret and every device added a seed of its own. From these follows every throw, and your browser can check them all by itself.',
    'about-cards':
      'Before the first deal the server promised a secret and every device added a seed of its own. From these follows every deal and every card drawn, and your browser can check them all by itself.',
    'check-dice': 'Check every throw',
    'check-cards': 'Check every deal',
    'checking-dice': 'Your browser derives every throw …',
    'checking-cards': 'Your browser derives every deal …',
    'all-right-dice': { one: 'The one throw is right.', other: 'All {n} throws are right.' },
    'all-right-cards': {
      one: 'The cards are right, the one time they fell.',
      other: 'The cards are right all {n} times.',
    },
    'some-wrong-dice': {
      one: '{n} of {of} throws is wrong.',
      other: '{n} of {of} throws are wrong.',
    },
    'some-wrong-cards': {
      one: 'The cards are wrong {n} time of {of}.',
      other: 'The cards are wrong {n} times of {of}.',
    },
    'promise-kept-dice': 'The secret is the one that was promised before the first throw.',
    'promise-kept-cards': 'The secret is the one that was promised before the first deal.',
    'promise-broken': 'The secret is not the one that was promised.',
    'seed-kept':
      'The seed of this device is in it, and the promise is the one this device was shown.',
    'seed-changed': 'The promise or the seed is not what this device remembers.',
    'seed-unknown':
      'This device does not remember the promise: it was not at the table, or has forgotten it.',
    'real-dice': 'The dice were real and thrown by hand. They prove themselves.',
    'real-cards': 'The cards were real and dealt by hand. They prove themselves.',
    'no-secret': 'The secret is missing in this record, so nobody can check.',
    'no-seeds-dice':
      'No player added a seed: whoever chose the secret could have looked at the throws beforehand.',
    'no-seeds-cards':
      'No player added a seed: whoever chose the secret could have looked at the cards beforehand.',
    'cannot-check':
      'This browser does such sums only on secure pages (https). Download the record and check it with “stammtisch verify”.',
    'all-dice': 'Show every throw',
    'all-cards': 'Show every deal',
    entry: 'Entry',
    'fell-dice': 'Fell',
    'fell-cards': 'Cards',
    derived: 'Derived',
    numbers: 'Numbers',
    verdict: 'Right?',
    yes: 'right',
    no: 'wrong',
    'proves-title': 'What does that prove?',
    'proves-dice':
      'Nobody chose these throws: the server had promised its secret before it knew the seeds, and nobody who added a seed knew the secret. No throw was thrown again.',
    'proves-cards':
      'Nobody chose these cards: the server had promised its secret before it knew the seeds, and nobody who added a seed knew the secret. No deal was made again.',
    'proves-not-dice':
      'It does not prove that the server kept the secret to itself: one that shares it with a player knows the throws to come, and could add the last seed with an eye on them. Where only bots play against you, that cannot be, for bots add nothing.',
    'proves-not-cards':
      'It does not prove that the server kept the secret to itself: one that shares it with a player knows the cards to come, and could add the last seed with an eye on them. Where only bots play against you, that cannot be, for bots add nothing.',
    'proves-deals':
      'Of deals and cups your browser checks the numbers; which card a number means it takes from the server’s rules. “stammtisch verify” works that out anew on any computer.',
    match: 'Game',
    commitment: 'Promise',
    secret: 'Secret',
    'seed-of': 'Seed of {name}',
    none: 'none',
  },
  de: {
    'fairness-dice': 'Waren die Würfel ehrlich?',
    'fairness-cards': 'War das Mischen ehrlich?',
    'about-dice':
      'Vor dem ersten Wurf hat der Server ein Geheimnis versprochen, und jedes Gerät hat eine eigene Zufallszahl dazugegeben. Daraus folgt jeder Wurf, und dein Browser kann sie alle selbst nachprüfen.',
    'about-cards':
      'Vor dem ersten Austeilen hat der Server ein Geheimnis versprochen, und jedes Gerät hat eine eigene Zufallszahl dazugegeben. Daraus folgt jedes Austeilen und jede gezogene Karte, und dein Browser kann alles selbst nachprüfen.',
    'check-dice': 'Jeden Wurf nachprüfen',
    'check-cards': 'Jedes Austeilen nachprüfen',
    'checking-dice': 'Dein Browser rechnet jeden Wurf nach …',
    'checking-cards': 'Dein Browser rechnet jedes Austeilen nach …',
    'all-right-dice': { one: 'Der eine Wurf stimmt.', other: 'Alle {n} Würfe stimmen.' },
    'all-right-cards': {
      one: 'Die Karten stimmen, das eine Mal.',
      other: 'Die Karten stimmen alle {n} Mal.',
    },
    'some-wrong-dice': {
      one: '{n} von {of} Würfen stimmt nicht.',
      other: '{n} von {of} Würfen stimmen nicht.',
    },
    'some-wrong-cards': {
      one: 'Die Karten stimmen {n} von {of} Mal nicht.',
      other: 'Die Karten stimmen {n} von {of} Mal nicht.',
    },
    'promise-kept-dice': 'Das Geheimnis ist das vor dem ersten Wurf versprochene.',
    'promise-kept-cards': 'Das Geheimnis ist das vor dem ersten Austeilen versprochene.',
    'promise-broken': 'Das Geheimnis ist nicht das versprochene.',
    'seed-kept':
      'Die Zufallszahl dieses Geräts steckt darin, und das Versprechen ist das, was dieses Gerät gesehen hat.',
    'seed-changed':
      'Versprechen oder Zufallszahl sind nicht die, an die sich dieses Gerät erinnert.',
    'seed-unknown':
      'Dieses Gerät erinnert sich nicht an das Versprechen: Es saß nicht am Tisch oder hat es vergessen.',
    'real-dice': 'Die Würfel waren echt und aus der Hand geworfen. Sie beweisen sich selbst.',
    'real-cards': 'Die Karten waren echt und von Hand gegeben. Sie beweisen sich selbst.',
    'no-secret': 'Das Geheimnis fehlt in dieser Aufzeichnung, deshalb kann niemand nachprüfen.',
    'no-seeds-dice':
      'Kein Spieler hat eine Zufallszahl dazugegeben: Wer das Geheimnis gewählt hat, konnte die Würfe vorher ansehen.',
    'no-seeds-cards':
      'Kein Spieler hat eine Zufallszahl dazugegeben: Wer das Geheimnis gewählt hat, konnte die Karten vorher ansehen.',
    'cannot-check':
      'Dieser Browser rechnet so etwas nur auf sicheren Seiten (https). Lade die Aufzeichnung herunter und prüfe sie mit „stammtisch verify“.',
    'all-dice': 'Jeden Wurf zeigen',
    'all-cards': 'Jedes Austeilen zeigen',
    entry: 'Eintrag',
    'fell-dice': 'Gefallen',
    'fell-cards': 'Karten',
    derived: 'Nachgerechnet',
    numbers: 'Zahlen',
    verdict: 'Stimmt?',
    yes: 'stimmt',
    no: 'falsch',
    'proves-title': 'Was beweist das?',
    'proves-dice':
      'Niemand hat sich diese Würfe ausgesucht: Der Server hatte sein Geheimnis versprochen, bevor er die Zufallszahlen kannte, und wer eine dazugab, kannte das Geheimnis nicht. Kein Wurf wurde wiederholt.',
    'proves-cards':
      'Niemand hat sich diese Karten ausgesucht: Der Server hatte sein Geheimnis versprochen, bevor er die Zufallszahlen kannte, und wer eine dazugab, kannte das Geheimnis nicht. Kein Mal wurde neu ausgeteilt.',
    'proves-not-dice':
      'Es beweist nicht, dass der Server das Geheimnis für sich behalten hat: Einer, der es einem Spieler verrät, kennt die kommenden Würfe und könnte die letzte Zufallszahl danach aussuchen. Wo nur Bots gegen dich spielen, kann das nicht sein, denn Bots geben nichts dazu.',
    'proves-not-cards':
      'Es beweist nicht, dass der Server das Geheimnis für sich behalten hat: Einer, der es einem Spieler verrät, kennt die kommenden Karten und könnte die letzte Zufallszahl danach aussuchen. Wo nur Bots gegen dich spielen, kann das nicht sein, denn Bots geben nichts dazu.',
    'proves-deals':
      'Beim Austeilen und bei den Bechern prüft dein Browser die Zahlen; welche Karte eine Zahl bedeutet, übernimmt er von den Regeln des Servers. „stammtisch verify“ rechnet auch das auf jedem Computer neu aus.',
    match: 'Spiel',
    commitment: 'Versprechen',
    secret: 'Geheimnis',
    'seed-of': 'Zufallszahl von {name}',
    none: 'keine',
  },
  hu: {
    'fairness-dice': 'Tisztességesek voltak a dobások?',
    'fairness-cards': 'Tisztességes volt a keverés?',
    'about-dice':
      'Az első dobás előtt a szerver megígért egy titkot, és minden készülék hozzátett egy saját véletlen számot. Ezekből következik minden dobás, és a böngésződ mindet maga is ellenőrizheti.',
    'about-cards':
      'Az első osztás előtt a szerver megígért egy titkot, és minden készülék hozzátett egy saját véletlen számot. Ezekből következik minden osztás és minden húzott lap, és a böngésződ mindet maga is ellenőrizheti.',
    'check-dice': 'Minden dobás ellenőrzése',
    'check-cards': 'Minden osztás ellenőrzése',
    'checking-dice': 'A böngésződ minden dobást újraszámol …',
    'checking-cards': 'A böngésződ minden osztást újraszámol …',
    'all-right-dice': { one: 'Az egyetlen dobás helyes.', other: 'Mind a {n} dobás helyes.' },
    'all-right-cards': {
      one: 'Az egyetlen osztás helyes.',
      other: 'A lapok mind a {n} alkalommal helyesek.',
    },
    'some-wrong-dice': { one: '{of} dobásból {n} hibás.', other: '{of} dobásból {n} hibás.' },
    'some-wrong-cards': {
      one: '{of} alkalomból {n} esetben hibásak a lapok.',
      other: '{of} alkalomból {n} esetben hibásak a lapok.',
    },
    'promise-kept-dice': 'A titok az, amelyet az első dobás előtt megígértek.',
    'promise-kept-cards': 'A titok az, amelyet az első osztás előtt megígértek.',
    'promise-broken': 'A titok nem az, amelyet megígértek.',
    'seed-kept':
      'Benne van ennek a készüléknek a véletlen száma, és az ígéret az, amelyet ez a készülék látott.',
    'seed-changed': 'Az ígéret vagy a véletlen szám nem az, amire ez a készülék emlékszik.',
    'seed-unknown':
      'Ez a készülék nem emlékszik az ígéretre: nem ült az asztalnál, vagy már elfelejtette.',
    'real-dice': 'A kockák valódiak voltak, kézből dobva. Önmagukat bizonyítják.',
    'real-cards': 'A lapok valódiak voltak, kézzel osztva. Önmagukat bizonyítják.',
    'no-secret': 'Ebből a feljegyzésből hiányzik a titok, ezért senki sem ellenőrizheti.',
    'no-seeds-dice':
      'Egyik játékos sem adott hozzá véletlen számot: aki a titkot választotta, előre megnézhette a dobásokat.',
    'no-seeds-cards':
      'Egyik játékos sem adott hozzá véletlen számot: aki a titkot választotta, előre megnézhette a lapokat.',
    'cannot-check':
      'Ez a böngésző ilyet csak biztonságos oldalon (https) számol. Töltsd le a feljegyzést, és ellenőrizd a „stammtisch verify” paranccsal.',
    'all-dice': 'Minden dobás mutatása',
    'all-cards': 'Minden osztás mutatása',
    entry: 'Bejegyzés',
    'fell-dice': 'Dobás',
    'fell-cards': 'Lapok',
    derived: 'Számítva',
    numbers: 'Számok',
    verdict: 'Helyes?',
    yes: 'helyes',
    no: 'hibás',
    'proves-title': 'Mit bizonyít ez?',
    'proves-dice':
      'Ezeket a dobásokat senki sem választotta: a szerver megígérte a titkát, mielőtt a véletlen számokat ismerte volna, és aki számot adott hozzá, nem ismerte a titkot. Egyetlen dobást sem ismételtek meg.',
    'proves-cards':
      'Ezeket a lapokat senki sem választotta: a szerver megígérte a titkát, mielőtt a véletlen számokat ismerte volna, és aki számot adott hozzá, nem ismerte a titkot. Egyszer sem osztottak újra.',
    'proves-not-dice':
      'Azt nem bizonyítja, hogy a szerver megtartotta magának a titkot: ha elárulja egy játékosnak, az ismeri a következő dobásokat, és azok szerint választhatná az utolsó véletlen számot. Ahol csak botok játszanak ellened, ez nem fordulhat elő, mert a botok semmit sem adnak hozzá.',
    'proves-not-cards':
      'Azt nem bizonyítja, hogy a szerver megtartotta magának a titkot: ha elárulja egy játékosnak, az ismeri a következő lapokat, és azok szerint választhatná az utolsó véletlen számot. Ahol csak botok játszanak ellened, ez nem fordulhat elő, mert a botok semmit sem adnak hozzá.',
    'proves-deals':
      'Az osztásnál és a poharaknál a böngésződ a számokat ellenőrzi; hogy melyik szám melyik lap, azt a szerver szabályaiból veszi át. A „stammtisch verify” bármely számítógépen ezt is újraszámolja.',
    match: 'Játék',
    commitment: 'Ígéret',
    secret: 'Titok',
    'seed-of': '{name} véletlen száma',
    none: 'nincs',
  },
});
