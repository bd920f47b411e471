import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { budgets, bundleSize } from '../../scripts/bundle-size.ts';
import type { Bench } from './bench.ts';

const app = fileURLToPath(new URL('../../dist/app', import.meta.url));

/** Measures what the built app loads, if there is a build. */
export const sizeBenches: readonly Bench[] = [
  {
    name: 'size',
    async run({ say }) {
      if (!existsSync(`${app}/.vite/manifest.json`)) {
        say('no build in dist/app: run npm run build first');
        return [];
      }
      const { entry, firstRows, tooEarly } = bundleSize(app);
      const row = (what: string, size: number, budget: number) => ({
        what: `JavaScript and CSS of dist/app, gzip: ${what}`,
        target: `<= ${budget} kB`,
        ours: `${size.toFixed(1)} kB${tooEarly.length > 0 ? `; loaded too early: ${tooEarly.join(', ')}` : ''}`,
        met: size <= budget && tooEarly.length === 0,
      });
      return [row('entry', entry, budgets.entry), row('all before the first rows', firstRows, budgets.firstRows)];
    },
  },
];
