import type { Page } from '@playwright/test';
import { seedPassword } from '#tests/support/seed.ts';
import { comparedRow, figures, median, percentile } from './bench.ts';
import type { Bench, BenchContext } from './bench.ts';
import { inPage } from './in-page.ts';
import { buildServer, startOurs } from './servers.ts';
import { openWardDatabase, seedWard } from './ward.ts';
import type { BenchWard } from './ward.ts';

const devicesInRound = 40;
const commands = 200;
const atOnce = 4;

/**
 * Opens a tablet in a real browser, signed in at the built server, which runs in its own process on its own PostgreSQL.
 */
export async function withTablet(
  { openPage, pageFolder }: BenchContext,
  work: (page: Page, ward: BenchWard) => Promise<void>,
): Promise<void> {
  const built = await buildServer(pageFolder);
  const database = await openWardDatabase();
  try {
    const ward = await seedWard(database.db, 'A', { templates: 10, devicesEach: devicesInRound });
    await database.db.execute('analyze');
    const server = await startOurs(database, built);
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
    await built.remove();
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

/** Measures saving and sending with the engine in a real browser. */
export const engineBenches: readonly Bench[] = [
  {
    name: 'engine save',
    async run(context) {
      let runs: { save: number; bare: number }[] = [];
      await withTablet(context, async (page, ward) => {
        await page.context().setOffline(true);
        const bodies = (count: number) => Array.from({ length: count }, (_none, at) => roundOf(ward, at));
        await inPage(page, 'saveRuns', bodies(5));
        runs = await inPage(page, 'saveRuns', bodies(context.times(60, 200)));
      });
      const of = (what: 'save' | 'bare') => runs.map((run) => run[what]);
      const p95 = percentile(of('save'), 0.95);
      const ratio = median(runs.map(({ save, bare }) => save / bare));
      const told = (what: 'save' | 'bare') =>
        `${figures(of(what), 'ms')}, p95 ${percentile(of(what), 0.95).toFixed(1)} ms`;
      return [
        {
          what: `Save of a round of ${devicesInRound} devices to "Saved on this tablet"`,
          ours: told('save'),
          peer: `one durable put ${told('bare')}`,
          ratio,
          target: '<= 3 x, p95 <= 50 ms',
          met: ratio <= 3 && p95 <= 50,
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
        for (let pair = 0; pair < context.times(3, 7); pair += 1) {
          const first = pair % 2 === 0 ? await bare() : 0;
          const sentMs = await sent();
          runs.push({ sent: sentMs, bare: first || (await bare()) });
          context.say(`pair ${pair + 1}: ${JSON.stringify(runs.at(-1))}`);
        }
      });
      const each = (what: 'sent' | 'bare') => runs.map((run) => run[what] / commands);
      return [
        comparedRow({
          what: `Sending ${commands} waiting notes, ${atOnce} at once, a note`,
          peerName: 'bare fetch',
          unit: 'ms',
          ours: each('sent'),
          peer: each('bare'),
          atMost: 1.5,
        }),
      ];
    },
  },
];
