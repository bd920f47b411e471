import { sql } from 'drizzle-orm';
import { buildAgreementEvidence, type EvidenceAgreement } from '#contract/pages/agreement-evidence.ts';
import type { AgreementTerms } from '#contract/records/agreement-terms.ts';
import { formatShortDay } from '#contract/rules/dates-format.ts';
import { type FigureSpan, figureSpan, isFault } from '#contract/rules/figures/period.ts';
import { addDays, hospitalDay, startOfHospitalDay } from '#contract/rules/hospital-day.ts';
import type { Handlers } from '../context.ts';
import { isoInstant, isoInstantOrNull } from '../db/database.ts';
import { idArray } from '../db/id-array.ts';
import type { HospitalScope } from '../db/scope.ts';
import { invalidField, unknownRecord } from '../problem.ts';
import { readHolidays } from '../records/holidays.ts';
import { readEvents } from '../records/work-events.ts';

type Contract = Omit<EvidenceAgreement, 'devices' | 'tickets' | 'ticketsWithout'>;
type Device = EvidenceAgreement['devices'][number];
type Ticket = EvidenceAgreement['tickets'][number];

/** Serves the evidence for contracts. */
export const contractEvidenceHandlers = {
  contractEvidence: async ({ params, query, hospital, now }) => {
    const contract = await readAgreement(hospital, params.id);
    const span = spanOf(contract, query, hospitalDay(now, hospital.facts.timeZone));
    const tickets = await readTickets(hospital, contract.id, span);
    const devices = await readDevices(
      hospital,
      contract.id,
      tickets.map(({ deviceId }) => deviceId),
    );
    const holidays = await readHolidays(hospital);
    const place = { timeZone: hospital.facts.timeZone, holidays: holidays.map(({ id }) => id) };
    const ticketsWithout = await countWithout(hospital, contract, span);
    return buildAgreementEvidence({ ...contract, devices, tickets, ticketsWithout }, span, place, now);
  },
} satisfies Handlers<'contractEvidence'>;

/**
 * Finds a contract, even a deleted one: its tickets keep its terms, but it no longer promises uptime. Throws: ApiError
 * `record.unknown`.
 */
async function readAgreement(scope: HospitalScope, id: string): Promise<Contract> {
  const [row] = await scope.rows<Contract & Record<string, unknown>>(sql`
    select w.id, w.number, w.kind, coalesce(v.name, '') as "vendorName", w.start_on as "startOn", w.end_on as "endOn",
      case when w.retired_at is null then w.terms end as terms
    from warranty w left join vendor v on v.hospital_id = w.hospital_id and v.id = w.vendor_id
    where w.hospital_id = ${scope.id} and w.id = ${id}`);
  if (!row) throw unknownRecord('warranty');
  return row;
}

/**
 * Returns the period of the evidence.
 * Throws: ApiError `input.invalid` for a period that is invalid, has not begun, or lies outside the contract.
 */
function spanOf(
  { startOn, endOn }: Contract,
  query: { period: 'quarter' | 'year'; at?: string | undefined },
  today: string,
): FigureSpan {
  const span = figureSpan(query, today, '1950-01-01');
  if (isFault(span)) throw invalidField(span.field, span.sentence);
  if (span.to < startOn || span.from > endOn) {
    const runs = `${formatShortDay(startOn)} to ${formatShortDay(endOn)}`;
    throw invalidField('at', `The contract runs from ${runs}: it promised nothing in this period.`);
  }
  return span;
}

/** Reads the tickets with terms of the contract that were reported, or not yet restored, in the period. */
async function readTickets(scope: HospitalScope, contractId: string, span: FigureSpan): Promise<Ticket[]> {
  const { fromAt, toAt } = edgesOf(scope, span);
  type Row = Omit<Ticket, 'events' | 'terms'> & { terms: AgreementTerms };
  const rows = await scope.rows<Row & Record<string, unknown>>(sql`
    select t.id, t.number, t.device_id as "deviceId", t.machine_status as "machineStatus",
      t.failure_class as "failureClass", t.reported_at as "reportedDate", t.closed_at as "closedAt",
      t.terms -> 'terms' as terms
    from ticket t join installation i on i.hospital_id = t.hospital_id and i.id = t.device_id
    where t.hospital_id = ${scope.id} and t.terms ->> 'contractId' = ${contractId} and t.reported_at < ${toAt}
      and (t.reported_at >= ${fromAt} or t.closed_at is null or t.closed_at > ${fromAt})
      and i.removal_reason is distinct from 'mistake'
    order by t.reported_at, t.id collate "C"`);
  const events = await readEvents(scope, 'ticket', idArray(rows.map(({ id }) => id)));
  return rows.map((row) => ({
    ...row,
    reportedDate: isoInstant(row.reportedDate),
    closedAt: isoInstantOrNull(row.closedAt),
    events: events.get(row.id) ?? [],
  }));
}

/** Reads the devices that the contract names, including removed ones, and those of its tickets. */
async function readDevices(scope: HospitalScope, contractId: string, also: readonly string[]): Promise<Device[]> {
  type Row = Omit<Device, 'price'> & { price: string | null };
  const rows = await scope.rows<Row & Record<string, unknown>>(sql`
    select i.id, i.price, i.installation_date as "inServiceFrom", i.retired_at as "removedAt", s.device_id is not null as "isNamed",
      i.serial_number as "serialNumber", e.name as "equipmentName"
    from installation i
    join equipment e on e.hospital_id = i.hospital_id and e.id = i.equipment_id
    left join warranty_serial s on s.hospital_id = i.hospital_id and s.device_id = i.id and s.warranty_id = ${contractId}
    where i.hospital_id = ${scope.id} and i.removal_reason is distinct from 'mistake'
      and (s.device_id is not null or i.id = any(${sql.param(also)}::text[]))
    order by i.serial_order, i.id collate "C"`);
  return rows.map((row) => ({
    ...row,
    price: row.price === null ? null : Number(row.price),
    removedAt: isoInstantOrNull(row.removedAt),
  }));
}

/**
 * Counts its devices' tickets without terms of the contract that were reported in the period while the contract ran.
 */
async function countWithout(scope: HospitalScope, contract: Contract, span: FigureSpan): Promise<number> {
  const { fromAt, toAt } = edgesOf(scope, {
    from: span.from > contract.startOn ? span.from : contract.startOn,
    to: span.to < contract.endOn ? span.to : contract.endOn,
  });
  const [row] = await scope.rows<{ count: string }>(sql`
    select count(*) as count
    from ticket t
    join warranty_serial s on s.hospital_id = t.hospital_id and s.device_id = t.device_id and s.warranty_id = ${contract.id}
    join installation i on i.hospital_id = t.hospital_id and i.id = t.device_id
    where t.hospital_id = ${scope.id} and t.terms ->> 'contractId' is distinct from ${contract.id}
      and i.removal_reason is distinct from 'mistake'
      and t.reported_at >= ${fromAt} and t.reported_at < ${toAt}`);
  return Number(row?.count ?? 0);
}

function edgesOf(scope: HospitalScope, { from, to }: FigureSpan) {
  const instant = (day: string) => sql`${startOfHospitalDay(day, scope.facts.timeZone).toISOString()}::timestamptz`;
  return { fromAt: instant(from), toAt: instant(addDays(to, 1)) };
}
