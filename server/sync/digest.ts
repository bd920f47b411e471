import { sql } from 'drizzle-orm';
import { replicaKinds } from '#contract/records/replica.ts';
import type { Handler } from '../context.ts';
import { readScope, type HospitalScope } from '../db/scope.ts';
import { readHead } from '../db/read-head.ts';
import type { KindDigest } from '../kept-counts/kept.ts';

/** Returns count and sum of versions by kind, so that a tablet can detect that its replica has drifted. */
export const syncDigest: Handler<'syncDigest'> = async ({ hospital, services }) =>
  services.db.transaction(
    async (snapshot) => {
      const scope = readScope(snapshot, hospital.facts);
      const { head } = await readHead(scope);
      const kinds = await services.kept.digests.read(scope, { key: '', version: head }, () => readDigest(scope));
      return { epoch: services.meta.epoch, head, kinds };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );

/** Reads the digest, in the snapshot of the version under which it is cached. */
export async function readDigest(scope: HospitalScope): Promise<KindDigest[]> {
  const rows = await scope.rows<{ kind: string; count: string; sum: string }>(sql`
    select kind, count(*) as count, sum(version) as sum from sync_index
    where hospital_id = ${scope.id} and not deleted group by kind`);
  const byKind = new Map(rows.map((row) => [row.kind, row]));
  return replicaKinds.map((kind) => ({
    kind,
    count: Number(byKind.get(kind)?.count ?? 0),
    sum: Number(byKind.get(kind)?.sum ?? 0),
  }));
}
