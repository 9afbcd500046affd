import { catalogue, words } from '../lib/words.svelte';

/** The ways to play that have a name: what each is called, and what it is about. */
export const presetWords = catalogue({
  en: {
    'zock-basic': 'Basic game',
    'zock-basic-help': 'Throw in turn, cover both numbers or their sum.',
    'zock-a': 'Variant A',
    'zock-a-help': 'You go on throwing as long as you can cover something.',
    'zock-b': 'Variant B',
    'zock-b-help': 'Any two fields that make the sum will do.',
    'zock-c': 'Variant C',
    'zock-c-help': 'Product and difference of the dice count as well.',
    'zock-match': 'Match with chips',
    'zock-match-help': 'Five games; whoever loses pays in chips.',
    'zock-players': 'You are the referees',
    'zock-players-help': 'Mistakes stand unless the other one objects.',
    'kniffel-plain': 'One game',
    'kniffel-plain-help': 'Thirteen turns, as on the printed pad.',
    'kniffel-series': 'Series of six',
    'kniffel-series-help': 'All six columns of the pad, totals added up.',
    'kniffel-jokerless': 'Without joker',
    'kniffel-jokerless-help': 'A further Kniffel does not stand for anything else.',
    'zocknroll-basic': 'Basic game',
    'zocknroll-basic-help': 'Two dice of your own under the cup, seven combinations.',
    'zocknroll-profi': 'Profi',
    'zocknroll-profi-help': 'Three dice of your own, twelve combinations.',
    'tock-canadian': 'Swiss rules, Canadian board',
    'tock-canadian-help': '18 fields an arm; the house is three fields before your start.',
    'tock-german': 'German Dog',
    'tock-german-help': '16 fields an arm; into the house only across your start.',
    'tock-swiss': 'Swiss Dog',
    'tock-swiss-help': 'Counterclockwise; into the house when your start was touched twice.',
  },
  de: {
    'zock-basic': 'Grundspiel',
    'zock-basic-help': 'Abwechselnd würfeln, beide Zahlen oder die Summe abdecken.',
    'zock-a': 'Variante A',
    'zock-a-help': 'Du würfelst weiter, solange du etwas abdecken kannst.',
    'zock-b': 'Variante B',
    'zock-b-help': 'Zwei beliebige Felder dürfen die Summe ergeben.',
    'zock-c': 'Variante C',
    'zock-c-help': 'Auch Produkt und Differenz der Würfel zählen.',
    'zock-match': 'Match mit Chips',
    'zock-match-help': 'Fünf Spiele; wer verliert, zahlt in Chips.',
    'zock-players': 'Ihr passt selbst auf',
    'zock-players-help': 'Fehler bleiben stehen, wenn niemand Einspruch erhebt.',
    'kniffel-plain': 'Ein Spiel',
    'kniffel-plain-help': 'Dreizehn Züge, wie auf dem gedruckten Block.',
    'kniffel-series': 'Serie aus sechs Spielen',
    'kniffel-series-help': 'Alle sechs Spalten des Blocks, zusammengezählt.',
    'kniffel-jokerless': 'Ohne Joker',
    'kniffel-jokerless-help': 'Ein weiterer Kniffel steht für nichts anderes.',
    'zocknroll-basic': 'Grundspiel',
    'zocknroll-basic-help': 'Zwei eigene Würfel unterm Becher, sieben Kombinationen.',
    'zocknroll-profi': 'Profi',
    'zocknroll-profi-help': 'Drei eigene Würfel, zwölf Kombinationen.',
    'tock-canadian': 'Schweizer Regeln, kanadisches Brett',
    'tock-canadian-help': '18 Felder je Arm; ins Häuschen geht es drei Felder vor deinem Start.',
    'tock-german': 'Deutsches Dog',
    'tock-german-help': '16 Felder je Arm; ins Häuschen nur über deinen Start hinweg.',
    'tock-swiss': 'Schweizer Dog',
    'tock-swiss-help':
      'Gegen den Uhrzeigersinn; ins Häuschen, wenn dein Start zweimal berührt wurde.',
  },
  hu: {
    'zock-basic': 'Alapjáték',
    'zock-basic-help': 'Felváltva dobtok: mindkét számot vagy az összegüket feditek le.',
    'zock-a': 'A változat',
    'zock-a-help': 'Addig dobsz tovább, amíg le tudsz fedni valamit.',
    'zock-b': 'B változat',
    'zock-b-help': 'Bármely két mező kiadhatja az összeget.',
    'zock-c': 'C változat',
    'zock-c-help': 'A kockák szorzata és különbsége is számít.',
    'zock-match': 'Mérkőzés zsetonokkal',
    'zock-match-help': 'Öt játszma; aki veszít, zsetonnal fizet.',
    'zock-players': 'Ti magatok figyeltek',
    'zock-players-help': 'A hiba úgy marad, ha senki sem emel kifogást.',
    'kniffel-plain': 'Egy játszma',
    'kniffel-plain-help': 'Tizenhárom kör, ahogy a nyomtatott lapon.',
    'kniffel-series': 'Hatos sorozat',
    'kniffel-series-help': 'A lap mind a hat oszlopa, összeadva.',
    'kniffel-jokerless': 'Dzsóker nélkül',
    'kniffel-jokerless-help': 'A további kniffel nem helyettesít semmi mást.',
    'zocknroll-basic': 'Alapjáték',
    'zocknroll-basic-help': 'Két saját kocka a pohár alatt, hét kombináció.',
    'zocknroll-profi': 'Profi',
    'zocknroll-profi-help': 'Három saját kocka, tizenkét kombináció.',
    'tock-canadian': 'Svájci szabályok, kanadai tábla',
    'tock-canadian-help': 'Karonként 18 mező; a házikó három mezővel a startod előtt nyílik.',
    'tock-german': 'Német Dog',
    'tock-german-help': 'Karonként 16 mező; a házikóba csak a startodon áthaladva.',
    'tock-swiss': 'Svájci Dog',
    'tock-swiss-help': 'Az óramutatóval szemben; be a házikóba, ha a startodat kétszer érintetted.',
  },
});

type PresetKey = keyof typeof presetWords.en;

const say = words(presetWords);

/** What a preset is called; its id where it is new here. */
export function presetText(id: string): string {
  return id in presetWords.en ? say(id as PresetKey) : id;
}

/** What a preset is about, if there is anything to say. */
export function presetHelp(id: string): string {
  return `${id}-help` in presetWords.en ? say(`${id}-help` as PresetKey) : '';
}
