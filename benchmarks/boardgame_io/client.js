// client.js URL PID TABLES SECONDS RATE: the load of server_load.py, on boardgame.io's own protocol.
const fs = require('node:fs');
const { io } = require('socket.io-client');

const [url, pid] = process.argv.slice(2, 4);
const [tables, seconds, rate] = process.argv.slice(4).map(Number);
const WARM_UP = 2000;
const TICKS = 100;
const PAGE = 4096;

let latencies = [];
let moves = 0;

function cpu() {
  const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

const memory = () => Number(fs.readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE;
const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

async function post(path, body) {
  const headers = { 'Content-Type': 'application/json' };
  return (await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
}

class Table {
  held = [null, null];
  sockets = [];
  credentials = [];
  sent = 0;

  async open() {
    const { matchID } = await post('/games/zock/create', { numPlayers: 2 });
    this.id = matchID;
    for (const playerID of ['0', '1']) {
      const sat = await post(`/games/zock/${matchID}/join`, { playerID, playerName: playerID });
      this.credentials.push(sat.playerCredentials);
      this.sockets.push(await this.connected(Number(playerID)));
    }
    this.sockets.forEach((socket, player) =>
      socket.emit('sync', matchID, String(player), this.credentials[player], 2),
    );
  }

  async connected(player) {
    const socket = io(`${url}/zock`, { transports: ['websocket'], forceNew: true });
    socket.on('sync', (_, { state }) => this.hold(player, state));
    socket.on('update', (_, state) => this.hold(player, state));
    await new Promise((done) => socket.on('connect', done));
    return socket;
  }

  hold(player, state) {
    this.held[player] = state;
    if (this.held[0]?._stateID !== this.held[1]?._stateID) return;
    if (this.sent) {
      latencies.push(performance.now() - this.sent);
      moves += 1;
      this.sent = 0;
    }
    if (rate) setTimeout(() => this.act(), (1000 * (0.5 + Math.random())) / rate);
    else this.act();
  }

  act() {
    const state = this.held[0];
    const player = Number(state.ctx.currentPlayer);
    const move = state.G.dice ? ['flip', [Math.floor(Math.random() * 9)]] : ['roll', []];
    const [type, args] = move;
    const payload = { type, args, playerID: String(player), credentials: this.credentials[player] };
    this.sent = performance.now();
    this.sockets[player].emit('update', { type: 'MAKE_MOVE', payload }, state._stateID, this.id, String(player));
  }
}

async function main() {
  const before = memory();
  for (let opened = 0; opened < tables; opened += 1) await new Table().open();
  await sleep(WARM_UP);
  const [spent, made] = [cpu(), moves];
  latencies = [];
  await sleep(1000 * seconds);
  const used = cpu() - spent;
  const counted = moves - made;
  latencies.sort((one, other) => one - other);
  const at = (part) => Number(latencies[Math.floor(latencies.length * part)].toFixed(2));
  console.log(
    JSON.stringify({
      tables,
      rate,
      moves: counted,
      moves_per_cpu_second: Math.round((10 * counted) / used) / 10,
      p50_ms: at(0.5),
      p99_ms: at(0.99),
      kb_per_table: Math.round((memory() - before) / tables / 1024),
    }),
  );
  process.exit(0);
}

void main();
