import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { build } from 'vite';
import { startBuiltServer } from '#tests/support/built-server.ts';
import { seedPassword } from '#tests/support/seed.ts';
import { median, percentile, ratioRow } from './bench.ts';
import type { Bench, BenchContext } from './bench.ts';
import { inPage } from './in-page.ts';
import { openWardDatabase, seedWard } from './ward.ts';
import type { BenchWard } from './ward.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const saves = 100;
const devicesInRound = 40;
const commands = 500;
const atOnce = 4;
const pairs = 5;

/** Builds the server of this tree, with the bench page as its app. */
async function buildServer(pageFolder: string): Promise<string> {
  const cache = join(root, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const folder = join(await mkdtemp(join(cache, 'ward-bench-')), 'dist');
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    build: {
      ssr: true,
      outDir: join(folder, 'server'),
      target: 'node20',
      rollupOptions: { input: { main: 'server/main.ts' }, output: { entryFileNames: '[name].js' } },
    },
  });
  await cp(join(root, 'server/db/migrations'), join(folder, 'server/db/migrations'), { recursive: true });
  await cp(pageFolder, join(folder, 'app'), { recursive: true });
  return folder;
}

/** A tablet in a real browser, signed in at the built server in a process of its own, on a PostgreSQL of its own. */
async function withTablet(
  { openPage, pageFolder }: BenchContext,
  work: (page: Page, ward: BenchWard) => Promise<void>,
): Promise<void> {
  const built = await buildServer(pageFolder);
  const database = await openWardDatabase();
  try {
    const ward = await seedWard(database.db, 'A', { templates: 25, devicesEach: devicesInRound });
    await database.db.execute('analyze');
    const { host = '', port = 0, user = '', database: name = '' } = database.connection;
    const server = await startBuiltServer(
      join(database.folder, 'server'),
      { DATABASE_URL: `postgresql://${user}@localhost/${name}?host=${encodeURIComponent(host)}&port=${port}` },
      'main',
      built,
    );
    const page = await openPage();
    try {
      await page.goto(server.origin);
      await inPage(page, 'signIn', ward.hospital.users.bme.email, seedPassword);
      await work(page, ward);
    } finally {
      await page.context().close();
      await server.stop();
    }
  } finally {
    await database.close();
    await rm(join(built, '..'), { recursive: true, force: true });
  }
}

function roundOf(ward: BenchWard, at: number) {
  const template = ward.templates[at % ward.templates.length]!;
  const observedAt = new Date().toISOString();
  return template.devices.map(({ id, serialNumber }) => ({
    installationBaseId: id,
    serialNumber,
    status: 'Operational' as const,
    description: '',
    observedAt,
    date: observedAt.slice(0, 10),
    dailyRoundTemplateId: template.id,
  }));
}

const notesOf = (ward: BenchWard) =>
  ward.tasks.slice(0, commands).map((taskId) => ({ taskId, note: 'Filter changed, alarm tested, battery holds.' }));

/** Saving and sending with the engine in a real browser. */
export const engineBenches: readonly Bench[] = [
  {
    name: 'engine save',
    async run(context) {
      let runs: { save: number; bare: number }[] = [];
      await withTablet(context, async (page, ward) => {
        await page.context().setOffline(true);
        const bodies = (count: number) => Array.from({ length: count }, (_none, at) => roundOf(ward, at));
        await inPage(page, 'saveRuns', bodies(5));
        runs = await inPage(page, 'saveRuns', bodies(saves));
      });
      const of = (what: 'save' | 'bare', share: number) =>
        percentile(
          runs.map((run) => run[what]),
          share,
        );
      const p95 = of('save', 0.95);
      return [
        {
          what: `Save of a round of ${devicesInRound} devices to "Saved on this device", p95`,
          target: 'at most 50 ms',
          result: `${p95.toFixed(1)} ms, p50 ${of('save', 0.5).toFixed(1)} ms (${saves} saves); a bare durable write: p95 ${of('bare', 0.95).toFixed(1)} ms, p50 ${of('bare', 0.5).toFixed(1)} ms`,
          met: p95 <= 50,
        },
      ];
    },
  },
  {
    name: 'engine send',
    async run(context) {
      const runs: { sent: number; bare: number }[] = [];
      await withTablet(context, async (page, ward) => {
        const { email } = ward.hospital.users.bme;
        const bare = () => inPage(page, 'fetchAll', notesOf(ward), email, seedPassword, atOnce);
        const sent = async () => {
          await page.context().setOffline(true);
          await inPage(page, 'saveNotes', notesOf(ward));
          const sending = inPage(page, 'timeToSendAll');
          await page.context().setOffline(false);
          return sending;
        };
        await bare();
        for (let pair = 0; pair < pairs; pair += 1) {
          const first = pair % 2 === 0 ? await bare() : 0;
          const sentMs = await sent();
          runs.push({ sent: sentMs, bare: first || (await bare()) });
          context.say(`pair ${pair + 1}: ${JSON.stringify(runs.at(-1))}`);
        }
      });
      const each = (what: 'sent' | 'bare') => (median(runs.map((run) => run[what])) / commands).toFixed(1);
      return [
        ratioRow(
          `Sending ${commands} waiting notes, ${atOnce} at once, beside the same requests by bare fetch`,
          1.5,
          runs.map((run) => run.sent / run.bare),
          `${each('sent')} ms beside ${each('bare')} ms a note`,
        ),
      ];
    },
  },
];
