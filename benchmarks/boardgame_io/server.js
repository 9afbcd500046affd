// A game of ZOCK's shape on boardgame.io: throw, then flip a flap, then it is the other's turn.
const { Server, Origins } = require('boardgame.io/server');
const { INVALID_MOVE } = require('boardgame.io/core');

const flaps = () => Array(9).fill(false);

const game = {
  name: 'zock',
  minPlayers: 2,
  maxPlayers: 2,
  setup: () => ({ rows: [flaps(), flaps()], dice: null }),
  moves: {
    roll: {
      client: false,
      move: ({ G, random }) => {
        if (G.dice) return INVALID_MOVE;
        G.dice = [random.D6(), random.D6()];
      },
    },
    flip: {
      client: false,
      move: ({ G, events, playerID }, flap) => {
        if (!G.dice || !(flap >= 0 && flap < 9)) return INVALID_MOVE;
        const row = G.rows[Number(playerID)];
        row[flap] = !row[flap];
        G.dice = null;
        events.endTurn();
      },
    },
  },
};

Server({ games: [game], origins: [Origins.LOCALHOST] }).run(Number(process.argv[2]), () => console.log('open'));
