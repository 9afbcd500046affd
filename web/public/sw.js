// Keeps one thing ready: the page that says there is no connection, with what that page needs.
// Everything else comes from the server, and nothing of a game is ever kept here.

const KEPT = 'offline';
const PAGE = '/offline.html';

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

// Phones show "your turn" through this worker: a tap leads to the table that is open already.
addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(show());
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

async function show() {
  const open = await clients.matchAll({ type: 'window' });
  const table = open.find((client) => new URL(client.url).pathname.startsWith('/t/')) ?? open[0];
  await (table ? table.focus() : clients.openWindow('/'));
}

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
