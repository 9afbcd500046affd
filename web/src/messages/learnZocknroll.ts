import { catalogue } from '../lib/words.svelte';

export const learnZocknroll = catalogue({
  en: {
    over: 'A row has six crosses, so the game is over: crosses times points, row by row, and the most points win.',
    white: 'You are the starter: throw the white dice. They lie open and count for everybody.',
    nothing:
      'Your dice and the white ones form no combination. Who leaves now crosses none (in round 1 still “left in round 1”); who stays gets another white die.',
    'round-1':
      'Round 1. Leave now, and you cross a combination of your own and the three white dice, and “left in round 1” besides. Stay, and a fourth white die comes.',
    'round-2':
      'Round 2. Leave now, and you cross a combination of your own and the four white dice. Stay, and after the fifth only the highest combination gets something.',
    'mark-tie':
      'You share the highest combination. Each of you crosses one, but nobody gets “won round 3”.',
    mark: 'You hold the highest combination! Cross one that your dice give, your best or a lower one; “won round 3” is crossed as well.',
    deciding: 'The others decide one after another: leave or stay. Their cups stay closed.',
    other: 'The dice are being thrown. Each pass has up to three rounds.',
    starter:
      'The starter throws the white dice and decides first. In the next pass it is the player to the left.',
    cup: 'Your own two dice lie under your cup. Only you see them; they stay yours for the whole pass.',
    'white-thrown':
      'The white dice belong to everybody: a combination is made of them and your own together.',
    stayed:
      'You stay in. If somebody holds more in round 3, you get nothing, so it is a question of nerve.',
    'other-left':
      'A bot has left and lifted its cup: it crosses its combination now and is safe. You see what it had.',
    left: 'You have taken your points and are out until the next pass.',
    crossed:
      'A cross in a row of your tableau. Each row has its points, and each cross counts them once more, up to six.',
    highest:
      'Round 3: all who stayed lift their cups. The highest combination wins, all others go away empty-handed.',
    tie: 'Two hold the same combination: the numbers on the dice do not matter, so they share.',
    'nearly-full':
      'Somebody has five crosses in a row. The sixth one ends the game after that pass.',
  },
  de: {
    over: 'Eine Zeile hat sechs Kreuze, also ist das Spiel aus: Kreuze mal Punkte, Zeile für Zeile, und die meisten Punkte gewinnen.',
    white: 'Du bist Startspieler: Wirf die weißen Würfel. Sie liegen offen und zählen für alle.',
    nothing:
      'Deine und die weißen Würfel ergeben keine Kombination. Wer jetzt aussteigt, kreuzt keine an (in Runde 1 immerhin „1. Runde ausgestiegen“); wer weiterzockt, bekommt noch einen weißen Würfel.',
    'round-1':
      'Runde 1. Steigst du jetzt aus, kreuzt du eine Kombination aus deinen und den drei weißen Würfeln an und dazu „1. Runde ausgestiegen“. Zockst du weiter, kommt ein vierter weißer.',
    'round-2':
      'Runde 2. Steigst du jetzt aus, kreuzt du eine Kombination aus deinen und den vier weißen Würfeln an. Zockst du weiter, bekommt nach dem fünften nur die höchste Kombination etwas.',
    'mark-tie':
      'Ihr teilt euch die höchste Kombination. Jeder kreuzt eine an, aber „3. Runde gewonnen“ bekommt niemand.',
    mark: 'Du hast die höchste Kombination! Kreuze eine an, die deine Würfel hergeben, die beste oder eine niedrigere; „3. Runde gewonnen“ kommt dazu.',
    deciding:
      'Die anderen entscheiden nacheinander: aussteigen oder weiterzocken. Ihre Becher bleiben zu.',
    other: 'Es wird gewürfelt. Jeder Durchgang hat bis zu drei Runden.',
    starter:
      'Der Startspieler wirft die weißen Würfel und entscheidet zuerst. Im nächsten Durchgang ist es der Spieler links von ihm.',
    cup: 'Deine zwei eigenen Würfel liegen unter deinem Becher. Nur du siehst sie, und sie bleiben dir den ganzen Durchgang.',
    'white-thrown':
      'Die weißen Würfel gehören allen: Eine Kombination entsteht aus ihnen und deinen eigenen zusammen.',
    stayed:
      'Du zockst weiter. Hat in Runde 3 jemand mehr, gehst du leer aus: Es ist eine Frage der Nerven.',
    'other-left':
      'Ein Bot ist ausgestiegen und hat seinen Becher gelüftet: Er kreuzt seine Kombination jetzt an und ist sicher. Du siehst, was er hatte.',
    left: 'Du hast deine Punkte genommen und bist bis zum nächsten Durchgang draußen.',
    crossed:
      'Ein Kreuz in einer Zeile deines Tableaus. Jede Zeile hat ihre Punkte, und jedes Kreuz zählt sie noch einmal, bis zu sechsmal.',
    highest:
      'Runde 3: Alle, die noch dabei sind, heben die Becher. Die höchste Kombination gewinnt, die anderen gehen leer aus.',
    tie: 'Zwei haben die gleiche Kombination: Auf die Zahlen der Würfel kommt es nicht an, also teilen sie.',
    'nearly-full':
      'Jemand hat fünf Kreuze in einer Zeile. Das sechste beendet das Spiel nach diesem Durchgang.',
  },
  hu: {
    over: 'Egy sorban hat kereszt van, ezért vége a játéknak: keresztek szorozva a pontokkal, soronként, és a legtöbb pont nyer.',
    white:
      'Te vagy a kezdőjátékos: dobd el a fehér kockákat. Nyíltan fekszenek, és mindenkinek számítanak.',
    nothing:
      'A kockáidból és a fehérekből nem jön ki kombináció. Aki most kiszáll, egyet sem jelöl (az 1. körben azért az „1. körben kiszállt” jár); aki marad, kap még egy fehér kockát.',
    'round-1':
      '1. kör. Ha most kiszállsz, megjelölsz egy kombinációt a saját kockáidból és a három fehérből, és mellé az „1. körben kiszállt” sort. Ha maradsz, jön a negyedik fehér.',
    'round-2':
      '2. kör. Ha most kiszállsz, megjelölsz egy kombinációt a saját kockáidból és a négy fehérből. Ha maradsz, az ötödik után csak a legmagasabb kombináció kap valamit.',
    'mark-tie':
      'Többeteké a legmagasabb kombináció. Mindegyikőtök jelöl egyet, de a „3. kört megnyerte” senkié.',
    mark: 'Tiéd a legmagasabb kombináció! Jelölj egyet, amely a kockáidból kijön, a legjobbat vagy egy alacsonyabbat; mellé jár a „3. kört megnyerte”.',
    deciding: 'A többiek egymás után döntenek: kiszállnak vagy maradnak. A poharuk zárva marad.',
    other: 'Dobnak a kockákkal. Egy menet legfeljebb három kör.',
    starter:
      'A kezdőjátékos dobja a fehér kockákat, és ő dönt elsőként. A következő menetben a bal oldali szomszédja az.',
    cup: 'A két saját kockád a poharad alatt van. Csak te látod őket, és az egész menetben a tieid.',
    'white-thrown':
      'A fehér kockák mindenkié: a kombináció belőlük és a sajátjaidból együtt áll össze.',
    stayed: 'Maradsz. Ha a 3. körben valakinek többje van, semmit sem kapsz: ez az idegek játéka.',
    'other-left':
      'Egy bot kiszállt, és felemelte a poharát: most jelöli a kombinációját, és biztonságban van. Látod, mije volt.',
    left: 'Elvitted a pontjaidat, és a következő menetig kint vagy.',
    crossed:
      'Egy kereszt a táblád egyik sorában. Minden sornak megvan a pontja, és minden kereszt újra megadja, legfeljebb hatszor.',
    highest:
      '3. kör: aki bent maradt, felemeli a poharát. A legmagasabb kombináció nyer, a többiek üres kézzel távoznak.',
    tie: 'Ketten ugyanazt a kombinációt tartják: a kockák számai nem számítanak, ezért osztoznak.',
    'nearly-full':
      'Valakinek öt keresztje van egy sorban. A hatodik a menet végén befejezi a játékot.',
  },
});
