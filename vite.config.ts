import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vite';
import { oldestBrowsers } from './contract/browsers.ts';

const apiServer = `http://127.0.0.1:${process.env['API_PORT'] ?? '4311'}`;

/** The app: React screens, the service worker with its precache list. */
export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sync',
      filename: 'service-worker.ts',
      injectRegister: false,
      manifest: false,
      injectManifest: {
        globPatterns: ['**/*.{js,css,html,wasm,woff2,png,svg,webmanifest}'],
        maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
      },
    }),
  ],
  // Dexie's build for today's browsers is 2 kB gzip lighter than the one its package names.
  resolve: { alias: [{ find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' }] },
  build: {
    outDir: 'dist/app',
    target: Object.entries(oldestBrowsers).map(([browser, version]) => `${browser}${version}`),
    sourcemap: false,
    manifest: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
  server: { port: 4310, proxy: { '/api': { target: apiServer, changeOrigin: false } } },
});
