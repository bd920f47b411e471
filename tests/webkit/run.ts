import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { demoSignIns } from '#server/demo/seed.ts';
import { startBuiltServer } from '#tests/support/built-server.ts';
import { dayOfRun, drawByDay } from '#tests/support/day.ts';
import {
  dialogsOfAdmin,
  dialogsOfHospital,
  dialogWindows,
  lookAtDialogs,
  prepareDialogs,
} from '#tests/support/dialogs.ts';
import { press, screenAt, type } from '#tests/support/in-page.ts';
import { paths } from '#ui/paths.ts';
import { goBack, tryStarts } from './starts.ts';
import { openWebKit } from './window.ts';

const { values } = parseArgs({
  options: {
    /** Full loads in quick succession. */
    loads: { type: 'string', default: '24' },
    /** How often a page is left during startup and returned to. */
    'ways-back': { type: 'string', default: '6' },
    /** Number of window sizes for the dialog checks, chosen by day if fewer than all. */
    windows: { type: 'string', default: String(dialogWindows.length) },
    /** The build to test. */
    build: { type: 'string', default: 'dist' },
  },
});
const build = resolve(values.build);
if (!existsSync(join(build, 'server/demo.js'))) throw new Error('There is no build: npm run build comes first.');

const folder = mkdtempSync(join(tmpdir(), 'ward-webkit-'));
const server = await startBuiltServer(join(folder, 'data'), {}, 'demo', build);
// A service worker requires localhost or HTTPS.
const origin = `http://localhost:${server.port}`;
const webkit = await openWebKit(join(folder, 'profile'));
const faults: string[] = [];
const windows = drawByDay(dayOfRun(), dialogWindows.length, Number(values.windows)).flatMap(
  (at) => dialogWindows[at] ?? [],
);

async function signIn({ email, password }: { email: string; password: string }, home: string): Promise<void> {
  await webkit.load(`${origin}${paths.login()}`);
  await webkit.until('the sign-in', type('[name=email]', email));
  await webkit.until('the sign-in', type('[name=password]', password));
  await webkit.until('the sign-in', press('Sign in'));
  await webkit.until('the first screen', screenAt(home));
}

try {
  await signIn(demoSignIns.hospital, paths.bmeDashboard());
  const occasions = await prepareDialogs(origin);
  const parts = [
    () => tryStarts(webkit, origin, Number(values.loads)),
    () => goBack(webkit, origin, Number(values['ways-back'])),
    () => lookAtDialogs(webkit, origin, windows, dialogsOfHospital(occasions)),
    async () => {
      await signIn(demoSignIns.admin, paths.adminDashboard());
      return lookAtDialogs(webkit, origin, windows, dialogsOfAdmin);
    },
  ];
  for (const part of parts) faults.push(...(await part().catch((error: unknown) => [String(error)])));
} catch (error) {
  faults.push(String(error));
} finally {
  await webkit.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
for (const fault of faults) console.log(`FAULT ${fault}`);
console.log(`WebKit: ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;
