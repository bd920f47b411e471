import { sql, type SQL } from 'drizzle-orm';
import { hospitalDay, type LocalDay } from '#contract/rules/hospital-day.ts';
import { readHead } from '../db/read-head.ts';
import type { HospitalScope } from '../db/scope.ts';
import { readAttentionRuns } from './attention-runs.ts';

/** Hospitals and, in all of them, ids that a process keeps; the hospital asked for longest ago goes first. */
const defaultLimits = { hospitals: 500, ids: 300_000 };
/** More changed records than this since the last request: everything is read again. */
const maxChanges = 5_000;

/** What would otherwise be read from all devices of a hospital. */
export interface DeviceFigures {
  /** Devices in use. */
  total: number;
  /** Those of them that stand in no round template. */
  unvisited: ReadonlySet<string>;
  /** The critical ones without a warranty that lasts today. */
  uncovered: ReadonlySet<string>;
  /** How many of their latest rounds in a row said Needs Attention, where it is more than none. */
  attentionRuns: ReadonlyMap<string, number>;
}

/** Figures of a hospital at a version of its data and on a day. */
interface KeptFigures extends DeviceFigures {
  version: number;
  today: LocalDay;
  /** The devices of each template in use as a digest: a round changes a template too, but not its devices. */
  templates: ReadonlyMap<string, string>;
}

/** Gives the figures of hospitals. */
export interface DeviceFigureKeeper {
  /** The figures as the database has them now. */
  read(scope: HospitalScope, now: Date): Promise<DeviceFigures>;
}

/**
 * Keeps the figures of hospitals between requests. Promises: the hospital's version is read from the database each
 * time; what a record changed since then says is read again, so that any number of servers on one database answer
 * alike. Every record that the figures depend on is in the replica of tablets, so that no change of them is without a
 * version. Source: docs/decisions/282-dashboard-figures.md
 */
export function createDeviceFigureKeeper(limits = defaultLimits): DeviceFigureKeeper {
  const kept = new Map<string, KeptFigures>();
  const reading = new Map<string, Promise<KeptFigures>>();

  const keep = (hospitalId: string, figures: KeptFigures): void => {
    kept.delete(hospitalId);
    kept.set(hospitalId, figures);
    let ids = 0;
    for (const each of kept.values()) ids += countIds(each);
    for (const [id, each] of kept) {
      if (kept.size <= limits.hospitals && ids <= limits.ids) return;
      kept.delete(id);
      ids -= countIds(each);
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
      const begun = isUsable ? readChanged(scope, known, head) : readAll(scope, head, today);
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

const countIds = ({ unvisited, uncovered, attentionRuns, templates }: KeptFigures): number =>
  unvisited.size + uncovered.size + attentionRuns.size + templates.size;

async function readAll(scope: HospitalScope, version: number, today: LocalDay): Promise<KeptFigures> {
  return {
    version,
    today,
    total: await countDevices(scope),
    unvisited: new Set(await readUnvisited(scope)),
    uncovered: new Set(await readUncovered(scope, today)),
    attentionRuns: await readRuns(scope),
    templates: await readTemplates(scope),
  };
}

/** The figures with what changed since they were read. */
async function readChanged(scope: HospitalScope, known: KeptFigures, version: number): Promise<KeptFigures> {
  const changes = await scope.rows<{ kind: string; id: string }>(sql`
    select kind, entity_id as id from sync_index
    where hospital_id = ${scope.id} and version > ${known.version} and kind in ('device', 'template')
    limit ${maxChanges + 1}`);
  if (changes.length > maxChanges) return readAll(scope, version, known.today);
  const idsOf = (kind: string) => changes.flatMap((change) => (change.kind === kind ? [change.id] : []));
  const devices = idsOf('device');
  const changedTemplates = idsOf('template');
  const figures: KeptFigures = { ...known, version };
  if (changedTemplates.length > 0) {
    const found = await readTemplates(scope, changedTemplates);
    if (changedTemplates.some((id) => found.get(id) !== known.templates.get(id))) {
      const templates = new Map(known.templates);
      for (const id of changedTemplates) templates.delete(id);
      figures.templates = new Map([...templates, ...found]);
      figures.unvisited = new Set(await readUnvisited(scope));
    }
  }
  if (devices.length === 0) return figures;
  const changed = new Set(devices);
  const others = (ids: ReadonlySet<string>) => [...ids].filter((id) => !changed.has(id));
  const otherRuns = [...known.attentionRuns].filter(([id]) => !changed.has(id));
  return {
    ...figures,
    total: await countDevices(scope),
    unvisited: new Set([...others(figures.unvisited), ...(await readUnvisited(scope, devices))]),
    uncovered: new Set([...others(figures.uncovered), ...(await readUncovered(scope, known.today, devices))]),
    attentionRuns: new Map([...otherRuns, ...(await readRuns(scope, devices))]),
  };
}

async function countDevices(scope: HospitalScope): Promise<number> {
  const [row] = await scope.rows<{ devices: string }>(sql`
    select count(*) as devices from installation where hospital_id = ${scope.id} and retired_at is null`);
  return Number(row?.devices ?? 0);
}

/** Restricts a query to some devices `i`, or to none in particular. */
const among = (ids?: readonly string[]): SQL => (ids ? sql`and i.id = any(${sql.param(ids)}::text[])` : sql``);

async function readUnvisited(scope: HospitalScope, ids?: readonly string[]): Promise<string[]> {
  const rows = await scope.rows<{ id: string }>(sql`
    select i.id from installation i
    where i.hospital_id = ${scope.id} and i.retired_at is null ${among(ids)} and not exists (
      select 1 from round_template_device d
      join round_template t on t.hospital_id = d.hospital_id and t.id = d.template_id and t.retired_at is null
      where d.hospital_id = i.hospital_id and d.device_id = i.id)`);
  return rows.map(({ id }) => id);
}

async function readUncovered(scope: HospitalScope, today: LocalDay, ids?: readonly string[]): Promise<string[]> {
  const rows = await scope.rows<{ id: string }>(sql`
    select i.id
    from installation i
    join equipment e on e.hospital_id = i.hospital_id and e.id = i.equipment_id and e.importance = 'Critical'
    where i.hospital_id = ${scope.id} and i.retired_at is null ${among(ids)} and not exists (
      select 1 from warranty_serial s
      join warranty w on w.hospital_id = s.hospital_id and w.id = s.warranty_id and w.retired_at is null
      where s.hospital_id = i.hospital_id and s.device_id = i.id and w.end_on >= ${today}::date)`);
  return rows.map(({ id }) => id);
}

async function readRuns(scope: HospitalScope, ids?: readonly string[]): Promise<Map<string, number>> {
  return new Map([...(await readAttentionRuns(scope, ids))].filter(([, run]) => run > 0));
}

async function readTemplates(scope: HospitalScope, ids?: readonly string[]): Promise<Map<string, string>> {
  const which = ids ? sql`and t.id = any(${sql.param(ids)}::text[])` : sql``;
  const rows = await scope.rows<{ id: string; devices: string }>(sql`
    select t.id, count(d.device_id) || ' ' || coalesce(sum(hashtextextended(d.device_id, 0)), 0) as devices
    from round_template t
    left join round_template_device d on d.hospital_id = t.hospital_id and d.template_id = t.id
    where t.hospital_id = ${scope.id} and t.retired_at is null ${which}
    group by t.id`);
  return new Map(rows.map(({ id, devices }) => [id, devices]));
}
