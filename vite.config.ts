import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { VitePWA } from 'vite-plugin-pwa';
import { resolve } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { oldestBrowsers } from './contract/browsers.ts';
import { chunkGroups, firstChunks } from './scripts/chunks.ts';
import { startupPictures } from './scripts/ios-screens.ts';

const apiServer = `http://127.0.0.1:${process.env['API_PORT'] ?? '4311'}`;

/** Links the startup pictures of iPhones and iPads from index.html. */
const linkStartupPictures: Plugin = {
  name: 'link-startup-pictures',
  transformIndexHtml: () =>
    startupPictures.map(({ file, media }) => ({
      tag: 'link',
      attrs: { rel: 'apple-touch-startup-image', href: `/${file}`, media },
      injectTo: 'head',
    })),
};

/** Names the chunks of the first screen in index.html: without it the page learns of each only from the one before. */
const preloadFirstChunks: Plugin = {
  name: 'preload-first-chunks',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      firstChunks(Object.values(bundle ?? {})).map((href) => ({
        tag: 'link',
        attrs: { rel: 'modulepreload', crossorigin: true, href: `/${href}` },
        injectTo: 'head',
      })),
  },
};

/** Dexie's build for today's browsers is 2 kB gzip lighter than the one its package names. */
const modernDexie = { find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' };
/** React Router's build without the warnings for developers, which its package names to nobody. */
const quietRouter = {
  find: /^react-router$/,
  replacement: resolve('node_modules/react-router/dist/production/index.mjs'),
};

/** The app: React screens, the service worker with its precache list. */
export default defineConfig(({ command }) => ({
  plugins: [
    react(),
    tailwindcss(),
    linkStartupPictures,
    preloadFirstChunks,
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sync',
      filename: 'service-worker.ts',
      injectRegister: false,
      manifest: false,
      injectManifest: {
        globPatterns: ['**/*.{js,css,html,wasm,woff2,png,svg,webmanifest}'],
        // Only the platform reads them, when the app is put on the home screen.
        globIgnores: ['startup/**', 'icons/{apple-touch-icon,icon-512,maskable-*,shortcut-*}.png'],
        maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
      },
    }),
  ],
  resolve: { alias: [modernDexie, ...(command === 'build' ? [quietRouter] : [])] },
  build: {
    outDir: 'dist/app',
    target: Object.entries(oldestBrowsers).map(([browser, version]) => `${browser}${version}`),
    sourcemap: false,
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunkGroups },
        // The bundler names a shared chunk after every screen that uses it.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
      },
    },
    modulePreload: {
      polyfill: false,
      // The routes are in the kit: the names of what each screen needs take 1.6 kB before the first rows, and the service
      // worker has these files anyway.
      resolveDependencies: (_file, needed, { hostId }) => (hostId.startsWith('assets/kit-') ? [] : needed),
    },
    assetsInlineLimit: 0,
  },
  server: { port: 4310, proxy: { '/api': { target: apiServer, changeOrigin: false } } },
}));
