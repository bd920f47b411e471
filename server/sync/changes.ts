import { sql } from 'drizzle-orm';
import { replicaKinds, replicaSchema, type ReplicaKind } from '#contract/records/replica.ts';
import { maxChangesPageSize, type Changes } from '#contract/calls/sync.ts';
import type { Handler } from '../context.ts';
import { readHead } from '../db/read-head.ts';
import { readApart, readTogether } from '../db/read-together.ts';
import { readScope, type HospitalScope } from '../db/scope.ts';
import { ApiError } from '../problem.ts';
import { ReadyJson } from '../ready-json.ts';
import { presentRecords } from './present.ts';

/** Number of records of one kind that are read and serialized in one turn of the event loop. */
const recordsAtOnce = 400;
/** Up to this number of changes, records are read in one statement. Source: docs/decisions/313-read-together.md */
const changesTogether = 200;

type IndexRow = { kind: string; entity_id: string; version: string; deleted: boolean };
interface Change {
  kind: string;
  id: string;
  version: number;
  deleted: boolean;
}

/**
 * Returns the records above a cursor from one snapshot, ordered by version; a version is never split across pages.
 * Throws: ApiError `sync.cursor_expired` for another epoch, a cursor above the head, or one older than the tombstones.
 */
export const syncChanges: Handler<'syncChanges'> = async ({ query, hospital, services, now }) => {
  const { epoch } = services.meta;
  const limit = Math.min(query.limit, maxChangesPageSize);
  return services.db.transaction(
    async (snapshot) => {
      const plain = readScope(snapshot, hospital.facts);
      const scope = readTogether(plain);
      const [{ head, prunedVersion }, { changes, more }] = await Promise.all([
        readHead(scope),
        readIndex(scope, query.cursor, limit),
      ]);
      const otherEpoch = query.epoch !== undefined && query.epoch !== epoch;
      // A download that began above the pruned tombstones has never received the records that they removed.
      const isBelowTombstones = query.cursor > 0 && Math.max(query.cursor, query.began ?? 0) < prunedVersion;
      if (otherEpoch || query.cursor > head || isBelowTombstones) {
        throw new ApiError('sync.cursor_expired', undefined, { context: { epoch, head } });
      }
      const tombstones = changes.filter(({ deleted }) => deleted);
      const reading = changes.length > changesTogether ? readApart(plain) : scope;
      const groups = await Promise.all(replicaKinds.map((kind) => readKind(reading, kind, changes, now)));
      for (const { missing } of groups) tombstones.push(...missing);
      const rows = groups.filter((group) => group.versions.length > 0);
      const about: Omit<Changes, 'rows'> = {
        epoch,
        schema: replicaSchema,
        // A new replica has nothing to remove.
        tombstones: query.cursor === 0 ? [] : tombstones.map(({ kind, id }) => ({ kind: kindOf(kind), id })),
        next: more ? (changes.at(-1)?.version ?? head) : head,
        head,
        more,
        serverTime: now.toISOString(),
      };
      return new ReadyJson(`{"rows":[${rows.map(textOf).join(',')}],${JSON.stringify(about).slice(1)}`);
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
};

/** Reads up to `limit` index rows above the cursor, and drops the last version if the page would split it. */
async function readIndex(
  scope: HospitalScope,
  cursor: number,
  limit: number,
): Promise<{ changes: Change[]; more: boolean }> {
  const rows = await scope.rows<IndexRow>(sql`
    select kind, entity_id, version, deleted from sync_index
    where hospital_id = ${scope.id} and ${cursor} < version order by version limit ${limit + 1}`);
  const changes = rows.map(toChange);
  if (changes.length <= limit) return { changes, more: false };
  const cut = changes[limit]?.version ?? 0;
  const whole = changes.filter(({ version }) => version < cut);
  if (whole.length > 0) return { changes: whole, more: true };
  const version = await scope.rows<IndexRow>(sql`
    select kind, entity_id, version, deleted from sync_index
    where hospital_id = ${scope.id} and version = ${cut}`);
  return { changes: version.map(toChange), more: true };
}

function toChange(row: IndexRow): Change {
  return { kind: row.kind, id: row.entity_id, version: Number(row.version), deleted: row.deleted };
}

/** Records of one kind, already as JSON. */
interface Group {
  kind: ReplicaKind;
  versions: number[];
  records: string[];
  missing: Change[];
}

function textOf({ kind, versions, records }: Group): string {
  return `{"kind":"${kind}","versions":[${versions.join(',')}],"rows":[${records.join(',')}]}`;
}

/**
 * Builds the records of one kind in the order of their versions, without those that no longer exist. Works in small
 * batches, because the whole page at once would block the event loop.
 */
async function readKind(
  scope: HospitalScope,
  kind: ReplicaKind,
  changes: readonly Change[],
  now: Date,
): Promise<Group> {
  const live = changes.filter((change) => change.kind === kind && !change.deleted);
  const texts = new Map<string, string>();
  for (let from = 0; from < live.length; from += recordsAtOnce) {
    const ids = live.slice(from, from + recordsAtOnce).map(({ id }) => id);
    for (const record of await presentRecords(scope, kind, ids, now)) texts.set(record.id, JSON.stringify(record));
  }
  const group: Group = { kind, versions: [], records: [], missing: [] };
  for (const change of live) {
    const text = texts.get(change.id);
    if (text === undefined) {
      group.missing.push(change);
    } else {
      group.versions.push(change.version);
      group.records.push(text);
    }
  }
  return group;
}

function kindOf(text: string): ReplicaKind {
  const kind = replicaKinds.find((each) => each === text);
  if (kind === undefined) throw new Error(`Not a kind of the replica: ${text}`);
  return kind;
}
