/** Tests of the page begin with every game and every text; `lib/parts.test.ts` checks what pages load themselves. */

export {};

if ('document' in globalThis) await loadEverything();

async function loadEverything(): Promise<void> {
  const { default: texts } = await import('virtual:texts');
  const { locale } = await import('../src/lib/messages.svelte');
  const { loadGames } = await import('../src/games');
  const parts = Object.keys(texts).map((part) => part.replace(/^\w+\//, ''));
  await Promise.all([locale.need(...parts), loadGames()]);
}

export {};
