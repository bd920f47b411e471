import { eq } from 'drizzle-orm';
import type { AgreementTerms, PenaltyClause, TicketTerms } from '#contract/records/agreement-terms.ts';
import { failureClasses, machineStatuses } from '#contract/records/values.ts';
import { workEvent } from '#contract/rules/work-events.ts';
import { waitingReasons, type WorkEvent, type WorkEventKind } from '#contract/records/work-event.ts';
import type { Database } from '#server/db/database.ts';
import * as schema from '#server/db/schema.ts';
import { writeScope } from '#server/db/scope.ts';
import { type Seeded, seeded } from '#server/demo/seeded.ts';
import type { HospitalPlan } from './seeded-hospital.ts';

/** The time grid of all facts, on which loops with this step are exact. */
export const stepMs = 15 * 60_000;

const clause = (of: Partial<PenaltyClause>): PenaltyClause => ({
  measure: 'repair',
  basis: 'day',
  unit: 'percent of price',
  steps: [{ from: 0, rate: 0.5 }],
  doublesAfterDays: null,
  cap: null,
  ...of,
});

const base: AgreementTerms = {
  covers: ['labour', 'parts'],
  exclusions: 'Damage by liquids',
  visitsPerYear: 4,
  yearlyPrice: 64_321.99,
  taxPercent: 18,
  window: { hours: '24x7', workDays: [1, 2, 3, 4, 5, 6], hoursFrom: '09:00', hoursTo: '17:00', onHolidays: false },
  responseHours: 4,
  repairDays: 2,
  uptimePercent: 98,
  uptimePer: 'quarter',
  noticeDays: 30,
  penalties: [
    clause({
      steps: [
        { from: 0, rate: 0.5 },
        { from: 2, rate: 1.25 },
      ],
      doublesAfterDays: 5,
      cap: 10,
    }),
    clause({
      measure: 'response',
      basis: 'case',
      unit: 'INR',
      steps: [
        { from: 0, rate: 250 },
        { from: 8, rate: 999.99 },
      ],
    }),
    clause({
      measure: 'uptime',
      basis: 'point',
      unit: 'percent of contract',
      steps: [
        { from: 0, rate: 0.1 },
        { from: 3, rate: 0.3333 },
      ],
      cap: 2,
    }),
  ],
};

/** Terms of several shapes: hours, holidays, every measure, basis and unit, steps, doubling and caps. */
const shapes: readonly AgreementTerms[] = [
  base,
  {
    ...base,
    window: { ...base.window, hours: 'set' },
    uptimePercent: 95,
    penalties: [
      clause({ unit: 'days of extension', steps: [{ from: 0, rate: 1.5 }], doublesAfterDays: 3 }),
      clause({ unit: 'INR', steps: [{ from: 1, rate: 333.33 }], cap: 2_000 }),
      clause({
        measure: 'response',
        unit: 'INR',
        steps: [
          { from: 0, rate: 100 },
          { from: 16, rate: 150 },
        ],
        doublesAfterDays: 2,
      }),
      clause({
        measure: 'uptime',
        basis: 'case',
        steps: [
          { from: 0, rate: 0.75 },
          { from: 5, rate: 2 },
        ],
      }),
    ],
  },
  {
    ...base,
    covers: ['labour', 'accessories'],
    window: {
      ...base.window,
      hours: 'set',
      workDays: [1, 2, 3, 4, 5],
      hoursFrom: '20:00',
      hoursTo: '06:15',
      onHolidays: true,
    },
    responseHours: 1.5,
    repairDays: 1,
    uptimePer: 'year',
    penalties: [
      clause({
        basis: 'case',
        unit: 'percent of contract',
        steps: [
          { from: 0, rate: 1 },
          { from: 4, rate: 3 },
        ],
        doublesAfterDays: 10,
      }),
      clause({ measure: 'uptime', basis: 'day', unit: 'days of extension', steps: [{ from: 0, rate: 2 }] }),
    ],
  },
];

/**
 * Gives a planned hospital contracts with terms, holidays, and a year of tickets whose steps arrive in any order, late,
 * and sometimes contradict each other. The same plan gives the same facts.
 */
export async function addAgreementFacts(db: Database, plan: HospitalPlan, now: Date): Promise<void> {
  const random = seeded(plan.seed + 11);
  await db.transaction(async (tx) => {
    const scope = writeScope(tx, plan);
    await scope.insert(
      schema.holiday,
      ['2025-08-15', '2025-10-20', '2026-01-26', '2026-03-04', '2026-05-01'].map((onDay) => ({
        onDay,
        name: 'Closed',
      })),
    );
    for (const [place, device] of plan.devices.entries()) {
      await scope.update(
        schema.installation,
        { price: random.chance(0.8) ? random.between(100_000, 90_000_000) / 100 : null },
        eq(schema.installation.id, device.id),
      );
      if (place % 7 !== 6 || !device.isRetired) continue;
      await scope.update(schema.installation, { removalReason: 'mistake' }, eq(schema.installation.id, device.id));
    }
    let number = 0;
    let lastMs = 0;
    for (const [place, terms] of shapes.entries()) {
      const contractId = `${plan.id}-contract-${place}`;
      const [startOn, endOn] = random.pick([
        ['2025-07-01', '2026-06-30'],
        ['2025-09-10', '2026-09-09'],
        ['2025-01-01', '2026-02-14'],
      ] as const);
      const kept: TicketTerms = {
        contractId,
        number: `C-${place}`,
        kind: 'CMC',
        vendorId: null,
        vendorName: '',
        phone: '',
        startOn,
        endOn,
        terms,
      };
      await scope.insert(schema.warranty, {
        id: contractId,
        number: kept.number,
        kind: 'CMC',
        startOn,
        endOn,
        durationMonths: 12,
        // Some contracts are entered without a price.
        terms: random.chance(0.8) ? terms : { ...terms, yearlyPrice: null },
      });
      const devices = plan.devices.slice(place * 3, place * 3 + 3);
      await scope.insert(
        schema.warrantySerial,
        devices.map(({ id }) => ({ warrantyId: contractId, deviceId: id })),
      );
      // Tickets of a device that has left the contract keep its terms.
      for (const device of plan.devices.slice(place * 3, place * 3 + 4)) {
        lastMs = 0;
        for (let count = random.between(2, 5); count > 0; count--) {
          number += 1;
          await addTicket(number, device.id, random.chance(0.9) ? changed(random, kept) : null);
        }
      }
    }

    /** Some are reported while the previous one is open, some at the end of a quarter, which they outlast. */
    function reportedAfter(beforeMs: number): number {
      if (beforeMs > 0 && random.chance(0.3)) return beforeMs + random.between(0, 100) * stepMs;
      const quarterEndMs = Date.parse(random.pick(['2025-09-30', '2025-12-31', '2026-03-31'] as const));
      if (random.chance(0.3)) return quarterEndMs - random.between(0, 300) * stepMs;
      return Date.parse('2025-06-20T00:00:00Z') + random.between(0, 372 * 96) * stepMs;
    }

    async function addTicket(place: number, deviceId: string, terms: TicketTerms | null): Promise<void> {
      const id = `${plan.id}-evidence-${place}`;
      const reportedMs = Math.min(reportedAfter(lastMs), gridOf(now.getTime()) - stepMs);
      lastMs = reportedMs;
      const closedMs = reportedMs + random.between(1, random.pick([40, 400, 2_000])) * stepMs;
      const closedAt = closedMs < now.getTime() && random.chance(0.9) ? new Date(closedMs) : null;
      await scope.insert(schema.ticket, {
        id,
        number: `EV-${place}`,
        deviceId,
        issueType: 'Electrical',
        problemReported: 'No output',
        priority: 'High',
        status: closedAt ? 'Closed' : 'Open',
        machineStatus: random.chance(0.7) ? 'System Down' : random.pick(machineStatuses),
        reportedBy: 'Asha',
        reportedById: `${plan.id}-nobody`,
        reportedAt: new Date(reportedMs),
        receivedAt: new Date(reportedMs),
        closedAt,
        failureClass: closedAt !== null && random.chance(0.7) ? random.pick(failureClasses) : null,
        terms,
      });
      const events = stepsOf(id, reportedMs, closedMs);
      await scope.insert(
        schema.workEvent,
        events.map(({ at, receivedAt, tabletTime: _tabletTime, by, byRole, ...event }) => ({
          ...event,
          ownerKind: 'ticket' as const,
          ownerId: id,
          at: new Date(at),
          receivedAt: new Date(receivedAt ?? at),
          byName: by,
          byRole,
        })),
      );
    }

    /** Steps in any order; some come before the report or after the closing. */
    function stepsOf(id: string, reportedMs: number, closedMs: number): WorkEvent[] {
      const kinds: WorkEventKind[] = [
        'arrived',
        'waiting',
        'resumed',
        'waiting',
        'resumed',
        'left-pending',
        'accepted',
        'restored',
      ];
      return kinds
        .filter(() => random.chance(0.6))
        .map((kind, place) => {
          const range = Math.floor((closedMs - reportedMs) / stepMs);
          const plannedMs = reportedMs + random.between(random.chance(0.1) ? -8 : 0, Math.ceil(range * 1.1)) * stepMs;
          // The server refuses steps in the future.
          const atMs = Math.min(plannedMs, gridOf(now.getTime()));
          const facts = {
            id: `${id}-${place}`,
            at: new Date(atMs).toISOString(),
            receivedAt: new Date(atMs + (random.chance(0.3) ? 90 * 60_000 : 0)).toISOString(),
            by: 'Asha',
            byRole: 'BME' as const,
          };
          if (kind === 'waiting') {
            const reason = random.chance(0.6)
              ? random.pick(['access', 'approval'] as const)
              : random.pick(waitingReasons);
            return workEvent('waiting', { reason, note: '' }, facts);
          }
          return workEvent(kind, {}, facts);
        });
    }
  });
}

/** Returns terms as they were when a ticket was reported: some have changed since. */
function changed(random: Seeded, kept: TicketTerms): TicketTerms {
  if (random.chance(0.8)) return kept;
  return { ...kept, terms: { ...kept.terms, responseHours: 8, repairDays: null, yearlyPrice: 50_000 } };
}

function gridOf(ms: number): number {
  return Math.floor(ms / stepMs) * stepMs;
}
