import { and, eq, gte, inArray, not, sql } from 'drizzle-orm';
import { termsInForce } from '#contract/rules/agreements/in-force.ts';
import { agreementYearStart } from '#contract/rules/agreements/register.ts';
import type { AgreementTerms } from '#contract/records/agreement-terms.ts';
import { addMonthsKeepingDay, hospitalDay, type LocalDay } from '#contract/rules/hospital-day.ts';
import { warrantyEnd } from '#contract/rules/warranty-end.ts';
import * as schema from '../db/schema.ts';
import type { WriteScope } from '../db/scope.ts';
import { presentAgreements } from '../records/agreements.ts';
import { addDeviceTasks } from '../task/plan.ts';
import { type DemoJobs, doJobs } from './seed-jobs.ts';

const durationMonths = 24;
/** The contract began more than a year ago, and far enough into its second year that a visit is overdue. */
const monthsSoFar = 16;
/** Quarterly visits; in the current year the vendor has not visited the last devices. */
const visits = { frequency: 'quarterly', count: 7, missedDevices: 2 } as const;

const terms: AgreementTerms = {
  covers: ['labour', 'parts'],
  exclusions: 'Damage by liquids, and batteries.',
  visitsPerYear: 4,
  yearlyPrice: 240_000,
  taxPercent: 18,
  window: { hours: '24x7', workDays: [1, 2, 3, 4, 5, 6], hoursFrom: '09:00', hoursTo: '17:00', onHolidays: true },
  responseHours: 4,
  repairDays: 1,
  uptimePercent: 99,
  uptimePer: 'quarter',
  noticeDays: 60,
  penalties: [
    {
      measure: 'response',
      basis: 'case',
      unit: 'INR',
      steps: [{ from: 0, rate: 500 }],
      doublesAfterDays: null,
      cap: null,
    },
    {
      measure: 'repair',
      basis: 'day',
      unit: 'percent of price',
      steps: [{ from: 0, rate: 0.25 }],
      doublesAfterDays: 2,
      cap: 5,
    },
    {
      measure: 'uptime',
      basis: 'point',
      unit: 'days of extension',
      steps: [{ from: 0, rate: 5 }],
      doublesAfterDays: null,
      cap: 30,
    },
  ],
};

/**
 * Gives the demo hospital a contract with an uptime clause for the equipment type and make with the most breakdowns;
 * their tickets get its terms. Its visits are done, missed at some devices, and planned until its end.
 */
export async function seedAgreement(scope: WriteScope, demo: DemoJobs): Promise<void> {
  const { today, now, newId } = demo;
  const id = newId();
  const startOn = addMonthsKeepingDay(`${today.slice(0, 7)}-01`, -monthsSoFar);
  const number = `CMC-${startOn.slice(0, 4)}-01`;
  const [most] = await scope.rows<{ equipmentId: string; makeId: string; vendorId: string | null }>(sql`
    select i.equipment_id as "equipmentId", i.make_id as "makeId", min(i.vendor_id) as "vendorId"
    from ticket t join installation i on i.hospital_id = t.hospital_id and i.id = t.device_id
    where t.hospital_id = ${scope.id} and t.machine_status = 'System Down'
    group by i.equipment_id, i.make_id
    order by count(*) desc, min(i.serial_order)`);
  if (!most) throw new Error('The demo hospital has no breakdown.');
  const devices = (await scope.list(schema.installation)).filter(
    ({ equipmentId, makeId }) => equipmentId === most.equipmentId && makeId === most.makeId,
  );
  const desk = (await scope.list(schema.contactPerson)).find(({ vendorId }) => vendorId === most.vendorId);
  const phone = desk?.phone ?? '';
  const days = { startOn, endOn: warrantyEnd(startOn, durationMonths) };
  await scope.insert(schema.warranty, {
    id,
    number,
    kind: 'CMC',
    equipmentId: most.equipmentId,
    makeId: most.makeId,
    vendorId: most.vendorId,
    contactName: desk?.name ?? '',
    phone,
    pmFrequency: visits.frequency,
    pmCount: visits.count,
    durationMonths,
    terms,
    ...days,
  });
  await scope.insert(
    schema.warrantySerial,
    devices.map((device) => ({ warrantyId: id, deviceId: device.id })),
  );
  const [contract] = await presentAgreements(scope, [id]);
  if (!contract) throw new Error('The demo contract says nothing.');
  const covered = new Set(devices.map((device) => device.id));
  const dayOf = (instant: Date): LocalDay => hospitalDay(instant, scope.facts.timeZone);
  const tickets = (await scope.list(schema.ticket)).filter(
    ({ deviceId, reportedAt }) => covered.has(deviceId) && termsInForce([contract], dayOf(reportedAt)) !== null,
  );
  await scope.update(
    schema.ticket,
    { terms: termsInForce([contract], today) },
    inArray(
      schema.ticket.id,
      tickets.map((ticket) => ticket.id),
    ),
  );
  await addDeviceTasks(scope, [...covered], ['warranty'], now);
  const missed = devices.slice(-visits.missedDevices).map((device) => device.id);
  const year = agreementYearStart({ startOn }, today);
  const isMissed = and(inArray(schema.task.deviceId, missed), gte(schema.task.taskDate, year))!;
  await doJobs(scope, demo, and(eq(schema.task.sourceId, id), not(isMissed)));
  scope.touch('contract', id);
  scope.touch('device', ...covered);
  scope.touch('ticket', ...tickets.map((ticket) => ticket.id));
}
