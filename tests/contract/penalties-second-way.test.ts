import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EvidenceBreach } from '#contract/calls/agreement/evidence.ts';
import { appUser } from '#server/db/schema.ts';
import { addAgreementFacts, stepMs } from '#tests/support/agreement-facts.ts';
import { isLongRun, shareOfDay } from '#tests/support/day.ts';
import { penaltiesSecondWay, readAgreementRows, ticksOf } from '#tests/support/penalties-second-way.ts';
import { planHospital } from '#tests/support/seeded-hospital.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { writeHospital } from '#tests/support/write-hospital.ts';

/** Hospitals whose penalties are computed twice; each run takes a daily share. */
const hospitals = 120;
const seeds = shareOfDay(
  Array.from({ length: hospitals }, (_, at) => at + 2001),
  isLongRun() ? 10 : 4,
);
const periods = [
  { period: 'quarter', at: '2025-Q3' },
  { period: 'quarter', at: '2025-Q4' },
  { period: 'quarter', at: '2026-Q1' },
  { period: 'quarter', at: '2026-Q2' },
  { period: 'year', at: '2025' },
  { period: 'year', at: '2026' },
] as const;

let server: TestServer;
const total = { sheets: 0, breaches: 0, penalties: 0, judged: 0 };
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => {
  const { sheets, breaches, penalties, judged } = total;
  console.log(
    `Hospitals ${seeds[0]} to ${seeds.at(-1)} of ${hospitals}: ${sheets} penalty sheets computed twice, ${judged} promises judged, ${breaches} broken, ${penalties} of them with an amount or an extension.`,
  );
  expect(breaches).toBeGreaterThan(seeds.length * 10);
  expect(penalties).toBeGreaterThan(seeds.length * 8);
  await server.close();
});

test.each(seeds)(
  'hospital %i: plain loops over a year of tickets give the same penalties',
  { timeout: 120_000 },
  async (seed) => {
    const { now } = server.clock;
    const { db } = server.database;
    const plan = planHospital(seed, now);
    await writeHospital(db, plan, now);
    await addAgreementFacts(db, plan, now);
    await db.update(appUser).set({ hospitalId: plan.id }).where(eq(appUser.id, server.city.users.bme.id));
    const bme = await server.as(server.city.users.bme);
    const rows = await readAgreementRows(db, plan);
    const firstMs = Date.parse('2025-01-01T00:00:00Z') - 2 * 86_400_000;
    const ticks = ticksOf(firstMs, Math.ceil(now.getTime() / stepMs) * stepMs, plan.timeZone);
    const contracts = rows.contracts.filter(({ id }) => id.startsWith(`${plan.id}-contract-`));
    expect(contracts).toHaveLength(3);
    for (const contract of contracts) {
      for (const query of periods) {
        const { answer, status, problem } = await bme.call('contractEvidence', { params: { id: contract.id }, query });
        if (status === 400) {
          expect(problem.errors).toMatchObject({ at: [expect.stringContaining('it promised nothing in this period')] });
          continue;
        }
        expect(status).toBe(200);
        const { from, to } = answer.period;
        const second = penaltiesSecondWay({ rows, contractId: contract.id, from, to, now, ticks, firstMs });
        const where = [seed, contract.id, query.at];
        expect([where, answer.judged]).toEqual([where, second.judged]);
        expect([where, answer.excluded.length]).toEqual([where, second.excluded]);
        expect([where, answer.breaches.map(told).toSorted()]).toEqual([
          where,
          second.breaches
            .map(({ key, ran, paise, extension }) => {
              const [measure = '', id = '', first = ''] = key.split(' ');
              const serial = rows.devices.find((device) => device.id === id)?.serialNumber;
              const subject = measure === 'uptime' ? `${serial} ${first}` : id;
              return [measure, subject, lengthOf(ran), paise, extension].join(' | ');
            })
            .toSorted(),
        ]);
        expect([where, Math.round(answer.totals.amount * 100), answer.totals.withoutAmount]).toEqual([
          where,
          second.paise,
          second.withoutAmount,
        ]);
        const extension = second.breaches.reduce((sum, breach) => sum + (breach.extension ?? 0), 0);
        expect([where, answer.totals.extensionDays]).toEqual([where, Math.ceil(extension / 10_000)]);
        total.sheets += 1;
        total.judged += second.judged.response + second.judged.repair + second.judged.uptime;
        total.breaches += second.breaches.length;
        total.penalties += second.breaches.filter(
          ({ paise, extension: days }) => (paise ?? 0) + (days ?? 0) > 0,
        ).length;
      }
    }
  },
);

const firstMonths = { January: '01', April: '04', July: '07', October: '10' } as const;

/** Formats a breach as a line: its subject, how long the clock ran, and its cost. */
function told({ measure, ticketId, serialNumber, promised, took, amount, extensionDays }: EvidenceBreach): string {
  const paise = amount === null ? null : Math.round(amount * 100);
  const extension = extensionDays === null ? null : Math.round(extensionDays * 10_000);
  if (measure !== 'uptime') {
    const [length = ''] = took.split(/ up to| \(/);
    return [measure, ticketId, length, paise, extension].join(' | ');
  }
  const [, month, year] = /in (?:(\w+) to \w+ )?(\d{4})$/.exec(promised) ?? [];
  const first = `${year}-${firstMonths[(month ?? 'January') as keyof typeof firstMonths]}-01`;
  const [, down] = /down (.*) of/.exec(took) ?? [];
  return [measure, `${serialNumber} ${first}`, down, paise, extension].join(' | ');
}

function lengthOf(ticks: number): string {
  const [hours, minutes] = [Math.floor(ticks / 4), (ticks % 4) * 15];
  if (hours === 0) return `${minutes} min`;
  return `${hours.toLocaleString('en-IN')} h${minutes > 0 ? ` ${minutes} min` : ''}`;
}
