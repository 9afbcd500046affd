import { catalogue } from '../lib/words.svelte';

export const learnTock = catalogue({
  en: {
    over: 'The game is over: whoever has all four stones in the house first wins.',
    give: 'Pass on one card, face down. With two it goes to your opponent: give what you need least. Kings, aces and jokers bring stones in, so keep them.',
    given: 'You have passed on your card. The round begins when the other one has, too.',
    fold: 'None of your cards can be played. You have to lay down all of them and sit out until the next round.',
    seven:
      'You are in the middle of a seven. Tap a stone and its goal for the next part; all seven steps have to be used.',
    enter:
      'You hold a card that brings a stone from the reserve to your start field: a king, an ace or a joker. Choose it, or any other card that can be played.',
    play: 'Choose a card. The stones that can go with it are shown, then their goals. A card is always played in full: no step may be dropped.',
    draw: 'Draw a card from the other hand, without seeing which.',
    'deal-own':
      'You deal. In the first round everybody gets six cards, then five, four, three and two.',
    deal: 'The cards are being dealt: six each in the first round, then five, four, three and two.',
    other: 'The bot plays a card. You take turns until all hands are empty.',
    dealt:
      'A card says how many steps a stone goes: queen 12, king 13, ace 1 or 11. Jack, seven, four and two can do something of their own.',
    received: 'This is the card your opponent has passed on to you.',
    entered:
      'Your stone has come in. Until its first move it is protected: nobody can hit, swap or pass it.',
    moved:
      'Your stone has gone its way around the board. It passes other stones without harm; only where it stops it hits.',
    'seven-played':
      'A seven: its steps may be shared among several stones, and it hits every unprotected stone that it passes, your own too.',
    joker: 'A joker stands for any other card.',
    swapped: 'A jack swaps two stones on the track. Sometimes that is nearly a whole lap.',
    drew: 'A two may also draw a card from the other hand, blindly, instead of two steps.',
    'was-hit': 'One of your stones was hit. It goes back to the reserve and has to come in anew.',
    hit: 'That was a hit: whoever ends on a stone that is not protected sends it back to its reserve.',
    house:
      'A stone goes into the house. There nobody can hit it; inside there is no jumping, and the steps must fit exactly.',
    folded: 'You had to lay down your cards. Nobody may do that by choice.',
    'other-folded':
      'Your opponent could not play any card and sits out. You play yours one after another.',
    'last-stone': 'Three of your stones are home. The last one wins the game.',
  },
  de: {
    over: 'Das Spiel ist aus: Wer zuerst alle vier Steine im Häuschen hat, gewinnt.',
    give: 'Gib eine Karte verdeckt weiter. Zu zweit bekommt sie dein Gegner: Gib her, was du am wenigsten brauchst. König, Ass und Joker bringen Steine ins Spiel, die behalte.',
    given: 'Du hast deine Karte weitergegeben. Sobald der andere es auch getan hat, geht es los.',
    fold: 'Keine deiner Karten lässt sich spielen. Du musst alle ablegen und setzt bis zur nächsten Runde aus.',
    seven:
      'Du bist mitten in einer Sieben. Tippe für den nächsten Teil einen Stein und sein Ziel an; alle sieben Schritte müssen gegangen werden.',
    enter:
      'Du hast eine Karte, die einen Stein aus der Reserve auf dein Startfeld bringt: König, Ass oder Joker. Wähle sie, oder eine andere Karte, die sich spielen lässt.',
    play: 'Wähle eine Karte. Dann siehst du, welche Steine damit ziehen können und wohin. Eine Karte wird immer ganz gespielt: Kein Schritt darf verfallen.',
    draw: 'Zieh eine Karte aus der anderen Hand, ohne zu sehen, welche.',
    'deal-own':
      'Du gibst. In der ersten Runde bekommt jeder sechs Karten, dann fünf, vier, drei und zwei.',
    deal: 'Die Karten werden gegeben: in der ersten Runde je sechs, dann fünf, vier, drei und zwei.',
    other: 'Der Bot spielt eine Karte. Ihr wechselt euch ab, bis alle Hände leer sind.',
    dealt:
      'Eine Karte sagt, wie viele Schritte ein Stein geht: Dame 12, König 13, Ass 1 oder 11. Bube, Sieben, Vier und Zwei können noch etwas Eigenes.',
    received: 'Das ist die Karte, die dir dein Gegner weitergegeben hat.',
    entered:
      'Dein Stein ist im Spiel. Bis zu seinem ersten Zug ist er geschützt: Niemand kann ihn schlagen, tauschen oder überspringen.',
    moved:
      'Dein Stein ist auf seinem Weg ums Brett. Über andere Steine geht er einfach hinweg; schlagen kann er nur, wo er stehen bleibt.',
    'seven-played':
      'Eine Sieben: Ihre Schritte darf man auf mehrere Steine verteilen, und sie schlägt jeden ungeschützten Stein, über den sie geht, auch eigene.',
    joker: 'Ein Joker steht für jede andere Karte.',
    swapped:
      'Ein Bube tauscht zwei Steine auf der Laufbahn. Manchmal ist das fast eine ganze Runde wert.',
    drew: 'Mit einer Zwei darf man statt zwei Schritten auch blind eine Karte aus der anderen Hand ziehen.',
    'was-hit':
      'Einer deiner Steine wurde geschlagen. Er geht zurück in die Reserve und muss neu eingesetzt werden.',
    hit: 'Das war ein Schlag: Wer auf einem ungeschützten Stein endet, schickt ihn zurück in seine Reserve.',
    house:
      'Ein Stein geht ins Häuschen. Dort kann ihn niemand schlagen; drinnen wird nicht gesprungen, und die Schritte müssen genau passen.',
    folded: 'Du musstest deine Karten ablegen. Aussuchen darf sich das niemand.',
    'other-folded':
      'Dein Gegner konnte keine Karte spielen und setzt aus. Du spielst deine eine nach der anderen.',
    'last-stone': 'Drei deiner Steine sind im Häuschen. Der letzte gewinnt das Spiel.',
  },
  hu: {
    over: 'Vége a játéknak: az nyer, akinek elsőként van mind a négy bábuja a házikóban.',
    give: 'Adj tovább egy lapot képpel lefelé. Ketten az ellenfeled kapja: azt add, ami a legkevésbé kell. A király, az ász és a dzsóker hozza be a bábukat, ezeket tartsd meg.',
    given: 'Továbbadtad a lapodat. Amint a másik is, kezdődik a kör.',
    fold: 'Egyik lapodat sem lehet kijátszani. Mindet el kell dobnod, és a következő körig kimaradsz.',
    seven:
      'Egy hetes közepén vagy. A következő részhez koppints egy bábura és a céljára; mind a hét lépést meg kell tenni.',
    enter:
      'Van olyan lapod, amely egy bábut a tartalékból a startmeződre tesz: király, ász vagy dzsóker. Válaszd ezt, vagy egy másik kijátszható lapot.',
    play: 'Válassz egy lapot. Látni fogod, mely bábuk mehetnek vele és hová. Egy lapot mindig teljesen ki kell használni: egy lépés sem veszhet el.',
    draw: 'Húzz egy lapot a másik kezéből, anélkül hogy látnád, melyiket.',
    'deal-own':
      'Te osztasz. Az első körben mindenki hat lapot kap, aztán ötöt, négyet, hármat és kettőt.',
    deal: 'Osztanak: az első körben hat-hat lapot, aztán ötöt, négyet, hármat és kettőt.',
    other: 'A bot játszik ki egy lapot. Felváltva jöttök, amíg minden lap el nem fogy.',
    dealt:
      'A lap megmondja, hányat lép egy bábu: a dáma 12, a király 13, az ász 1 vagy 11. A bubi, a hetes, a négyes és a kettes még mást is tud.',
    received: 'Ezt a lapot az ellenfeled adta neked.',
    entered:
      'A bábud a pályán van. Az első lépéséig védett: senki sem ütheti ki, cserélheti el vagy ugorhatja át.',
    moved:
      'A bábud úton van a tábla körül. A többi bábun egyszerűen áthalad; csak ott üt, ahol megáll.',
    'seven-played':
      'Egy hetes: a lépéseit több bábu közt is el lehet osztani, és kiüt minden nem védett bábut, amelyen áthalad, a sajátot is.',
    joker: 'A dzsóker bármelyik másik lapot helyettesíti.',
    swapped: 'A bubi két bábut cserél fel a pályán. Néha ez majdnem egy egész kört ér.',
    drew: 'Kettessel két lépés helyett vakon húzni is lehet egy lapot a másik kezéből.',
    'was-hit': 'Az egyik bábudat kiütötték. Visszakerül a tartalékba, és újra fel kell állítani.',
    hit: 'Ez kiütés volt: aki egy nem védett bábura érkezik, visszaküldi azt a tartalékába.',
    house:
      'Egy bábu a házikóba megy. Ott senki sem ütheti ki; bent nincs ugrás, és a lépéseknek pontosan ki kell jönniük.',
    folded: 'El kellett dobnod a lapjaidat. Ezt senki sem választhatja.',
    'other-folded':
      'Az ellenfeled egyik lapját sem tudta kijátszani, ezért kimarad. Te egymás után kijátszod a tieidet.',
    'last-stone': 'Három bábud már a házikóban van. Az utolsóval megnyered a játékot.',
  },
});
