// Keeps one thing ready: the page that says there is no connection, with what that page needs.
// Everything else comes from the server, and nothing of a game is ever kept here.

const KEPT = 'offline';
const PAGE = '/offline.html';
/** Where the page leaves the words for each table whose turns this device hears of. */
const WORDS = 'turns';

addEventListener('install', (event) => {
  skipWaiting();
  event.waitUntil(keep());
});

addEventListener('activate', (event) => event.waitUntil(clients.claim()));

addEventListener('fetch', (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || pathname.startsWith('/api/'))
    return;
  if (request.mode === 'navigate') event.respondWith(page(event));
  else event.respondWith(file(request));
});

// The server says at which table it is somebody's turn, and nothing else.
addEventListener('push', (event) => event.waitUntil(tell(event.data?.json().table)));

// A tap on "your turn" leads to its table, which may be open already.
addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data?.table));
});

async function page(event) {
  try {
    const answer = await fetch(event.request);
    event.waitUntil(renew());
    return answer;
  } catch {
    return (await caches.match(PAGE)) ?? Response.error();
  }
}

async function file(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(request)) ?? Response.error();
  }
}

async function show(table) {
  const open = (await windows()).find((client) => isAt(client, table));
  await (open ? open.focus() : clients.openWindow(table ? `/t/${table}` : '/'));
}

/** One notification a table: a later one takes its place. Whoever looks at the table needs none. */
async function tell(table) {
  const looking = ({ visibilityState }) => visibilityState === 'visible';
  if ((await windows()).some((client) => looking(client) && isAt(client, table))) return;
  const kept = await caches.match(`/${WORDS}/${table}`, { cacheName: WORDS });
  const { title, body } = kept ? await kept.json() : { title: 'Stammtisch' };
  const options = {
    body,
    tag: `turn-${table}`,
    renotify: true,
    icon: '/icon.svg',
    data: { table },
  };
  await registration.showNotification(title, options);
}

const windows = () => clients.matchAll({ type: 'window', includeUncontrolled: true });
const isAt = (client, table) => new URL(client.url).pathname === `/t/${table}`;

/** The offline page and the files it names; those of an older build go. */
async function keep() {
  const answer = await fetch(PAGE, { cache: 'no-cache' });
  if (!answer.ok) return;
  const text = await answer.clone().text();
  const named = [...text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, address]) => address);
  const cache = await caches.open(KEPT);
  await cache.addAll(named);
  await cache.put(PAGE, answer);
  const known = new Set([PAGE, ...named]);
  const old = (await cache.keys()).filter(({ url }) => !known.has(new URL(url).pathname));
  await Promise.all(old.map((request) => cache.delete(request)));
}

/** After an update of the server the offline page is another one, too. */
async function renew() {
  try {
    const [fresh, kept] = await Promise.all([
      fetch(PAGE, { cache: 'no-cache' }),
      caches.match(PAGE),
    ]);
    if (!fresh.ok || (await fresh.text()) === (await kept?.text())) return;
    await keep();
  } catch {
    // The connection went in the meantime: what was kept is still there.
  }
}
