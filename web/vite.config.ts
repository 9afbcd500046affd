import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { chunks } from './build/chunks.ts';
import { compress } from './build/compress.ts';
import { files } from './build/files.ts';
import { messages } from './build/messages.ts';
import { typeface } from './build/typeface.ts';

// The page is built into the Python package, which serves it; in development the server answers the API.
export default defineConfig({
  plugins: [svelte(), messages(), typeface(), files(), compress()],
  // Scripts and styles name each other relative to themselves, so that the page can be in any folder. The pages
  // themselves are served at many addresses; `stammtisch site` writes the one that it needs.
  experimental: {
    renderBuiltUrl: (file, { hostType }) => (hostType === 'html' ? `/${file}` : { relative: true }),
  },
  worker: { format: 'es' },
  build: {
    outDir: '../src/stammtisch/server/page',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    // Phones of 2022 are still around; what they lack is written out for them (`light-dark()`).
    cssTarget: ['chrome107', 'firefox108', 'safari16'],
    rolldownOptions: {
      output: { codeSplitting: { groups: chunks } },
    },
  },
  server: {
    proxy: {
      '/api': { target: process.env['STAMMTISCH_SERVER'] ?? 'http://127.0.0.1:8765', ws: true },
    },
  },
  // Tests run in Node with a DOM of jsdom; Svelte has to know that this is a browser.
  ...(process.env['VITEST'] ? { resolve: { conditions: ['browser'] } } : {}),
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost/' } },
    include: ['tests/**/*.test.ts'],
    setupFiles: ['tests/setup.ts'],
    // One DOM for all files: to make one takes longer than the tests.
    isolate: false,
    // A busy machine is no failure.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    unstubGlobals: true,
  },
});
