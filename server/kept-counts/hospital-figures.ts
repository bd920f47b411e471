import { sql } from 'drizzle-orm';
import { hospitalDay, type LocalDay } from '#contract/rules/hospital-day.ts';
import { readHead } from '../db/read-head.ts';
import type { HospitalScope } from '../db/scope.ts';
import { readAttentionRuns } from './attention-runs.ts';
import { candidateOf, candidatesOf, type CandidateDevice } from './candidates.ts';
import {
  countDevices,
  foundOf,
  isEndingSoon,
  readDeviceStates,
  readEnding,
  readUncovered,
  readUnvisited,
  type DeviceState,
  type FoundDevice,
} from './device-states.ts';
import { readDowntimes, type DownDevice } from './downtimes.ts';
import { readEndSteps } from './end-steps.ts';
import { replaced } from './replaced.ts';
import { readTemplateFigures, type TemplateFigure } from './template-figures.ts';
import { changedVisits, readVisitFigures, type VisitFigures } from './visit-figures.ts';
import { readTaskFigures, readTicketFigures, type TaskFigures, type TicketFigures } from './work-figures.ts';

/** Limits of the cache: hospitals, and records in total; the least recently used hospital is dropped first. */
const defaultLimits = { hospitals: 500, records: 300_000 };
/** If more records than this have changed since the last request, everything is read again. */
const maxChanges = 5_000;

/** The facts behind the dashboard of a hospital, for one version of its data and one day. */
export interface HospitalFigures {
  version: number;
  today: LocalDay;
  /** Devices in use. */
  total: number;
  /** Devices that are in no round template. */
  unvisited: ReadonlyMap<string, FoundDevice>;
  /** Critical devices without a warranty that lasts today. */
  uncovered: ReadonlyMap<string, FoundDevice>;
  /** How many days before its end the hospital is reminded of a contract. */
  endSteps: readonly number[];
  /** Devices whose longest warranty or contract ends soon. */
  ending: ReadonlyMap<string, FoundDevice>;
  /** Devices whose latest rounds said Needs Attention, with the number of those rounds in a row. */
  attentionRuns: ReadonlyMap<string, number>;
  /** Devices that were down in the last 365 days. */
  down: ReadonlyMap<string, DownDevice>;
  /** Templates in use. */
  templates: ReadonlyMap<string, TemplateFigure>;
  tasks: TaskFigures;
  tickets: TicketFigures;
  visits: VisitFigures;
  /** Devices that suggestions can be about. */
  candidates: ReadonlyMap<string, CandidateDevice>;
}

/** Provides the figures of hospitals. */
export interface FigureKeeper {
  /** Returns the current figures. */
  read(scope: HospitalScope, now: Date): Promise<HospitalFigures>;
}

/**
 * Caches the figures of hospitals between requests. Promises: the hospital's version is read from the database each
 * time, and facts of records that changed since then are read again, so that any number of servers on one database give
 * the same answer. Every record that the figures depend on is in the replica of tablets, so every change of them has a
 * version. Source: docs/decisions/282-dashboard-figures.md
 */
export function createFigureKeeper(limits = defaultLimits): FigureKeeper {
  const kept = new Map<string, HospitalFigures>();
  const reading = new Map<string, Promise<HospitalFigures>>();

  const keep = (hospitalId: string, figures: HospitalFigures): void => {
    kept.delete(hospitalId);
    kept.set(hospitalId, figures);
    let records = 0;
    for (const each of kept.values()) records += countRecords(each);
    for (const [id, each] of kept) {
      if (kept.size <= limits.hospitals && records <= limits.records) return;
      kept.delete(id);
      records -= countRecords(each);
    }
  };
  return {
    async read(scope, now) {
      const today = hospitalDay(now, scope.facts.timeZone);
      const { head, prunedVersion } = await readHead(scope);
      const known = kept.get(scope.id);
      const isUsable = known?.today === today && known.version <= head && known.version >= prunedVersion;
      if (isUsable && known.version === head) {
        keep(scope.id, known);
        return known;
      }
      const at = `${scope.id} ${head} ${today}`;
      const running = reading.get(at);
      if (running) return running;
      const begun = isUsable ? readChanged(scope, known, head, now) : readAll(scope, head, today, now);
      reading.set(at, begun);
      try {
        const figures = await begun;
        keep(scope.id, figures);
        return figures;
      } finally {
        reading.delete(at);
      }
    },
  };
}

const countRecords = ({ visits, ...of }: HospitalFigures) =>
  [of.unvisited, of.uncovered, of.ending, of.attentionRuns, of.down, of.templates, of.candidates, visits.missed].reduce(
    (sum, { size }) => sum + size,
    0,
  );

async function readAll(scope: HospitalScope, version: number, today: LocalDay, now: Date): Promise<HospitalFigures> {
  const endSteps = await readEndSteps(scope);
  const figures = {
    version,
    today,
    endSteps,
    total: await countDevices(scope),
    unvisited: await readUnvisited(scope),
    uncovered: await readUncovered(scope, today),
    ending: await readEnding(scope, today, endSteps),
    attentionRuns: await readRuns(scope),
    down: await readDowntimes(scope, now),
    templates: await readTemplateFigures(scope, today),
    tasks: await readTaskFigures(scope, today),
    tickets: await readTicketFigures(scope, now),
    visits: await readVisitFigures(scope, today),
  };
  const states = await readDeviceStates(scope, await candidatesOf(figures, { now, timeZone: scope.facts.timeZone }));
  const candidates = new Map([...states].map(([id, state]) => [id, candidateOf(state)]));
  return { ...figures, candidates };
}

/** Ids of the records that changed, by kind. */
interface Changed {
  device: string[];
  template: string[];
  task: string[];
  ticket: string[];
}

/** Updates the figures with the records that have changed since they were read. */
async function readChanged(
  scope: HospitalScope,
  known: HospitalFigures,
  version: number,
  now: Date,
): Promise<HospitalFigures> {
  const { today, endSteps } = known;
  const rows = await scope.rows<{
    kind: keyof Changed | 'contract' | 'setting';
    id: string;
    isOther: boolean | null;
  }>(sql`
    select kind, entity_id as id, since > ${known.version} as "isOther" from sync_index
    where hospital_id = ${scope.id} and version > ${known.version} and kind in ('device', 'template', 'task', 'ticket', 'contract', 'setting')
    limit ${maxChanges + 1}`);
  if (rows.length > maxChanges) return readAll(scope, version, today, now);
  const changed: Changed = { device: [], template: [], task: [], ticket: [] };
  for (const { kind, id } of rows) {
    // A setting of the hospital affects all devices.
    if (kind === 'setting' && id === 'contracts') return readAll(scope, version, today, now);
    if (kind !== 'contract' && kind !== 'setting') changed[kind].push(id);
  }
  const hasAgreement = rows.some(({ kind }) => kind === 'contract');
  // Devices are rarely added or removed; a round changes many devices but adds none.
  const isRegisterOther = rows.some(({ kind, isOther }) => kind === 'device' && isOther === true);
  const isChanged = new Set(changed.device);
  const isNamed = (panel: readonly { deviceId: string }[]) => panel.some(({ deviceId }) => isChanged.has(deviceId));
  const { task, ticket } = changed;

  const templates = await replacedBy(known.templates, changed.template, (ids) =>
    readTemplateFigures(scope, today, ids),
  );
  const isWalkOther = changed.template.some((id) => templates.get(id)?.devices !== known.templates.get(id)?.devices);
  const states = await readDeviceStates(scope, changed.device);
  const where = (test: (state: DeviceState) => boolean) =>
    new Map([...states].filter(([, state]) => test(state)).map(([id, state]) => [id, foundOf(state)]));
  const figures = {
    version,
    today,
    endSteps,
    total: isRegisterOther ? await countDevices(scope) : known.total,
    unvisited: isWalkOther
      ? await readUnvisited(scope)
      : replaced(
          known.unvisited,
          changed.device,
          where(({ isInRoundTemplate }) => !isInRoundTemplate),
        ),
    uncovered: replaced(
      known.uncovered,
      changed.device,
      where(({ isCritical, warrantyEndsOn }) => isCritical && (warrantyEndsOn === null || warrantyEndsOn < today)),
    ),
    ending: replaced(
      known.ending,
      changed.device,
      where((state) => isEndingSoon(state, today, endSteps)),
    ),
    attentionRuns: await replacedBy(known.attentionRuns, changed.device, (ids) => readRuns(scope, ids)),
    down: await replacedBy(known.down, changed.device, (deviceIds) => readDowntimes(scope, now, { deviceIds })),
    templates,
    tasks: task.length > 0 || isNamed(known.tasks.upcoming) ? await readTaskFigures(scope, today) : known.tasks,
    visits: await changedVisits(scope, today, known.visits, { ...changed, hasAgreement }),
    tickets: ticket.length > 0 || isNamed(known.tickets.open) ? await readTicketFigures(scope, now) : known.tickets,
  };
  const wanted = await candidatesOf(figures, { now, timeZone: scope.facts.timeZone });
  const fresh = new Map([
    ...states,
    ...(await readDeviceStates(
      scope,
      wanted.filter((id) => !known.candidates.has(id)),
    )),
  ]);
  const candidates = new Map<string, CandidateDevice>();
  for (const id of wanted) {
    const device = fresh.get(id);
    const candidate = device ? candidateOf(device) : known.candidates.get(id);
    if (candidate && (device || !isChanged.has(id))) candidates.set(id, candidate);
  }
  return { ...figures, candidates };
}

async function readRuns(scope: HospitalScope, ids?: readonly string[]): Promise<Map<string, number>> {
  return new Map([...(await readAttentionRuns(scope, ids))].filter(([, run]) => run > 0));
}

async function replacedBy<T>(
  known: ReadonlyMap<string, T>,
  ids: readonly string[],
  read: (ids: readonly string[]) => Promise<ReadonlyMap<string, T>>,
): Promise<ReadonlyMap<string, T>> {
  return ids.length === 0 ? known : replaced(known, ids, await read(ids));
}
