import { catalogue } from '../lib/words.svelte';

export const learnZock = catalogue({
  en: {
    over: 'The game is over. Whoever covers all nine fields first wins, and gets as many points as the other’s open fields add up to.',
    begin: 'Who begins? You each throw both dice once, and the higher total begins. Throw!',
    'begin-other': 'Now the bot throws for the beginning.',
    throw: 'It is your turn: throw both dice.',
    'sit-out': 'This throw fits none of your open fields, so you sit this turn out.',
    'only-one': 'There is just one move, and who can move must. Take it.',
    cover:
      'Cover both numbers you have thrown, or the one field of their sum. Tap the fields, or one of the offers below. Keep in mind that 7, 8 and 9 can only be reached by a sum.',
    other:
      'It is the bot’s turn. It throws and covers fields of its own row, the one across from you.',
    ten: 'The dice add up to 10. Such a sum covers field 1.',
    equal: 'Two equal dice: only their sum counts, not the single number.',
    eleven:
      'The sums 11 and 12 have no field. With 5 and 6 you can still cover the 5 and the 6; two sixes fit nothing.',
    covered: 'A flap has fallen. That field is done; eight or fewer to go.',
    'sat-out':
      'You had to sit out. That happens more and more often towards the end, to both of you.',
    'other-sat-out':
      'The bot could not use its throw and sits out. Passing by choice does not exist.',
    'last-fields':
      'Only a few of your fields are open. Now it takes exactly the right throw, so patience helps.',
    'other-last-fields':
      'The bot is almost done. If it wins, it gets the sum of your open fields: better have small ones open.',
  },
  de: {
    over: 'Das Spiel ist aus. Wer zuerst alle neun Felder abdeckt, gewinnt und bekommt so viele Punkte, wie die offenen Felder des anderen zusammen ergeben.',
    begin: 'Wer beginnt? Jeder wirft einmal beide Würfel, und die höhere Summe fängt an. Würfle!',
    'begin-other': 'Jetzt würfelt der Bot um den Anfang.',
    throw: 'Du bist dran: Wirf beide Würfel.',
    'sit-out': 'Dieser Wurf passt auf keines deiner offenen Felder, also setzt du diesmal aus.',
    'only-one': 'Es gibt nur einen Zug, und wer kann, der muss. Nimm ihn.',
    cover:
      'Decke beide gewürfelten Zahlen ab oder das eine Feld ihrer Summe. Tippe die Felder an oder eines der Angebote darunter. Bedenke: 7, 8 und 9 erreichst du nur mit einer Summe.',
    other:
      'Der Bot ist dran. Er würfelt und deckt Felder seiner eigenen Reihe ab, das ist die dir gegenüber.',
    ten: 'Die Würfel ergeben zusammen 10. So eine Summe deckt Feld 1 ab.',
    equal: 'Ein Pasch: Es zählt allein die Summe, nicht die einzelne Zahl.',
    eleven:
      'Die Summen 11 und 12 haben kein Feld. Mit 5 und 6 kannst du noch die 5 und die 6 abdecken; zwei Sechsen passen nirgends.',
    covered: 'Eine Klappe ist gefallen. Dieses Feld ist erledigt; es bleiben höchstens acht.',
    'sat-out': 'Du musstest aussetzen. Zum Ende hin passiert das immer öfter, euch beiden.',
    'other-sat-out':
      'Der Bot konnte seinen Wurf nicht nutzen und setzt aus. Freiwillig passen darf niemand.',
    'last-fields':
      'Nur noch wenige deiner Felder sind offen. Jetzt braucht es genau den richtigen Wurf, also Geduld.',
    'other-last-fields':
      'Der Bot ist fast fertig. Gewinnt er, bekommt er die Summe deiner offenen Felder: gut, wenn nur kleine offen sind.',
  },
  hu: {
    over: 'Vége a játéknak. Aki elsőként fedi le mind a kilenc mezőjét, az nyer, és annyi pontot kap, amennyi a másik nyitott mezőinek összege.',
    begin: 'Ki kezd? Mindketten dobtok egyet a két kockával, és a nagyobb összeg kezd. Dobj!',
    'begin-other': 'Most a bot dob a kezdésért.',
    throw: 'Te jössz: dobj a két kockával.',
    'sit-out': 'Ez a dobás egyik nyitott meződre sem illik, ezért most kimaradsz.',
    'only-one': 'Csak egy lépés van, és aki tud lépni, annak lépnie kell. Tedd meg!',
    cover:
      'Fedd le mindkét dobott számot, vagy az összegük egyetlen mezőjét. Koppints a mezőkre, vagy az alattuk lévő ajánlatok egyikére. Ne feledd: a 7-es, a 8-as és a 9-es csak összeggel érhető el.',
    other: 'A bot következik. Dob, és a saját sorának mezőit fedi le; az a veled szemközti sor.',
    ten: 'A kockák összege 10. Az ilyen összeg az 1-es mezőt fedi le.',
    equal: 'Két egyforma kocka: csak az összegük számít, a szám maga nem.',
    eleven:
      'A 11-es és a 12-es összegnek nincs mezője. Az 5-össel és a 6-ossal még lefedheted az 5-öst és a 6-ost; két hatos sehová sem illik.',
    covered: 'Lecsukódott egy fedőlap. Ez a mező kész; legfeljebb nyolc van hátra.',
    'sat-out': 'Ki kellett maradnod. A vége felé ez egyre gyakoribb, mindkettőtöknél.',
    'other-sat-out':
      'A bot nem tudta felhasználni a dobását, ezért kimarad. Önként passzolni nem lehet.',
    'last-fields':
      'Már csak néhány meződ van nyitva. Most pontosan a jó dobás kell, légy türelmes.',
    'other-last-fields':
      'A bot mindjárt kész. Ha nyer, a nyitott mezőid összegét kapja: jó, ha csak kicsik maradnak.',
  },
});
