import { beforeEach, describe, expect, test } from 'vitest';
import { Listing } from '../../../src/games/tock/listing';
import { moveInWords } from '../../../src/games/tock/moves';
import { tell, Narrator } from '../../../src/games/tock/sentences';
import { Speaker } from '../../../src/games/tock/wording';
import { LANGUAGES, locale, type Language } from '../../../src/lib/messages.svelte';
import { prefs } from '../../../src/lib/prefs.svelte';
import type * as wire from '../../../src/lib/wire';
import { BOARD, LAYOUT, stone, TALLY, VIEW } from './board';

const NAMES = ['Anna', 'Ben', 'Cili', 'Dora'];

type Event = [event: string, seat: number | null, detail?: string];

function step(...events: Event[]): wire.StepInfo {
  return {
    n: 1,
    events: events.map(([event, seat, detail]) => ({
      event,
      seat,
      ...(detail === undefined ? {} : { detail }),
    })),
  };
}

/** As Anna reads it, who sits at the bottom. */
function told(...events: Event[]): string {
  return new Narrator(new Speaker(NAMES, 0, BOARD), BOARD).describe(step(...events));
}

/** Every kind of event, alone or with the card before it, in three languages. */
const TOLD: [what: string, events: Event[], said: Record<Language, string>][] = [
  [
    'a stone moves to the start of the reader',
    [
      ['played', 2, '6H'],
      ['moved', 2, '2a 34>0'],
    ],
    {
      en: 'Cili plays 6 of hearts: the ▲ stone moves 6 fields, to your start',
      de: 'Cili spielt Herz 6 – Stein ▲ zieht 6 Felder weit, auf dein Startfeld',
      hu: 'Cili lapja: kőr 6 – a ▲ bábu 6 mezőt lép, a startmeződre',
    },
  ],
  [
    'a stone of the reader is hit',
    [
      ['played', 1, 'AS'],
      ['moved', 1, '1b 20>21'],
      ['hit', 0, '0a'],
    ],
    {
      en: 'Ben plays ace of spades: the ■ stone moves 1 field, to 1 field past Cili’s start. Your ● stone is hit and goes back to the reserve!',
      de: 'Ben spielt Pik Ass – Stein ■ zieht 1 Feld weit, 1 Feld hinter das Startfeld von Cili. Dein Stein ● wird geschlagen und muss zurück in die Reserve!',
      hu: 'Ben lapja: pikk ász – a ■ bábu 1 mezőt lép, Cili startmezője utáni 1. mezőre. A ● bábudat kiütötték, és visszakerül a tartalékba!',
    },
  ],
  [
    'a stone of somebody else is hit, backward',
    [
      ['played', 0, '4D'],
      ['moved', 0, '0a 12>8'],
      ['hit', 3, '3c'],
    ],
    {
      en: 'You play 4 of diamonds: your ● stone moves 4 fields back, to 2 fields before Ben’s start, Dora’s ◆ stone is hit',
      de: 'Du spielst Karo 4 – dein Stein ● zieht 4 Felder zurück, 2 Felder vor das Startfeld von Ben, Stein ◆ von Dora wird geschlagen',
      hu: 'A te lapod: káró 4 – a ● bábud 4 mezőt lép hátra, Ben startmezője előtti 2. mezőre, Dora ◆ bábuja kiütve',
    },
  ],
  [
    'a stone moves into its house',
    [
      ['played', 3, '5C'],
      ['moved', 3, '3a 25>h3'],
    ],
    {
      en: 'Dora plays 5 of clubs: the ◆ stone moves 5 fields, into the house, cell 3',
      de: 'Dora spielt Kreuz 5 – Stein ◆ zieht 5 Felder weit, auf Feld 3 im Häuschen',
      hu: 'Dora lapja: treff 5 – a ◆ bábu 5 mezőt lép, a házikó 3. mezőjére',
    },
  ],
  [
    'a stone enters',
    [
      ['played', 1, 'KS'],
      ['entered', 1, '1a ->10'],
    ],
    {
      en: 'Ben plays king of spades: the ■ stone comes into play',
      de: 'Ben spielt Pik König – Stein ■ kommt ins Spiel',
      hu: 'Ben lapja: pikk király – a ■ bábu beáll a startmezőre',
    },
  ],
  [
    'two stones swap places',
    [
      ['played', 1, 'JD'],
      ['swapped', 1, '1a<>0c'],
    ],
    {
      en: 'Ben plays jack of diamonds: the ■ stone and your ● stone swap places',
      de: 'Ben spielt Karo Bube – Stein ■ und dein Stein ● tauschen die Plätze',
      hu: 'Ben lapja: káró bubi – a ■ bábu és a ● bábud helyet cserél',
    },
  ],
  [
    'a seven goes on with a stone of somebody else',
    [['moved', 0, '2a 14>17']],
    {
      en: 'You continue: Cili’s ▲ stone moves 3 fields, to Cili’s gate',
      de: 'Du ziehst weiter – Stein ▲ von Cili zieht 3 Felder weit, an das Tor von Cili',
      hu: 'Folytatod – Cili ▲ bábuja 3 mezőt lép, Cili kapujához',
    },
  ],
  [
    'a stone moves into the centre',
    [
      ['played', 2, 'X'],
      ['moved', 2, '2a 4>c'],
    ],
    {
      en: 'Cili plays joker: the ▲ stone moves into the centre',
      de: 'Cili spielt Joker – Stein ▲ zieht in die Mitte',
      hu: 'Cili lapja: dzsóker – a ▲ bábu középre lép',
    },
  ],
  [
    'nobody else learns which card was passed on',
    [
      ['gave', 1],
      ['received', 2, '?'],
    ],
    { en: '', de: '', hu: '' },
  ],
  [
    'the reader passes on a card and gets one',
    [
      ['gave', 0, '9S'],
      ['received', 0, 'QH'],
    ],
    {
      en: 'You pass on 9 of spades. You receive queen of hearts',
      de: 'Du gibst Pik 9 weiter. Du bekommst Herz Dame',
      hu: 'Továbbadod: pikk 9. Ezt kapod: kőr dáma',
    },
  ],
  [
    'cards are shuffled and dealt',
    [
      ['shuffled', 1],
      ['dealt', 0, '5H'],
      ['dealt', 1, '?'],
    ],
    {
      en: 'The discard pile is shuffled. The cards are dealt',
      de: 'Die Ablage wird gemischt. Die Karten sind ausgeteilt',
      hu: 'Megkeverjük a dobópaklit. Kiosztottuk a lapokat',
    },
  ],
  [
    'the lot names the first dealer',
    [['dealer', 0]],
    { en: 'You deal first', de: 'Du teilst zuerst aus', hu: 'Te osztasz először' },
  ],
  [
    'somebody cannot play',
    [['folded', 1, '5H 6H']],
    {
      en: 'Ben cannot play and discards all cards',
      de: 'Ben kann nicht spielen und legt alle Karten ab',
      hu: 'Ben nem tud lapot kijátszani, és mindet eldobja',
    },
  ],
  [
    'somebody draws a hidden card, or one that the reader knew',
    [
      ['drew', 1, '?'],
      ['drew', 2, '5H'],
      ['drew', 0, '6S'],
    ],
    {
      en: 'Ben draws a card. Cili draws 5 of hearts. You draw 6 of spades',
      de: 'Ben zieht eine Karte. Cili zieht Herz 5. Du ziehst Pik 6',
      hu: 'Ben húz egy lapot. Cili ezt húzza: kőr 5. Ezt húzod: pikk 6',
    },
  ],
  [
    'somebody has finished',
    [
      ['played', 1, '2H'],
      ['moved', 1, '1d h1>h3'],
      ['done', 1, '1'],
    ],
    {
      en: 'Ben plays 2 of hearts: the ■ stone moves 2 fields, into the house, cell 3. Ben has finished in place 1',
      de: 'Ben spielt Herz 2 – Stein ■ zieht 2 Felder weit, auf Feld 3 im Häuschen. Ben ist fertig, Platz 1',
      hu: 'Ben lapja: kőr 2 – a ■ bábu 2 mezőt lép, a házikó 3. mezőjére. Ben célba ért, 1. hely',
    },
  ],
  [
    'somebody stays outside, takes back, or is corrected',
    [
      ['stayed-out', 2],
      ['takeback', 0],
      ['contest', null],
    ],
    {
      en: 'Cili stays outside. You take it back. What was entered is taken back',
      de: 'Cili bleibt draußen. Du nimmst es zurück. Die Eingabe wird zurückgenommen',
      hu: 'Cili kint marad. Visszavonod a lépést. A beírást visszavonták',
    },
  ],
];

beforeEach(() => locale.choose('en'));

describe.each(LANGUAGES)('what happened, in %s', (language) => {
  beforeEach(() => locale.choose(language));

  test.each(TOLD)('%s', (_, events, said) => {
    expect(told(...events)).toBe(said[language]);
  });
});

test.each([
  ['en', 'Ben has hit your ● stone: it is back in the reserve.'],
  ['de', 'Ben hat deinen Stein ● geschlagen: Er ist wieder in der Reserve.'],
  ['hu', 'Ben kiütötte a ● bábudat: visszakerült a tartalékba.'],
] as const)('whoever is hit is told by whom, in %s', async (language, said) => {
  await locale.choose(language);
  expect(new Narrator(new Speaker(NAMES, 0, BOARD), BOARD).hitBy(1, '0a')).toBe(said);
});

describe('lines of the log', () => {
  test('are the same through the contract of games', () => {
    const events: Event[] = [
      ['played', 2, '6H'],
      ['moved', 2, '2a 34>0'],
    ];
    const context = { names: NAMES, seat: 0, layout: LAYOUT, view: VIEW };
    expect(tell(step(...events), context)).toBe(told(...events));
    expect(tell(step(...events), { ...context, seat: null })).toContain('to Anna’s start');
  });

  test('name letters and fields only where coordinates are switched on', () => {
    const events: Event[] = [['moved', 1, '1b 20>23']];
    const context = { names: NAMES, seat: 0, layout: LAYOUT, view: VIEW };
    expect(tell(step(...events), context)).not.toMatch(/23|\bb\b/);
    prefs.setCoordinates(true);
    expect(tell(step(...events), context)).toBe(
      'Ben continues: the ■b stone moves 3 fields, to 3 fields past Cili’s start (23)',
    );
    prefs.setCoordinates(false);
  });
});

describe('labels of goals', () => {
  const STONES = [stone('0a', '-'), stone('0b', '3'), stone('0c', '38'), stone('1a', '8')];

  function label(move: string, hits = ''): string {
    const { options } = new Listing([move], [hits], STONES, BOARD, LAYOUT, TALLY);
    return new Speaker(NAMES, 0, BOARD).goal(options, STONES);
  }

  test('name the action, the stone, and what is hit', () => {
    expect(label('5H 0b>8', '1a')).toBe(
      'Move your ● stone 5 fields, to 2 fields before Ben’s start, hitting Ben’s ■ stone',
    );
    expect(label('4H 0b>39')).toBe('Move your ● stone 4 fields back, to 1 field before your start');
    expect(label('KS in')).toBe('Bring in your ● stone, to your start');
    expect(label('center KS 0b')).toBe('Move your ● stone into the centre');
  });

  test('name both stones of a swap', () => {
    expect(label('JD 0b<>1a')).toBe(
      'Swap your ● stone (3 fields past your start) with Ben’s ■ stone (2 fields before Ben’s start)',
    );
  });

  test('are different for all goals of a card', () => {
    const moves = Array.from({ length: 13 }, (_, n) => `X=7 0b>${4 + n}`);
    expect(new Set(moves.map((move) => label(move))).size).toBe(moves.length);
  });
});

describe('fields', () => {
  test('each has a name of its own', () => {
    const speaker = new Speaker(NAMES, 0, BOARD);
    const fields = Array.from({ length: LAYOUT.fields }, (_, field) => String(field));
    expect(new Set(fields.map((field) => speaker.where(field))).size).toBe(LAYOUT.fields);
    expect(new Set(fields.map((field) => speaker.whither(field))).size).toBe(LAYOUT.fields);
  });

  test('are named after the nearest start or gate', () => {
    const speaker = new Speaker(NAMES, 0, BOARD);
    expect(['0', '2', '37', '35', '39', '10'].map((field) => speaker.where(field))).toEqual([
      'on your start',
      '2 fields past your start',
      'at your gate',
      '2 fields before your gate',
      '1 field before your start',
      'on Ben’s start',
    ]);
  });
});

describe('moves that a hint names', () => {
  const view = { ...VIEW, stones: [['3', '-', '-', '-'], ['8', '-', '-', '-'], [], []] };
  const scene = { seat: 0, layout: LAYOUT, view };

  test('are told as they are seen on the board', () => {
    const said = (move: string): string => moveInWords(move, NAMES, scene);
    expect(said('5H 0a>8')).toBe('5♥: your ● stone moves 5 fields, to 2 fields before Ben’s start');
    expect(said('JD 0a<>1a')).toBe('J♦: your ● stone and Ben’s ■ stone swap places');
    expect(said('0a>5')).toBe('your ● stone moves 2 fields, to 2 fields before Ben’s gate');
    expect(said('X=4 0a>39')).toBe(
      'joker as 4: your ● stone moves 4 fields back, to 1 field before your start',
    );
    expect(said('KS in')).toBe('K♠: bring a stone in');
  });

  test('are told in notation where the position is not known', () => {
    expect(moveInWords('5H 0a>8', NAMES)).toBe('5♥: Anna’s stone a to field 8');
  });
});

describe('a seven that is said aloud', () => {
  const numbered = (n: number, ...events: Event[]): wire.StepInfo => ({ ...step(...events), n });
  const before = numbered(1, ['played', 1, '6H'], ['moved', 1, '1b 40>46']);
  const parts = [
    numbered(2, ['played', 2, '7H'], ['moved', 2, '2a 34>37']),
    numbered(3, ['moved', 2, '2b 18>20']),
    numbered(4, ['moved', 2, '2a 37>39'], ['hit', 0, '0a']),
  ];
  const history = [before, ...parts];
  const narrator = new Narrator(new Speaker(NAMES, 0, BOARD), BOARD);
  const under = { ...VIEW, phase: 'seven' as const, turn: 2 };
  const said = (n: number, view = VIEW, seen = history): string =>
    narrator.aloud(seen.find((one) => one.n === n) ?? before, seen, view);

  test('comes in one sentence with everything that it did', () => {
    expect(history.map(({ n }) => said(n))).toEqual([
      narrator.describe(before),
      '',
      '',
      'Cili plays 7 of hearts: the ▲ stone moves 3 fields, to your gate, ' +
        'the ▲ stone moves 2 fields, to Cili’s start, the ▲ stone moves 2 fields, ' +
        'to 1 field before your start. Your ● stone is hit and goes back to the reserve!',
    ]);
  });

  test('waits while more is to come', () => {
    expect(said(3, under, history.slice(0, 3))).toBe('');
    expect(said(3, VIEW, history.slice(0, 3))).not.toBe('');
  });

  test('is told part by part to whoever plays it', () => {
    const own = new Narrator(new Speaker(NAMES, 2, BOARD), BOARD);
    expect(parts.map((part) => own.aloud(part, history, under))).toEqual(
      parts.map((part) => own.describe(part)),
    );
  });
});
