import { isDeepStrictEqual } from 'node:util';
import { replicaKinds } from '#contract/replica.ts';
import type { WardEngine } from '#sync/types.ts';
import type { ServerFacts } from './real-server.ts';
import type { Ward } from './ward.ts';
import type { Attempt } from './workload.ts';

/** What the promises came to. Each broken one names its entry. */
export interface Verdict {
  refused: number;
  lost: string[];
  duplicated: string[];
  broken: string[];
  /** Entries that went with a storage, of which the tablet has told. */
  toldLost: number;
}

/** What the tablets say of an entry. */
function saidOf(ward: Ward, id: string): string {
  const entries = ward.tablets.flatMap(({ tablet }) => tablet.tabs().flatMap((tab) => tab.engine()?.outbox() ?? []));
  const entry = entries.find((one) => one.id === id);
  return entry ? `${entry.state} ${JSON.stringify(entry.error)}` : 'not in any outbox';
}

/** An entry that still waits is not lost; it is counted as stuck. */
const stillWaits = (said: string) => /^(waiting|sending|acked|signed-out) /.test(said);

/** Saved entries are on the server once, under their author, with their files, or refused on both sides; devices are as their rounds say (I1, I2, I9, I10, I11). */
export function checkEntries(ward: Ward, facts: ServerFacts): Verdict {
  const verdict: Verdict = { refused: 0, lost: [], duplicated: [], broken: [], toldLost: 0 };
  const { lost, duplicated, broken } = verdict;
  const counts = new Map<string, number>();
  for (const mark of facts.marks) counts.set(mark, (counts.get(mark) ?? 0) + 1);
  const known = new Map<string, Attempt>(ward.workload.attempts.map((one) => [one.mark, one]));
  const awaited = new Set(facts.awaitedFiles);
  for (const one of ward.workload.attempts) {
    const effects = counts.get(one.mark) ?? 0;
    const isRefused = one.id !== null && facts.refusedKeys.has(one.id);
    if (isRefused) verdict.refused += 1;
    if (effects + (isRefused ? 1 : 0) > 1) duplicated.push(`${one.mark}: ${effects} effects, refused ${isRefused}`);
    if (one.id === null) continue;
    if (effects === 0 && !isRefused) {
      const said = saidOf(ward, one.id);
      // The server's list of refusals may be older than a refusal; the tablet shows it until its author has seen it.
      const isKnownRefused = ward.restored && (said.startsWith('attention') || ward.discarded.has(one.id));
      if (isKnownRefused) verdict.refused += 1;
      else if (one.evicted) verdict.toldLost += 1;
      else if (!stillWaits(said)) lost.push(`${one.mark}: ${said}`);
    }
    const author = facts.keys.get(one.id)?.userId;
    if (author !== undefined && author !== one.userId) broken.push(`${one.mark} came under another author`);
    // A backup that is noticed after a day asks for files whose bytes are no longer kept (OB8, PU19).
    if (one.evicted || ward.restored) continue;
    for (const sha256 of one.files)
      if (awaited.has(sha256)) broken.push(`${one.mark}: its file is not there, ${saidOf(ward, one.id ?? '')}`);
  }
  for (const mark of counts.keys()) if (!known.has(mark)) broken.push(`Nobody made ${mark}`);
  for (const sha256 of facts.wrongFiles) broken.push(`The file ${sha256} has other bytes`);
  broken.push(...facts.wrongStates);
  if (!ward.restored) broken.push(...outOfOrder(facts, known));
  return verdict;
}

/** Notes of one author on one task took effect in the order in which they were made (I4). */
function outOfOrder(facts: ServerFacts, known: ReadonlyMap<string, Attempt>): string[] {
  const wrong: string[] = [];
  for (const notes of facts.notesByTask) {
    const last = new Map<string, number>();
    for (const mark of notes) {
      const one = known.get(mark);
      if (!one || one.seq === null) continue;
      const author = `${one.tablet} ${one.storage} ${one.userId}`;
      if (one.seq < (last.get(author) ?? 0)) wrong.push(`${mark} came after a later entry`);
      last.set(author, one.seq);
    }
  }
  return wrong;
}

/** Every record of a tablet's replica is that of the server, and none is missing or too many (I5). */
export function checkReplica(name: string, engine: WardEngine, facts: ServerFacts): string[] {
  const view = engine.view();
  const wrong: string[] = [];
  const found = new Set<string>();
  for (const kind of replicaKinds) {
    for (const record of view.all(kind)) {
      const key = `${kind} ${record.id}`;
      found.add(key);
      const expected = facts.replica.get(key);
      if (!isDeepStrictEqual(plain(record), expected)) {
        wrong.push(`${name} holds ${JSON.stringify(record)} where the server has ${JSON.stringify(expected)}`);
      }
    }
  }
  for (const key of facts.replica.keys()) if (!found.has(key)) wrong.push(`${name} lacks ${key}`);
  for (const [kind, count] of Object.entries(facts.counts)) {
    const here = replicaKinds.find((each) => each === kind);
    if (here && view.count(here) !== count) wrong.push(`${name} has ${view.count(here)} of ${count} rows of ${kind}`);
  }
  const texts = [
    ...view.all('task').flatMap((task) => [task.actionTaken, ...task.notes.map((note) => note.text)]),
    ...view.all('ticket').flatMap((ticket) => [ticket.problemReported, ticket.actionTaken]),
  ];
  const sorted = texts.filter((text) => text !== '').toSorted();
  if (!isDeepStrictEqual(sorted, facts.texts)) wrong.push(`${name} shows other texts than the tables hold`);
  return wrong;
}

const plain = (record: object): unknown => JSON.parse(JSON.stringify(record));

/** The number in the header is the number of entries in the storage (I15). */
export async function checkCount(ward: Ward, at: number, engine: WardEngine): Promise<string[]> {
  const tablet = ward.tablets[at]?.tablet;
  if (!tablet) return [];
  const { waiting, attention } = engine.status();
  const open = await tablet.countOpen();
  return open === waiting + attention
    ? []
    : [`${tablet.name} shows ${waiting} + ${attention} entries and holds ${open}`];
}
