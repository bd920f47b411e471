import type { AgreementTerms, PenaltyClause, PenaltyMeasure } from '#contract/records/agreement-terms.ts';
import type { Database } from '#server/db/database.ts';
import * as schema from '#server/db/schema.ts';
import { type HospitalFacts, readScope } from '#server/db/scope.ts';
import { stepMs } from './agreement-facts.ts';

/** The rows from which penalties are computed, as stored in the tables. */
export type AgreementRows = Awaited<ReturnType<typeof readAgreementRows>>;

/** Reads the tables of a hospital. */
export async function readAgreementRows(db: Database, hospital: HospitalFacts) {
  const scope = readScope(db, hospital);
  return {
    devices: await scope.list(schema.installation),
    contracts: await scope.list(schema.warranty),
    covered: await scope.list(schema.warrantySerial),
    tickets: await scope.list(schema.ticket),
    events: await scope.list(schema.workEvent),
    holidays: await scope.list(schema.holiday),
  };
}

/** One broken promise, computed by loops. */
export interface SecondBreach {
  key: string;
  /** Number of 15-minute steps that the clock ran. */
  ran: number;
  /** In paise; null if there is no amount. */
  paise: number | null;
  /** In ten-thousandths of a day; null if no clause extends the contract. */
  extension: number | null;
}

/** An evidence sheet, computed by loops. */
export interface SecondSheet {
  breaches: SecondBreach[];
  judged: Record<PenaltyMeasure, number>;
  excluded: number;
  paise: number;
  withoutAmount: number;
}

/** A quarter of an hour, with the hospital's local time at its start. */
interface Tick {
  ms: number;
  day: string;
  time: string;
}

type Ticket = AgreementRows['tickets'][number];

const excluding = new Set(['use-error', 'physical-damage', 'environment', 'could-not-reproduce', 'no-fault']);
const dayMs = 86_400_000;
const before = (day: string): string => new Date(Date.parse(day) - dayMs).toISOString().slice(0, 10);

/** Returns the quarters of an hour in an interval, with the hospital's local time. */
export function ticksOf(fromMs: number, toMs: number, timeZone: string): Tick[] {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  const ticks: Tick[] = [];
  for (let ms = fromMs; ms < toMs; ms += stepMs) {
    const [day = '', time = ''] = clock.format(ms).split(' ');
    ticks.push({ ms, day, time });
  }
  return ticks;
}

interface SecondAsk {
  rows: AgreementRows;
  contractId: string;
  from: string;
  to: string;
  now: Date;
  /** All quarters of an hour from before the first ticket up to now, starting at `firstMs`. */
  ticks: readonly Tick[];
  firstMs: number;
}

/** Judges a contract in a period by stepping through quarters of an hour; shares no code with the rules or the SQL. */
export function penaltiesSecondWay({ rows, contractId, from, to, now, ticks, firstMs }: SecondAsk): SecondSheet {
  const contract = rows.contracts.find(({ id }) => id === contractId);
  if (!contract?.terms) throw new Error(`No terms: ${contractId}`);
  const { terms } = contract;
  const closed = new Set(rows.holidays.map(({ onDay }) => onDay));
  const isMistake = (deviceId: string): boolean =>
    rows.devices.find(({ id }) => id === deviceId)?.removalReason === 'mistake';
  const sheet: SecondSheet = {
    breaches: [],
    judged: { response: 0, repair: 0, uptime: 0 },
    excluded: 0,
    paise: 0,
    withoutAmount: 0,
  };
  const tickAt = (ms: number): Tick | undefined => ticks[(ms - firstMs) / stepMs];

  const add = (key: string, ran: number, late: Late, by: AgreementTerms, deviceId: string): void => {
    const device = rows.devices.find(({ id }) => id === deviceId);
    const breach: SecondBreach = { key, ran, paise: null, extension: null };
    for (const clause of by.penalties.filter(({ measure }) => measure === late.measure)) {
      const units = unitsOf(clause, late);
      if (clause.unit === 'days of extension') {
        breach.extension = (breach.extension ?? 0) + units;
        continue;
      }
      const whole = clause.unit === 'percent of price' ? device?.price : by.yearlyPrice;
      const isPart = clause.unit !== 'INR';
      if (isPart && units > 0 && (whole === null || whole === undefined)) {
        sheet.withoutAmount += 1;
        continue;
      }
      // Ten-thousandths of a percent, in paise; half a paisa is rounded up.
      const paise = isPart
        ? Math.floor((Math.round((whole ?? 0) * 100) * units + 500_000) / 1_000_000)
        : Math.round(units / 100);
      breach.paise = (breach.paise ?? 0) + paise;
      sheet.paise += paise;
    }
    sheet.breaches.push(breach);
  };

  for (const ticket of rows.tickets) {
    const kept = ticket.terms;
    if (kept?.contractId !== contractId || isMistake(ticket.deviceId)) continue;
    const reported = tickAt(ticket.reportedAt.getTime());
    if (!reported || reported.day < from || reported.day > to) continue;
    const isExcluded = excludes(ticket, kept.terms);
    if (isExcluded) sheet.excluded += 1;
    const walked = walk(ticket, rows, now, (tick) => isOpen(kept.terms, tick, closed), tickAt);
    const dayTicks = ticksOfDay(kept.terms);
    const judge = (measure: 'response' | 'repair', allowed: number, ran: number): void => {
      sheet.judged[measure] += 1;
      if (ran > allowed) {
        const late = { measure, ticks: ran - allowed, dayTicks, points: 0 };
        add(`${measure} ${ticket.id}`, ran, late, kept.terms, ticket.deviceId);
      }
    };
    if (kept.terms.responseHours !== null) judge('response', kept.terms.responseHours * 4, walked.response);
    if (kept.terms.repairDays !== null && !isExcluded) judge('repair', kept.terms.repairDays * dayTicks, walked.repair);
  }

  for (const { deviceId } of rows.covered.filter(({ warrantyId }) => warrantyId === contractId)) {
    const device = rows.devices.find(({ id }) => id === deviceId);
    if (!device || isMistake(deviceId) || terms.uptimePercent === null) continue;
    const down = new Set<number>();
    for (const ticket of rows.tickets) {
      if (ticket.deviceId !== deviceId || ticket.terms?.contractId !== contractId) continue;
      if (ticket.machineStatus !== 'System Down' || excludes(ticket, terms)) continue;
      for (const ms of walk(ticket, rows, now, () => true, tickAt).down) down.add(ms);
    }
    for (const [first, last] of periodsOf(terms.uptimePer, from, to)) {
      let covered = 0;
      let lost = 0;
      for (const tick of ticks) {
        if (tick.day < first || tick.day > last || tick.day < contract.startOn || tick.day > contract.endOn) continue;
        if (device.installationDate !== null && tick.day < device.installationDate) continue;
        if (tick.ms >= now.getTime() || (device.retiredAt !== null && tick.ms >= device.retiredAt.getTime())) continue;
        if (!isOpen(terms, tick, closed)) continue;
        covered += 1;
        if (down.has(tick.ms)) lost += 1;
      }
      if (covered === 0) continue;
      sheet.judged.uptime += 1;
      const hundredths = Math.round((10_000 * (covered - lost)) / covered);
      const missed = Math.round(terms.uptimePercent * 100) - hundredths;
      if (missed <= 0) continue;
      const late: Late = {
        measure: 'uptime',
        ticks: lost - (covered * (100 - terms.uptimePercent)) / 100,
        dayTicks: ticksOfDay(terms),
        points: missed / 100,
      };
      add(`uptime ${deviceId} ${first}`, lost, late, terms, deviceId);
    }
  }
  return sheet;
}

interface Late {
  measure: PenaltyMeasure;
  ticks: number;
  dayTicks: number;
  points: number;
}

/** Returns ten-thousandths of the unit: per day, per point, or once. */
function unitsOf({ basis, steps, doublesAfterDays, cap }: PenaltyClause, late: Late): number {
  const rateAt = (reached: number): number => {
    let rate = 0;
    for (const step of steps) if (reached >= step.from) rate = Math.round(step.rate * 10_000);
    return rate;
  };
  const reach = (ticks: number): number => {
    if (late.measure === 'uptime') return late.points;
    return late.measure === 'response' ? ticks / 4 : ticks / late.dayTicks;
  };
  let units = 0;
  if (basis === 'case') {
    const doubled = doublesAfterDays !== null && late.ticks > doublesAfterDays * late.dayTicks;
    units = rateAt(reach(late.ticks)) * (doubled ? 2 : 1);
  } else if (basis === 'point') {
    for (let point = 0; point < late.points; point += 1) units += rateAt(point);
  } else {
    for (let day = 0; day * late.dayTicks < late.ticks; day += 1) {
      const doubled = doublesAfterDays !== null && day >= doublesAfterDays;
      units += rateAt(reach(day * late.dayTicks)) * (doubled ? 2 : 1);
    }
  }
  return cap === null ? units : Math.min(units, Math.round(cap * 10_000));
}

function ticksOfDay({ window: { hours, hoursFrom, hoursTo } }: AgreementTerms): number {
  if (hours === '24x7') return 96;
  let ticks = 0;
  for (let minute = 0; minute < 1440; minute += 15) {
    const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
    const isIn = hoursFrom < hoursTo ? time >= hoursFrom && time < hoursTo : time >= hoursFrom || time < hoursTo;
    if (isIn) ticks += 1;
  }
  return ticks;
}

function isOpen({ window }: AgreementTerms, { day, time }: Tick, closed: ReadonlySet<string>): boolean {
  if (window.hours === '24x7') return true;
  const works = (each: string): boolean =>
    window.workDays.includes(new Date(each).getUTCDay() || 7) && (window.onHolidays || !closed.has(each));
  if (window.hoursFrom < window.hoursTo) return works(day) && time >= window.hoursFrom && time < window.hoursTo;
  return (works(day) && time >= window.hoursFrom) || (works(before(day)) && time < window.hoursTo);
}

function excludes({ failureClass }: Ticket, { covers }: AgreementTerms): boolean {
  if (failureClass === null) return false;
  if (failureClass === 'accessory') return !covers.includes('accessories') && !covers.includes('consumables');
  return excluding.has(failureClass);
}

/** Steps through a ticket by quarters of an hour, with its steps ordered by time. */
function walk(
  ticket: Ticket,
  rows: AgreementRows,
  now: Date,
  runs: (tick: Tick) => boolean,
  tickAt: (ms: number) => Tick | undefined,
): { response: number; repair: number; down: number[] } {
  const order = ['reported', 'accepted', 'arrived', 'waiting', 'resumed', 'restored', 'left-pending'];
  const steps = rows.events
    .filter(({ ownerId, kind }) => ownerId === ticket.id && order.includes(kind))
    .sort(
      (a, b) =>
        a.at.getTime() - b.at.getTime() || order.indexOf(a.kind) - order.indexOf(b.kind) || (a.id < b.id ? -1 : 1),
    );
  const endMs = Math.min(now.getTime(), ticket.closedAt?.getTime() ?? Infinity);
  let waitsFor: string | null = null;
  let isResponded = false;
  const told = { response: 0, repair: 0, down: [] as number[] };
  let next = 0;
  for (let ms = ticket.reportedAt.getTime(); ms < endMs; ms += stepMs) {
    for (; next < steps.length && (steps[next]?.at.getTime() ?? 0) <= ms; next += 1) {
      const step = steps[next];
      if (!step || step.at < ticket.reportedAt) continue;
      if (step.kind === 'restored') return told;
      if (step.kind === 'arrived') {
        isResponded = true;
        waitsFor = null;
      }
      if (step.kind === 'waiting') waitsFor = (step.data as { reason: string }).reason;
      if (step.kind === 'resumed') waitsFor = null;
      // Pending keeps its waiting reason.
    }
    if (waitsFor === 'access' || waitsFor === 'approval') continue;
    told.down.push(ms);
    const tick = tickAt(ms);
    if (!tick || !runs(tick)) continue;
    if (!isResponded) told.response += 1;
    told.repair += 1;
  }
  return told;
}

function periodsOf(per: 'quarter' | 'year', from: string, to: string): [string, string][] {
  const isYear = from.endsWith('-01-01') && to.endsWith('-12-31');
  if (per === 'year') return isYear ? [[from, to]] : [];
  if (!isYear) return [[from, to]];
  const year = from.slice(0, 4);
  return [
    [`${year}-01-01`, `${year}-03-31`],
    [`${year}-04-01`, `${year}-06-30`],
    [`${year}-07-01`, `${year}-09-30`],
    [`${year}-10-01`, `${year}-12-31`],
  ];
}
