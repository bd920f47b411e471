import { ensureBrowser } from './browsers.ts';
import { engineNamed } from './engine.ts';

/* Finds or installs the browser that is named; ends with 1 when it cannot be had. */
const [wanted = ''] = process.argv.slice(2);
const missing = ensureBrowser(engineNamed(wanted));
if (missing !== undefined) {
  console.error(`*** ${missing} ***`);
  process.exitCode = 1;
}
