import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { messages } from './build/messages';

// The page is built into the Python package, which serves it; in development the server answers the API.
export default defineConfig({
  plugins: [svelte(), messages()],
  build: {
    outDir: '../src/stammtisch/server/page',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    // Telephones of 2022 are still about; what they lack is written out for them (`light-dark()`).
    cssTarget: ['chrome107', 'firefox108', 'safari16'],
    // The second page is what the service worker shows without a connection.
    rollupOptions: { input: ['index.html', 'offline.html'] },
  },
  server: {
    proxy: {
      '/api': { target: process.env['STAMMTISCH_SERVER'] ?? 'http://127.0.0.1:8765', ws: true },
    },
  },
});
