// Keeps the page for times without a connection: after the first visit all of it, and the runtime of the games once
// it has been fetched. With a connection everything comes from the server, except for files that never change.

/** The folder of the page, with a slash at its end. */
const ROOT = new URL(registration.scope).pathname;
/** The page itself and all its files; the runtime, which `local/offline.ts` keeps too; answers about the games. */
const PAGE = 'page';
const RUNTIME = 'runtime';
const ANSWERS = 'answers';
/** Where the page leaves the words for each table whose turns this device hears of. */
const WORDS = 'turns';

const INDEX = ROOT;
const FILES = `${ROOT}files.json`;
const GAMES = `${ROOT}api/games`;
const MANIFEST = `${ROOT}runtime/manifest.json`;

addEventListener('install', (event) => {
  skipWaiting();
  event.waitUntil(keepFirst());
});

addEventListener('activate', (event) => event.waitUntil(clients.claim()));

addEventListener('fetch', (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || !pathname.startsWith(ROOT)) return;
  const path = pathname.slice(ROOT.length);
  if (request.mode === 'navigate' && !path.startsWith('api/')) event.respondWith(page(event));
  else if (/^api\/games(?:\/\w+\/(?:rules|layout))?$/.test(path))
    event.respondWith(latest(request, ANSWERS));
  else if (path.startsWith('api/')) return;
  else if (path.startsWith('assets/')) event.respondWith(kept(request));
  else if (pathname === MANIFEST) event.respondWith(listOfRuntime(request));
  else if (path.startsWith('runtime/')) event.respondWith(fileOfRuntime(request));
  else event.respondWith(latest(request, PAGE));
});

// The page asks for the rest when it has nothing else to do.
addEventListener('message', (event) => {
  if (event.data === 'keep') event.waitUntil(keepAll());
});

// The server says at which table it is somebody's turn, and nothing else.
addEventListener('push', (event) => event.waitUntil(tell(event.data?.json().table)));

// A tap on "your turn" leads to its table, which may be open already.
addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data?.table));
});

/** The page of the server; without a connection the one that was kept, at any address. */
async function page(event) {
  try {
    const answer = await fetch(event.request);
    if (answer.ok && isPage(answer)) event.waitUntil(renew(answer.clone()));
    return answer;
  } catch {
    return (await caches.match(INDEX, { cacheName: PAGE })) ?? Response.error();
  }
}

const isPage = (answer) => answer.headers.get('Content-Type')?.startsWith('text/html');

/** A file whose name changes with its content: what is kept is as good as any other. */
async function kept(request) {
  const known = await caches.match(request, { cacheName: PAGE });
  if (known) return known;
  const answer = await fetch(request);
  if (answer.status === 200) put(PAGE, request, answer.clone());
  return answer;
}

/** A file of the runtime. `local/kept.ts` keeps it once its hash has been checked, and nobody else does. */
async function fileOfRuntime(request) {
  return (await caches.match(request, { cacheName: RUNTIME })) ?? fetch(request);
}

/** The latest there is: without a connection, what was there last time. */
async function latest(request, name) {
  try {
    const answer = await fetch(request);
    if (answer.status === 200) put(name, request, answer.clone());
    return answer;
  } catch {
    return (await caches.match(request, { cacheName: name })) ?? Response.error();
  }
}

/** The files of the runtime. `local/offline.ts` keeps a new list only when all that games start with is here. */
async function listOfRuntime(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(request, { cacheName: RUNTIME })) ?? Response.error();
  }
}

/** What cannot be kept, because there is no room, is used all the same. */
function put(name, request, answer) {
  const keeping = caches.open(name).then((cache) => cache.put(request, answer));
  keeping.catch(() => undefined);
}

async function show(table) {
  const open = (await windows()).find((client) => isAt(client, table));
  await (open ? open.focus() : clients.openWindow(table ? `${ROOT}t/${table}` : ROOT));
}

/** One notification a table: a later one takes its place. Whoever looks at the table needs none. */
async function tell(table) {
  const looking = ({ visibilityState }) => visibilityState === 'visible';
  if ((await windows()).some((client) => looking(client) && isAt(client, table))) return;
  const words = await caches.match(`/${WORDS}/${table}`, { cacheName: WORDS });
  const { title, body } = words ? await words.json() : { title: 'Stammtisch' };
  const options = {
    body,
    tag: `turn-${table}`,
    renotify: true,
    icon: `${ROOT}icon.svg`,
    data: { table },
  };
  await registration.showNotification(title, options);
}

const windows = () => clients.matchAll({ type: 'window', includeUncontrolled: true });
const isAt = (client, table) => new URL(client.url).pathname === `${ROOT}t/${table}`;

/** The page and what it names: enough to begin without a connection. */
async function keepFirst() {
  const answer = await fetch(INDEX, { cache: 'no-cache' });
  if (answer.ok) await keepPage(answer);
}

async function keepPage(answer) {
  const text = await answer.clone().text();
  const named = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, one]) => one);
  await keepMissing(named.map((one) => new URL(one, new URL(ROOT, location.href)).pathname));
  await (await caches.open(PAGE)).put(INDEX, answer);
}

/** All files of the page, and none of an older one. */
async function keepAll() {
  const answer = await fetch(FILES, { cache: 'no-cache' });
  if (!answer.ok) return;
  const files = (await answer.json()).map((name) => ROOT + name);
  const named = files.filter(isNamedByContent);
  const cache = await caches.open(PAGE);
  await keepGames();
  // A static host has the answers about the games as files, which may be others after an update.
  for (const address of files) if (!isNamedByContent(address)) await keepLatest(cache, address);
  await keepMissing(named);
  const known = new Set(named);
  const old = (await cache.keys()).filter(({ url }) => {
    const { pathname } = new URL(url);
    return isNamedByContent(pathname) && !known.has(pathname);
  });
  await Promise.all(old.map((request) => cache.delete(request)));
}

/** What the host has now, whatever the browser remembers. */
async function keepLatest(cache, address) {
  const answer = await fetch(address, { cache: 'no-cache' });
  if (!answer.ok) throw new Error(`${address}: status ${answer.status}`);
  await cache.put(address, answer);
}

/** Whether a file is another one under each name, so that it need never be fetched again. */
const isNamedByContent = (address) => address.startsWith(`${ROOT}assets/`);

/** Which games there are: without it not even the home page could be shown. */
async function keepGames() {
  const answer = await fetch(GAMES).catch(() => undefined);
  if (answer?.ok) await (await caches.open(ANSWERS)).put(GAMES, answer);
}

/** One after the other, so that whoever plays meanwhile does not notice. */
async function keepMissing(addresses) {
  const cache = await caches.open(PAGE);
  for (const address of addresses) if (!(await cache.match(address))) await cache.add(address);
}

/** After an update of the server the page is another one; what it names is kept with it. */
async function renew(answer) {
  try {
    const text = await answer.clone().text();
    const known = await (await caches.match(INDEX))?.text();
    if (text !== known) await keepPage(answer);
  } catch {
    // The connection went in the meantime: what was kept is still there.
  }
}
