import type { FigureSplit } from '#contract/calls/figures.ts';
import type { FigureId, TimeKind } from '#contract/rules/figures/figure.ts';
import type { FigureSettings } from '#contract/rules/figures/settings.ts';
import type { Database } from '#server/db/database.ts';
import * as schema from '#server/db/schema.ts';
import { readScope, type HospitalFacts } from '#server/db/scope.ts';

/** All rows from which figures are computed, as stored in the tables. */
export type HospitalRows = Awaited<ReturnType<typeof readHospitalRows>>;

/** Reads the tables of a hospital. */
export async function readHospitalRows(db: Database, hospital: HospitalFacts) {
  const scope = readScope(db, hospital);
  return {
    devices: await scope.list(schema.installation),
    types: await scope.list(schema.equipment),
    tasks: await scope.list(schema.task),
    warranties: await scope.list(schema.warranty),
    covered: await scope.list(schema.warrantySerial),
    schedules: await scope.list(schema.schedule),
    tickets: await scope.list(schema.ticket),
    events: await scope.list(schema.workEvent),
    downtimes: await scope.list(schema.downtime),
    templates: await scope.list(schema.roundTemplate),
    rounds: await scope.list(schema.round),
    entries: await scope.list(schema.roundEntry),
    tests: await scope.list(schema.testRecord),
    procedures: await scope.list(schema.procedureVersion),
  };
}

/** The requested figures and period. */
export interface SecondAsk {
  rows: HospitalRows;
  from: string;
  to: string;
  now: Date;
  timeZone: string;
  firstDay: string;
  settings: FigureSettings;
  split?: FigureSplit;
  key?: string;
}

/** A figure with the amounts of its numerator, its denominator and its parts. */
export interface Told {
  value: number | null;
  numerator: number;
  denominator: number;
  parts?: number[];
  /** Median and 90th percentile of all tickets and of each priority, in hours. */
  lines?: { label: string; rows: number; median: number | null; p90: number | null }[];
  /** The same figure up to today. */
  soFar?: Pick<Told, 'value' | 'numerator' | 'denominator'>;
}

type Device = HospitalRows['devices'][number];
type Ticket = HospitalRows['tickets'][number];
type Task = HospitalRows['tasks'][number];
type Interval = [number, number];

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** Computes every figure with plain loops over the rows; shares no code with the rules or the SQL. */
export function figuresSecondWay(ask: SecondAsk): Record<FigureId, Told> {
  const { rows, from, to, now, settings } = ask;
  const today = dayOf(now, ask);
  const on = to < today ? to : today;
  const devices = new Map<string, Device>();
  for (const device of rows.devices) {
    if (device.removalReason !== 'mistake' && isOfKey(ask, device)) devices.set(device.id, device);
  }
  const inService = (id: string, day: string): boolean => {
    const device = devices.get(id);
    if (!device) return false;
    if (device.installationDate !== null && device.installationDate > day) return false;
    return device.retiredAt === null || dayOf(device.retiredAt, ask) > day;
  };
  const tickets = rows.tickets.filter((ticket) => {
    const day = dayOf(ticket.reportedAt, ask);
    return devices.has(ticket.deviceId) && day >= from && day <= to;
  });
  return {
    ...completion(ask, inService),
    ...inDate(ask, devices, inService, on),
    ...availability(ask, devices),
    ...times(ask, tickets, devices),
    ...failures(ask, tickets, devices),
    ...tolerance(ask, devices),
    ...costs(ask, tickets, devices, (id) => inService(id, on)),
    ...rounds(ask, today, devices, settings),
  };
}

function isOfKey({ split, key, rows }: SecondAsk, device: Device): boolean {
  if (split === undefined || key === undefined) return true;
  const type = rows.types.find(({ id }) => id === device.equipmentId);
  const value = {
    department: device.departmentId,
    type: device.equipmentId,
    model: device.modelId,
    vendor: device.vendorId,
    risk: type?.importance ?? null,
  }[split];
  return (value ?? 'none') === key;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Formats the hospital's local time: `2026-07-01 12:00:00`. */
function shown(at: Date | number, timeZone: string): string {
  const known = clocks.get(timeZone);
  const clock = known ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  if (!known) clocks.set(timeZone, clock);
  return clock.format(at);
}

function dayOf(at: Date, { timeZone }: Pick<SecondAsk, 'timeZone'>): string {
  return shown(at, timeZone).slice(0, 10);
}

/** Finds the instant of a local time in the hospital by trial. */
function instantOf(day: string, time: string, timeZone: string): number {
  const wanted = Date.parse(`${day}T${time}:00Z`);
  let guess = wanted;
  for (let tries = 0; tries < 3; tries += 1) {
    guess += wanted - Date.parse(`${shown(guess, timeZone).replace(' ', 'T')}Z`);
  }
  return guess;
}

const nextDay = (day: string, days = 1): string => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
const percent = (part: number, whole: number): number | null => (whole === 0 ? null : (100 * part) / whole);

function completion(ask: SecondAsk, inService: (id: string, day: string) => boolean) {
  const { rows, from, to, settings } = ask;
  const count = { done: 0, late: 0, attempted: 0, open: 0 };
  let excused = 0;
  const soFar = { due: 0, done: 0, excused: 0 };
  const today = dayOf(ask.now, ask);
  let moved = 0;
  let cancelled = 0;
  const isKept = (task: Task): boolean => {
    if (task.removedAt === null) return true;
    const retired = rows.devices.find(({ id }) => id === task.deviceId)?.retiredAt;
    return retired !== null && retired !== undefined && task.removedAt >= retired;
  };
  for (const task of rows.tasks) {
    const due = task.dueOn ?? task.taskDate;
    if (!isKept(task)) continue;
    if (
      task.movedFrom !== null &&
      task.movedFrom >= from &&
      task.movedFrom <= to &&
      task.cancelledAt === null &&
      inService(task.deviceId, task.movedFrom)
    ) {
      moved += 1;
    }
    if (due < from || due > to || !inService(task.deviceId, due)) continue;
    if (task.cancelledAt !== null) {
      cancelled += 1;
      continue;
    }
    const hasCome = due <= today;
    if (hasCome) soFar.due += 1;
    if (task.closedOn !== null) {
      const isDone = task.closedOn <= lastDay(task, due, rows, settings);
      count[isDone ? 'done' : 'late'] += 1;
      if (isDone && hasCome) soFar.done += 1;
    }
    if (task.closedOn === null && task.attemptedAt === null) count.open += 1;
    if (task.closedOn === null && task.attemptedAt !== null) {
      count.attempted += 1;
      if (task.attemptReason === 'in-use' || task.attemptReason === 'not-located') {
        excused += 1;
        if (hasCome) soFar.excused += 1;
      }
    }
  }
  const all = count.done + count.late + count.attempted + count.open;
  const parts = [count.done, count.late, count.attempted, count.open];
  if (moved > 0) parts.push(moved);
  if (cancelled > 0) parts.push(cancelled);
  const credited = soFar.done + soFar.excused;
  const upToToday = (done: number) => ({ value: percent(done, soFar.due), numerator: done, denominator: soFar.due });
  return {
    completion: {
      value: percent(count.done, all),
      numerator: count.done,
      denominator: all,
      parts,
      soFar: upToToday(soFar.done),
    },
    credit: {
      value: percent(count.done + excused, all),
      numerator: count.done + excused,
      denominator: all,
      soFar: upToToday(credited),
    },
  };
}

function lastDay(task: Task, due: string, rows: HospitalRows, settings: FigureSettings): string {
  const schedule = rows.schedules.find(({ id }) => task.sourceKind === 'schedule' && id === task.sourceId);
  if (schedule && schedule.windowDays !== null) return nextDay(due, schedule.windowDays);
  const frequency =
    task.sourceKind === 'warranty'
      ? rows.warranties.find(({ id }) => id === task.sourceId)?.pmFrequency
      : task.sourceKind === 'installation' && task.type === 'Cal'
        ? rows.devices.find(({ id }) => id === task.deviceId)?.calibrationFrequency
        : null;
  const months = { daily: 1 / 30, weekly: 7 / 30, monthly: 1, quarterly: 3, 'half-yearly': 6, yearly: 12 };
  let interval = frequency ? Math.floor((months[frequency] * 365) / 12 + 1e-9) : null;
  if (schedule) interval = Math.floor(schedule.every * { day: 1, week: 7, month: 365 / 12, year: 365 }[schedule.unit]);
  const monthEnd = nextDay(`${nextDay(`${due.slice(0, 7)}-28`, 4).slice(0, 7)}-01`, -1);
  if (settings.completionWindow === 'calendar-month' || interval === null) return monthEnd;
  if (settings.completionWindow === 'percent') return nextDay(due, Math.min(28, Math.floor(interval / 5)));
  if (interval <= 31) return monthEnd;
  if (interval <= 92) return nextDay(due, 10);
  if (interval <= 184) return nextDay(due, 20);
  return nextDay(due, interval <= 366 ? 30 : 45);
}

function inDate(
  ask: SecondAsk,
  devices: ReadonlyMap<string, Device>,
  inService: (id: string, day: string) => boolean,
  on: string,
) {
  let all = 0;
  let scheduled = 0;
  let overdue = 0;
  let lost = 0;
  for (const device of devices.values()) {
    if (!inService(device.id, on)) continue;
    all += 1;
    let hasPlan = ask.rows.schedules.some(
      (one) =>
        one.retiredAt === null &&
        one.maxCount === null &&
        (one.endsOn === null || one.endsOn >= on) &&
        (one.deviceId === device.id || one.modelId === device.modelId || one.equipmentId === device.equipmentId),
    );
    let isOverdue = false;
    let lastTry: { at: Date; isLost: boolean } | null = null;
    for (const task of ask.rows.tasks) {
      if (task.deviceId !== device.id) continue;
      for (const [at, isLost] of [
        [task.attemptedAt, task.attemptReason === 'not-located'],
        [task.closedAt, false],
      ] as const) {
        if (at && (!lastTry || at > lastTry.at || (at.getTime() === lastTry.at.getTime() && !isLost))) {
          lastTry = { at, isLost };
        }
      }
      if (task.removedAt !== null || task.cancelledAt !== null) continue;
      const due = task.dueOn ?? task.taskDate;
      const isOpen = task.closedOn === null || task.closedOn > on;
      if (!['CM', 'Ins'].includes(task.type) && (isOpen || due >= on)) hasPlan = true;
      if (isOpen && due < on) isOverdue = true;
    }
    if (hasPlan) scheduled += 1;
    if (hasPlan && isOverdue) overdue += 1;
    if (lastTry?.isLost && dayOf(lastTry.at, ask) <= on) lost += 1;
  }
  const fine = scheduled - overdue;
  return {
    'in-date': { value: percent(fine, scheduled), numerator: fine, denominator: scheduled, parts: [fine, overdue] },
    'not-located': { value: all === 0 ? null : lost, numerator: lost, denominator: all },
    'without-schedule': { value: all === 0 ? null : all - scheduled, numerator: all - scheduled, denominator: all },
  };
}

/** Returns the interval of the period in which a device was in service; null if it was not. */
function serviceOf(device: Device, ask: SecondAsk): Interval | null {
  const start = (day: string): number => instantOf(day, '00:00', ask.timeZone);
  const began =
    [ask.from, ask.firstDay, device.installationDate ?? '', device.recordFrom ?? ''].toSorted().at(-1) ?? '';
  const end = Math.min(
    start(nextDay(ask.to)),
    ask.now.getTime(),
    device.retiredAt === null ? Infinity : device.retiredAt.getTime(),
  );
  return start(began) < end ? [start(began), end] : null;
}

/** Intersects two lists of intervals; within each list none overlap. */
function cut(some: readonly Interval[], others: readonly Interval[]): Interval[] {
  return some.flatMap(([from, to]) =>
    others.flatMap(([a, b]): Interval[] =>
      Math.max(from, a) < Math.min(to, b) ? [[Math.max(from, a), Math.min(to, b)]] : [],
    ),
  );
}

function merge(intervals: readonly Interval[]): Interval[] {
  const merged: Interval[] = [];
  for (const [from, to] of intervals.filter(([a, b]) => a < b).toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

const sum = (intervals: readonly Interval[]): number => intervals.reduce((all, [from, to]) => all + to - from, 0);

function availability(ask: SecondAsk, devices: ReadonlyMap<string, Device>) {
  const { settings, timeZone } = ask;
  const covered: Interval[] = [];
  for (let day = nextDay(ask.from, -1); day <= nextDay(ask.to); day = nextDay(day)) {
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
    if (settings.hours === '24x7') {
      covered.push([instantOf(day, '00:00', timeZone), instantOf(nextDay(day), '00:00', timeZone)]);
    } else if (settings.workDays.includes(weekday)) {
      covered.push([instantOf(day, settings.hoursFrom, timeZone), instantOf(day, settings.hoursTo, timeZone)]);
    }
  }
  let coveredMs = 0;
  let downMs = 0;
  let restrictedMs = 0;
  for (const device of devices.values()) {
    const service = serviceOf(device, ask);
    if (!service) continue;
    const hours = cut(covered, [service]);
    const down = merge(
      ask.rows.downtimes
        .filter(({ deviceId }) => deviceId === device.id)
        .map(({ fromAt, toAt }): Interval => [fromAt.getTime(), (toAt ?? ask.now).getTime()]),
    );
    const limited = merge(
      ask.rows.tickets
        .filter(({ deviceId, machineStatus }) => deviceId === device.id && machineStatus === 'Restrictive Use')
        .map(({ reportedAt, restoredAt, closedAt }): Interval => {
          return [reportedAt.getTime(), (restoredAt ?? closedAt ?? ask.now).getTime()];
        }),
    );
    coveredMs += sum(hours);
    downMs += sum(cut(hours, down));
    restrictedMs += sum(cut(hours, limited)) - sum(cut(cut(hours, limited), down));
  }
  const lost = downMs + (restrictedMs * settings.restrictiveWeight) / 100;
  return {
    availability: {
      value: coveredMs === 0 ? null : 100 - (100 * lost) / coveredMs,
      numerator: downMs / hourMs,
      denominator: coveredMs / hourMs,
      parts: [downMs / hourMs, restrictedMs / hourMs],
    },
  };
}

function percentileOf(values: number[], part: number): number | null {
  if (values.length === 0) return null;
  const ordered = values.toSorted((a, b) => a - b);
  const place = part * (ordered.length - 1);
  const low = ordered[Math.floor(place)] ?? 0;
  const high = ordered[Math.ceil(place)] ?? 0;
  return low + (high - low) * (place - Math.floor(place));
}

function times(ask: SecondAsk, tickets: readonly Ticket[], devices: ReadonlyMap<string, Device>) {
  const timeOf = (ticket: Ticket, kind: TimeKind): number | null => {
    const end = ticket.restoredAt ?? ticket.closedAt;
    if (kind === 'hands-on') return end ? ticket.handsOnMs : null;
    const to = kind === 'response' ? ticket.firstArrivedAt : end;
    return to && to >= ticket.reportedAt ? to.getTime() - ticket.reportedAt.getTime() : null;
  };
  const lineOf = (label: string, those: readonly Ticket[], kind: TimeKind) => {
    const known = those.flatMap((ticket) => timeOf(ticket, kind) ?? []);
    const median = percentileOf(known, 0.5);
    const p90 = percentileOf(known, 0.9);
    return {
      label,
      rows: known.length,
      median: median === null ? null : median / hourMs,
      p90: p90 === null ? null : p90 / hourMs,
    };
  };
  const tell = (kind: TimeKind): Told => {
    const bands = [0, 0, 0, 0, 0, 0];
    for (const ticket of tickets) {
      const ms = timeOf(ticket, kind);
      const isSameDay =
        ms !== null &&
        (kind === 'hands-on'
          ? ms <= dayMs
          : dayOf(ticket.reportedAt, ask) === dayOf(new Date(ticket.reportedAt.getTime() + ms), ask));
      let band = 5;
      if (ms !== null) band = ms <= hourMs ? 0 : isSameDay ? 1 : ms <= 7 * dayMs ? 2 : ms <= 10 * dayMs ? 3 : 4;
      bands[band] = (bands[band] ?? 0) + 1;
    }
    const all = lineOf('All', tickets, kind);
    const byPriority = ['Critical', 'High', 'Medium', 'Low'].map((label) =>
      lineOf(
        label,
        tickets.filter(({ priority }) => priority === label),
        kind,
      ),
    );
    return {
      value: all.median,
      numerator: all.rows,
      denominator: tickets.length,
      parts: bands,
      lines: [all, ...byPriority],
    };
  };
  const reasons = ['part', 'vendor', 'access', 'approval', 'other'] as const;
  const stillMs = ({ waitingFor, waitingSince: since }: Ticket, reason: string): number =>
    waitingFor === reason && since !== null && since < ask.now ? ask.now.getTime() - since.getTime() : 0;
  const waited = reasons.map((reason) =>
    tickets.reduce((all, ticket) => all + ((ticket.waitingMs?.[reason] ?? 0) + stillMs(ticket, reason)) / hourMs, 0),
  );
  const whole = waited.reduce((all, hours) => all + hours, 0);
  const waitingNow = ask.rows.tickets.filter(
    ({ waitingFor, deviceId }) => waitingFor !== null && devices.has(deviceId),
  ).length;
  return {
    response: tell('response'),
    'hands-on': tell('hands-on'),
    turnaround: tell('turnaround'),
    waiting: {
      value: tickets.length === 0 ? null : whole,
      numerator: whole,
      denominator: tickets.length,
      parts: [waitingNow, ...waited],
    },
  };
}

const steps = ['arrived', 'waiting', 'resumed', 'left-pending'];
const stepOrder = (kind: string): number => steps.indexOf(kind);

function failures(ask: SecondAsk, tickets: readonly Ticket[], devices: ReadonlyMap<string, Device>) {
  let years = 0;
  for (const device of devices.values()) {
    const service = serviceOf(device, ask);
    if (service) years += sum([service]) / (365 * dayMs);
  }
  const count = (test: (ticket: Ticket) => boolean): number => tickets.filter(test).length;
  const none = ['use-error', 'could-not-reproduce', 'no-fault'];
  const failed = count(({ failureClass }) => failureClass === null || !none.includes(failureClass));
  const parts = [
    count(({ failureClass }) => failureClass === null),
    ...none.map((name) => count(({ failureClass }) => failureClass === name)),
  ];
  const within = 30 * dayMs;
  const alike = (one: Ticket): Ticket[] =>
    ask.rows.tickets.filter(
      (other) =>
        other.id !== one.id &&
        other.deviceId === one.deviceId &&
        other.closedAt !== null &&
        other.failureClass === one.failureClass,
    );
  let closed = 0;
  let repeats = 0;
  let visited = 0;
  let fixed = 0;
  for (const ticket of tickets) {
    if (ticket.closedAt === null) continue;
    closed += 1;
    const reported = ticket.reportedAt.getTime();
    const ended = ticket.closedAt.getTime();
    if (
      alike(ticket).some(
        ({ closedAt }) => closedAt && closedAt.getTime() <= reported && closedAt.getTime() > reported - within,
      )
    ) {
      repeats += 1;
    }
    if (ticket.firstArrivedAt === null) continue;
    visited += 1;
    const kinds = ask.rows.events
      .filter(
        (event) =>
          event.ownerKind === 'ticket' &&
          event.ownerId === ticket.id &&
          event.at.getTime() >= reported &&
          event.at.getTime() <= ended,
      )
      .toSorted(
        (a, b) => a.at.getTime() - b.at.getTime() || stepOrder(a.kind) - stepOrder(b.kind) || (a.id < b.id ? -1 : 1),
      );
    let visits = 0;
    let state = 'reported';
    for (const { kind, at } of kinds) {
      if (ticket.restoredAt !== null && at > ticket.restoredAt) break;
      if (kind === 'arrived' || (kind === 'resumed' && state === 'waiting')) {
        if (state !== 'working') visits += 1;
        state = 'working';
      }
      if (kind === 'waiting' || kind === 'left-pending') state = 'waiting';
    }
    const waitedForPart = Object.keys(ticket.waitingMs ?? {}).includes('part');
    const isRepeated = alike(ticket).some(
      ({ reportedAt }) => reportedAt.getTime() >= ended && reportedAt.getTime() < ended + within,
    );
    const wasLeft = kinds.some(({ kind }) => kind === 'left-pending');
    if (visits === 1 && !waitedForPart && !wasLeft && !ticket.isFollowUpRequired && !isRepeated) fixed += 1;
  }
  return {
    failures: { value: years === 0 ? null : failed / years, numerator: failed, denominator: years, parts },
    mtbf: { value: failed === 0 || years === 0 ? null : (365 * years) / failed, numerator: years, denominator: failed },
    repeat: { value: percent(repeats, closed), numerator: repeats, denominator: closed },
    'first-visit': {
      value: percent(fixed, visited),
      numerator: fixed,
      denominator: visited,
      parts: [closed - visited],
    },
  };
}

function tolerance({ rows, from, to }: SecondAsk, devices: ReadonlyMap<string, Device>) {
  let measured = 0;
  let adjusted = 0;
  let left = 0;
  for (const test of rows.tests) {
    if (test.testedOn < from || test.testedOn > to || !devices.has(test.deviceId)) continue;
    if (rows.tests.some(({ correctsId }) => correctsId === test.id)) continue;
    const version = rows.procedures.find((one) => one.procedureId === test.procedureId && one.version === test.version);
    let values = 0;
    let wrong = 0;
    let stayed = 0;
    for (const step of version?.steps ?? []) {
      if (step.kind !== 'reading' && step.kind !== 'electrical') continue;
      if (step.lower === null && step.upper === null) continue;
      const { lower, upper } = step;
      const isWrong = (value: number): boolean =>
        (lower !== null && value < lower) || (upper !== null && value > upper);
      for (const answer of test.answers) {
        if (answer.stepId !== step.id) continue;
        const first = answer.found ?? answer.left;
        const last = answer.left ?? answer.found;
        if (first === null || last === null) continue;
        values += 1;
        if (isWrong(first)) wrong += 1;
        if (isWrong(first) && isWrong(last)) stayed += 1;
      }
    }
    if (values > 0) measured += 1;
    if (stayed > 0) left += 1;
    else if (wrong > 0) adjusted += 1;
  }
  const found = adjusted + left;
  return {
    'out-of-tolerance': {
      value: percent(found, measured),
      numerator: found,
      denominator: measured,
      parts: [adjusted, left],
    },
  };
}

interface DayPrice {
  deviceId: string;
  price: number;
}
const knownPrices = new WeakMap<HospitalRows, Map<string, DayPrice[]>>();

/** Returns the cost of each contract for a device on a day: its share of the contract year. */
function dayPrices(rows: HospitalRows, day: string): DayPrice[] {
  const known = knownPrices.get(rows) ?? new Map<string, DayPrice[]>();
  knownPrices.set(rows, known);
  const prices = known.get(day) ?? countPrices(rows, day);
  known.set(day, prices);
  return prices;
}

function countPrices(rows: HospitalRows, day: string): DayPrice[] {
  return rows.warranties.flatMap(({ id, startOn, endOn, terms, retiredAt }) => {
    const yearly = terms?.yearlyPrice ?? 0;
    if (retiredAt !== null || yearly === 0 || day < startOn || day > endOn) return [];
    // The starts of the contract's years; 29 February becomes the 28th in other years.
    const starts: string[] = [];
    for (let year = Number(startOn.slice(0, 4)); year <= Number(day.slice(0, 4)) + 1; year += 1) {
      const same = `${year}${startOn.slice(4)}`;
      starts.push(Number.isNaN(Date.parse(same)) || nextDay(same, 0) !== same ? `${year}-02-28` : same);
    }
    const at = starts.findLastIndex((start) => start <= day);
    let days = 0;
    for (let each = starts[at] ?? ''; each < (starts[at + 1] ?? ''); each = nextDay(each)) days += 1;
    const counted = rows.covered.filter(
      ({ warrantyId, deviceId }) =>
        warrantyId === id && rows.devices.find((device) => device.id === deviceId)?.removalReason !== 'mistake',
    );
    const price = (yearly * (1 + (terms?.taxPercent ?? 0) / 100)) / days / counted.length;
    return counted.map(({ deviceId }) => ({ deviceId, price }));
  });
}

function costs(
  ask: SecondAsk,
  tickets: readonly Ticket[],
  devices: ReadonlyMap<string, Device>,
  inService: (id: string) => boolean,
) {
  const dear = tickets.filter(({ partCost }) => (partCost ?? 0) > 0);
  const parts = dear.reduce((all, { partCost }) => all + (partCost ?? 0), 0);
  const priced = [...devices.values()].filter(({ id, price }) => (price ?? 0) > 0 && inService(id));
  const price = priced.reduce((all, device) => all + (device.price ?? 0), 0);
  const since = nextDay(ask.to, -364);
  let yearParts = 0;
  for (const ticket of ask.rows.tickets) {
    const day = dayOf(ticket.reportedAt, ask);
    if (day < since || day > ask.to || !priced.some(({ id }) => id === ticket.deviceId)) continue;
    yearParts += ticket.partCost ?? 0;
  }
  const today = dayOf(ask.now, ask);
  const spent = new Set(dear.map(({ deviceId }) => deviceId));
  let contracts = 0;
  let yearAgreements = 0;
  for (let day = since < ask.from ? since : ask.from; day <= ask.to && day <= today; day = nextDay(day)) {
    for (const { deviceId, price: share } of dayPrices(ask.rows, day)) {
      if (day >= ask.from && devices.has(deviceId)) {
        contracts += share;
        spent.add(deviceId);
      }
      if (day >= since && priced.some(({ id }) => id === deviceId)) yearAgreements += share;
    }
  }
  const year = yearParts + yearAgreements;
  return {
    cost: {
      value: spent.size === 0 ? null : parts + contracts,
      numerator: parts,
      denominator: contracts,
      parts: [spent.size],
    },
    'cost-ratio': {
      value: percent(year, price),
      numerator: year,
      denominator: price,
      parts: [yearParts, yearAgreements],
    },
  };
}

function rounds(ask: SecondAsk, today: string, devices: ReadonlyMap<string, Device>, _settings: FigureSettings) {
  const { rows, from, to, split, key } = ask;
  let due = 0;
  let done = 0;
  for (const template of rows.templates) {
    if (key !== undefined && (split !== 'department' || (template.departmentId ?? 'none') !== key)) continue;
    const days = rows.rounds.filter(({ templateId }) => templateId === template.id).map(({ onDay }) => onDay);
    const first = [dayOf(template.createdAt, ask), ...days].toSorted()[0] ?? '';
    for (let day = from; day <= to && day <= today; day = nextDay(day)) {
      if (day < first || (template.retiredAt !== null && day >= dayOf(template.retiredAt, ask))) continue;
      due += 1;
      if (days.includes(day)) done += 1;
    }
  }
  const entries = rows.entries.filter(({ onDay, deviceId }) => onDay >= from && onDay <= to && devices.has(deviceId));
  const unseen = entries.filter(({ status }) => status === 'Not Seen');
  const findings = entries.filter(({ status }) => status === 'Not Working' || status === 'Needs Attention');
  const told = findings.filter(({ deviceId, onDay }) =>
    rows.tickets.some((ticket) => ticket.deviceId === deviceId && dayOf(ticket.reportedAt, ask) === onDay),
  ).length;
  return {
    rounds: { value: percent(done, due), numerator: done, denominator: due, parts: [done, due - done] },
    'not-seen': {
      value: percent(unseen.length, entries.length),
      numerator: unseen.length,
      denominator: entries.length,
      parts: ['In use', 'Not located', 'Moved', 'Other'].map(
        (reason) => unseen.filter(({ notSeenReason }) => (notSeenReason ?? 'Other') === reason).length,
      ),
    },
    findings: {
      value: percent(told, findings.length),
      numerator: told,
      denominator: findings.length,
      parts: [told, findings.length - told],
    },
  };
}
