import tailwindcss from '@tailwindcss/vite';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vite';
import { oldestBrowsers } from './contract/browsers.ts';
import { catalogues } from './scripts/catalogues.ts';

/** The page behind a label for people without an account: a small app of its own with its own worker. */
export default defineConfig({
  root: 'src/visitor',
  base: '/visitor/',
  publicDir: false,
  plugins: [
    catalogues,
    tailwindcss(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: '../../sync',
      filename: 'visitor-worker.ts',
      injectRegister: false,
      manifest: false,
      injectManifest: { globPatterns: ['**/*.{js,css,html}'] },
    }),
  ],
  resolve: { alias: [{ find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' }] },
  build: {
    outDir: '../../dist/app/visitor',
    emptyOutDir: true,
    target: Object.entries(oldestBrowsers).map(([browser, version]) => `${browser}${version}`),
    manifest: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
});
