import { cpSync, existsSync } from 'node:fs';
import { defineConfig } from 'vite';

const demo = 'server/demo/main.ts';

/** The server for Node: its own code in `dist/server`, libraries from node_modules, migrations beside it. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    rollupOptions: {
      input: {
        main: 'server/main.ts',
        tools: 'server/operations/tools.ts',
        'parse-worker': 'server/import/parse-worker.ts',
        ...(existsSync(demo) ? { demo } : {}),
      },
      // Flat: a file finds the migrations and the import worker beside itself.
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
  },
  plugins: [
    {
      name: 'migrations',
      writeBundle: ({ dir = 'dist/server' }) =>
        cpSync('server/db/migrations', `${dir}/db/migrations`, { recursive: true }),
    },
  ],
});
