import type { CallSpec } from '#contract/define.ts';
import type { ReplicaKind, ReplicaRecords, ReplicaView } from '#contract/records/replica.ts';
import type { HospitalScope } from '../db/scope.ts';
import { presentRecords } from './present.ts';

/** A title looks up a record, and that record may refer to another. */
const maxReads = 3;

/**
 * Returns the title of a refused entry, as its tablet shows it. The title function reads records synchronously, so it
 * is run again until all the records that it needs have been read.
 */
export async function refusalTitle(scope: HospitalScope, spec: CallSpec, input: unknown): Promise<string> {
  const { offline, body } = spec;
  const read = body?.safeParse(bodyOf(input));
  if (!offline || !read?.success) return spec.summary;
  const found = new Map<string, ReplicaRecords[ReplicaKind] | undefined>();
  for (let reads = 1; ; reads += 1) {
    const missing: { kind: ReplicaKind; id: string }[] = [];
    const view: ReplicaView = {
      get: <K extends ReplicaKind>(kind: K, id: string) => {
        const key = `${kind} ${id}`;
        if (!found.has(key) && id !== '') missing.push({ kind, id });
        return found.get(key) as ReplicaRecords[K] | undefined;
      },
    };
    const title = offline.title(read.data, view);
    if (missing.length === 0 || reads === maxReads) return title;
    for (const { kind, id } of missing) {
      const [record] = await presentRecords(scope, kind, [id], new Date());
      found.set(`${kind} ${id}`, record);
    }
  }
}

function bodyOf(input: unknown): unknown {
  return typeof input === 'object' && input !== null && 'body' in input ? input.body : undefined;
}
