import { catalogue } from '../lib/words.svelte';

export const learnKniffel = catalogue({
  en: {
    over: 'All sheets are full: the game is over, and the highest total wins.',
    begin: 'Who begins? Everybody throws all five dice once, and the highest total begins. Throw!',
    'begin-other': 'Now the bot throws for the beginning.',
    throw: 'It is your turn: throw all five dice. You have up to three throws.',
    'throw-again': 'Throw the dice that you do not keep.',
    joker:
      'A further Kniffel! Your Kniffel box is filled already, so this throw is a joker: only certain boxes may be filled with it, and the pad shows which.',
    keep: 'Tap the dice you want to keep, then throw the others again. Or write at once: the pencilled numbers show what each open box would bring.',
    strike:
      'Nothing fits any more, so one box has to take a 0. Choose the one that you would miss least.',
    write:
      'That was your last throw. Now fill one open box; the pencilled numbers show the points.',
    other: 'The bot plays: up to three throws, then it fills one box of its column.',
    kept: 'Kept dice lie still, the others are thrown anew. After that you may choose afresh, and throw kept ones again too.',
    written: 'Written! Every box is filled just once: thirteen turns, thirteen boxes.',
    struck:
      'A 0: that box is struck out. It hurts less in a box that rarely succeeds anyway, or that counts little, like the ones.',
    'upper-bonus':
      'The upper part counts only dice of its own number. With 63 points there you get 35 more: three of each number are just enough.',
    'of-a-kind': 'Three and four of a kind count all five dice, so high ones are worth more here.',
    'full-house': 'Three of one number and two of another are a full house: always 25 points.',
    straight: 'Four in a row are a small straight for 30 points, five a large one for 40.',
    kniffel: 'Five equal dice: a Kniffel, 50 points!',
    bonus: 'A further Kniffel after one with 50 points brings a bonus of 100.',
    'last-box': 'Only one of your boxes is left. Whatever you throw goes there, so aim for it.',
  },
  de: {
    over: 'Alle Zettel sind voll: Das Spiel ist aus, und die höchste Gesamtsumme gewinnt.',
    begin:
      'Wer beginnt? Jeder wirft einmal alle fünf Würfel, und die höchste Summe fängt an. Würfle!',
    'begin-other': 'Jetzt würfelt der Bot um den Anfang.',
    throw: 'Du bist dran: Wirf alle fünf Würfel. Du hast bis zu drei Würfe.',
    'throw-again': 'Wirf die Würfel, die du nicht behältst.',
    joker:
      'Noch ein Kniffel! Dein Kniffel-Feld ist schon gefüllt, deshalb ist dieser Wurf ein Joker: Er darf nur in bestimmte Felder, und der Zettel zeigt, in welche.',
    keep: 'Tippe die Würfel an, die du behalten willst, und wirf die anderen noch einmal. Oder schreib gleich: Die Bleistiftzahlen zeigen, was jedes offene Feld bringen würde.',
    strike:
      'Es passt nichts mehr, also bekommt ein Feld eine 0. Nimm das, das dir am wenigsten fehlen wird.',
    write:
      'Das war dein letzter Wurf. Fülle jetzt ein offenes Feld; die Bleistiftzahlen zeigen die Punkte.',
    other: 'Der Bot spielt: bis zu drei Würfe, dann füllt er ein Feld seiner Spalte.',
    kept: 'Behaltene Würfel bleiben liegen, die anderen werden neu geworfen. Danach darfst du wieder frei wählen und auch behaltene neu werfen.',
    written: 'Geschrieben! Jedes Feld wird nur einmal gefüllt: dreizehn Züge, dreizehn Felder.',
    struck:
      'Eine 0: Dieses Feld ist gestrichen. Am wenigsten schmerzt das bei einem Feld, das ohnehin selten gelingt oder wenig zählt, wie die Einser.',
    'upper-bonus':
      'Der obere Teil zählt nur die Würfel seiner Zahl. Ab 63 Punkten bekommst du dort 35 dazu: Drei von jeder Zahl reichen genau.',
    'of-a-kind': 'Dreier- und Viererpasch zählen alle fünf Würfel, hohe sind hier also mehr wert.',
    'full-house':
      'Drei von einer und zwei von einer anderen Zahl sind ein Full House: immer 25 Punkte.',
    straight: 'Vier in Folge sind eine Kleine Straße für 30 Punkte, fünf eine Große für 40.',
    kniffel: 'Fünf gleiche Würfel: ein Kniffel, 50 Punkte!',
    bonus: 'Ein weiterer Kniffel nach einem mit 50 Punkten bringt 100 Punkte extra.',
    'last-box':
      'Nur noch eines deiner Felder ist offen. Was du auch wirfst, es kommt dorthin: Ziele darauf.',
  },
  hu: {
    over: 'Minden lap betelt: vége a játéknak, és a legnagyobb végösszeg nyer.',
    begin: 'Ki kezd? Mindenki dob egyet mind az öt kockával, és a legnagyobb összeg kezd. Dobj!',
    'begin-other': 'Most a bot dob a kezdésért.',
    throw: 'Te jössz: dobj mind az öt kockával. Legfeljebb háromszor dobhatsz.',
    'throw-again': 'Dobd el azokat a kockákat, amelyeket nem tartasz meg.',
    joker:
      'Még egy kniffel! A kniffel rubrikád már ki van töltve, ezért ez a dobás dzsóker: csak bizonyos rubrikákba írhatod, a lap mutatja, melyekbe.',
    keep: 'Koppints azokra a kockákra, amelyeket megtartasz, és dobd el újra a többit. Vagy írj be rögtön: a ceruzás számok mutatják, mit érne mindegyik üres rubrika.',
    strike:
      'Már semmi sem illik, ezért egy rubrikába 0 kerül. Válaszd azt, amelyik a legkevésbé fog hiányozni.',
    write:
      'Ez volt az utolsó dobásod. Most tölts ki egy üres rubrikát; a ceruzás számok mutatják a pontokat.',
    other: 'A bot játszik: legfeljebb három dobás, aztán kitölt egy rubrikát az oszlopában.',
    kept: 'A megtartott kockák a helyükön maradnak, a többit újra eldobod. Utána megint szabadon választhatsz, és a megtartottakat is újra eldobhatod.',
    written: 'Beírva! Minden rubrikát csak egyszer töltesz ki: tizenhárom kör, tizenhárom rubrika.',
    struck:
      'Nulla: ez a rubrika ki van húzva. Ott fáj a legkevésbé, ahol úgyis ritkán sikerül, vagy keveset ér, mint az egyesek.',
    'upper-bonus':
      'A felső rész csak a saját számának kockáit számolja. 63 ponttól 35 pluszpont jár: minden számból három éppen elég.',
    'of-a-kind': 'A drill és a póker mind az öt kockát számolja, így itt a magasak többet érnek.',
    'full-house': 'Három egyik és kettő másik számból: ez a full, mindig 25 pont.',
    straight: 'Négy egymást követő szám a kis sor 30 pontért, öt a nagy sor 40-ért.',
    kniffel: 'Öt egyforma kocka: kniffel, 50 pont!',
    bonus: 'Egy 50 pontos kniffel után minden további kniffel 100 pluszpontot hoz.',
    'last-box': 'Már csak egy üres rubrikád van. Bármit dobsz, oda kerül, ezért arra játssz.',
  },
});
