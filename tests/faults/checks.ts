import { isDeepStrictEqual } from 'node:util';
import { replicaKinds } from '#contract/records/replica.ts';
import type { TaskRecord, TicketRecord } from '#contract/records/ward.ts';
import { noticesIn } from '#sync/engine/reads/status.ts';
import type { WardEngine } from '#sync/types.ts';
import type { ServerFacts } from './real-server.ts';
import { textsOf } from './texts.ts';
import { wrongTimes } from './times.ts';
import type { Ward } from './ward.ts';
import type { Attempt } from './workload.ts';

/** The outcome for each promise; each violation names its entry. */
export interface Verdict {
  refused: number;
  lost: string[];
  duplicated: string[];
  broken: string[];
  /** Entries lost with a storage, and reported by the tablet. */
  toldLost: number;
  /** Photos of accepted entries: on the server, or listed in the record as not stored. */
  photos: { received: number; missing: number };
}

/** Returns what the tablets say about an entry. */
function saidOf(ward: Ward, id: string): string {
  const entries = ward.tablets.flatMap(({ tablet }) => tablet.tabs().flatMap((tab) => tab.engine()?.outbox() ?? []));
  const entry = entries.find((one) => one.id === id);
  return entry ? `${entry.state} ${JSON.stringify(entry.error)}` : 'not in any outbox';
}

/** An entry that is still waiting is not lost; it counts as stuck. */
const stillWaits = (said: string) => /^(waiting|sending|acked|signed-out) /.test(said);

/**
 * Checks that saved entries are on the server once, under their author, with their files (or with a list of those that
 * did not fit), or refused on both sides, and that devices match their rounds (I1, I2, I9, I10, I11). The effect of an
 * entry is found by its key, whatever its kind.
 */
export function checkEntries(ward: Ward, facts: ServerFacts): Verdict {
  const verdict: Verdict = {
    refused: 0,
    lost: [],
    duplicated: [],
    broken: [],
    toldLost: 0,
    photos: { received: 0, missing: 0 },
  };
  const { broken } = verdict;
  for (const one of ward.workload.attempts) {
    if (one.id === null) continue;
    checkEntry(ward, facts, { ...one, id: one.id }, verdict);
    const author = facts.keys.get(one.id)?.userId;
    if (author !== undefined && author !== one.userId) broken.push(`${one.mark} came under another author`);
    // A restored backup noticed after a day requests files whose bytes are no longer stored (OB8, PU19).
    if (one.evicted || ward.restored) continue;
    if ((facts.keys.get(one.id)?.status ?? 500) < 400) checkFiles(ward, facts, { ...one, id: one.id }, verdict);
  }
  checkTexts(ward, facts, verdict);
  broken.push(...wrongTimes(ward, facts));
  for (const sha256 of facts.wrongFiles) broken.push(`The file ${sha256} has other bytes`);
  broken.push(...facts.wrongStates);
  if (!ward.restored) broken.push(...outOfOrder(ward.workload.attempts, facts));
  return verdict;
}

/**
 * Checks that each photo of an accepted entry is on the server, or is listed in the record if and only if the tablet
 * had no room for it.
 */
function checkFiles(ward: Ward, facts: ServerFacts, one: Attempt & { id: string }, verdict: Verdict): void {
  const { broken, photos } = verdict;
  for (const sha256 of one.files) {
    const isLost = one.lost.includes(sha256);
    const state = facts.files.get(sha256);
    if (state === 'received' || state === 'missing') photos[state] += 1;
    if (isLost && state !== 'missing') broken.push(`${one.mark}: a file is missing without a word`);
    if (!isLost && state === 'missing') broken.push(`${one.mark}: a file that the tablet kept is called missing`);
    if (!isLost && state === 'awaited') broken.push(`${one.mark}: its file is not there, ${saidOf(ward, one.id)}`);
    if (!isLost && state === undefined) broken.push(`${one.mark}: no record names its file`);
  }
}

/**
 * Samples fit what the tablet shows, so only an earlier closing can cause a refusal; and work on a ticket's follow-up
 * task finds no task if the closing that would have created it was refused.
 */
function isExpected(refusal: string, one: Attempt, ward: Ward, facts: ServerFacts): boolean {
  if (refusal.endsWith('.already_closed')) return true;
  const isBefore = (form: Attempt): boolean => form.tablet === one.tablet && (form.seq ?? Infinity) < (one.seq ?? 0);
  return (
    refusal === 'record.unknown' &&
    ward.workload.attempts.some(
      (form) =>
        form.kind.startsWith('breakdown.close@') &&
        form.stream === one.stream &&
        isBefore(form) &&
        form.id !== null &&
        facts.refusals.has(form.id),
    )
  );
}

/** Returns whether the entry is an undo that changed nothing and told its author why. */
const isToldOnly = (one: Attempt, answer: unknown): boolean =>
  one.kind.startsWith('task.undo@') && noticesIn(answer).some((notice) => notice.startsWith('Not undone: '));

/** Checks that an entry's key, its effect, and the list of refusals agree. */
function checkEntry(ward: Ward, facts: ServerFacts, one: Attempt & { id: string }, verdict: Verdict): void {
  const { lost, duplicated } = verdict;
  const isAccepted = (facts.keys.get(one.id)?.status ?? 500) < 400;
  const refusal = facts.refusals.get(one.id);
  const isRefused = refusal !== undefined;
  const effects = facts.effects.get(one.id) ?? 0;
  if (isRefused) verdict.refused += 1;
  if (effects + (isRefused ? 1 : 0) > 1) duplicated.push(`${one.mark}: ${effects} effects, refused ${isRefused}`);
  if (isAccepted && effects === 0 && !isToldOnly(one, facts.keys.get(one.id)?.answer))
    lost.push(`${one.mark}: answered without an effect`);
  if (isRefused && !ward.restored && !isExpected(refusal, one, ward, facts))
    verdict.broken.push(`${one.mark} was refused: ${refusal}`);
  if (isAccepted || isRefused) return;
  if (effects > 0) verdict.broken.push(`${one.mark} has an effect without an answer`);
  const said = saidOf(ward, one.id);
  // The server's list may be older than a refusal; the tablet shows the refusal until its author has seen it.
  const isKnownRefused = ward.restored && (said.startsWith('attention') || ward.discarded.has(one.id));
  if (isKnownRefused) verdict.refused += 1;
  else if (one.evicted) verdict.toldLost += 1;
  else if (!stillWaits(said)) lost.push(`${one.mark}: ${said}`);
}

/**
 * Returns whether all texts of an accepted entry must be kept: a later entry by somebody else erases none (P160, P191).
 */
const isKeptWhole = ({ kind }: Attempt): boolean => /^(breakdown\.close|task\.report)@/.test(kind);

/** Checks that every text of an entry is on the server at most once, and that everything there has an author. */
function checkTexts({ workload }: Ward, { marks, keys }: ServerFacts, { lost, duplicated, broken }: Verdict): void {
  const known = new Set(workload.attempts.flatMap(({ texts }) => texts));
  const seen = new Set<string>();
  for (const text of marks) {
    if (!known.has(text)) broken.push(`Nobody wrote ${text}`);
    if (seen.has(text)) duplicated.push(`${text} stands there twice`);
    seen.add(text);
  }
  const unsaved = workload.attempts.filter(({ isUnsaved }) => isUnsaved).flatMap(({ texts }) => texts);
  for (const text of unsaved) if (seen.has(text)) broken.push(`${text} is there, although its author did not save it`);
  for (const one of workload.attempts) {
    if (one.id === null || !isKeptWhole(one) || (keys.get(one.id)?.status ?? 500) >= 400) continue;
    for (const text of one.texts) {
      if (!seen.has(text)) lost.push(`${one.mark}: ${text} was accepted and is not there`);
    }
  }
}

/** Returns entries that took effect in a different order than their author made them in one stream (I4). */
function outOfOrder(attempts: readonly Attempt[], { keys }: ServerFacts): string[] {
  const wrong: string[] = [];
  const arrived = attempts.flatMap((one) => {
    const version = one.id === null ? null : (keys.get(one.id)?.version ?? null);
    return version === null || one.seq === null ? [] : [{ ...one, seq: one.seq, version }];
  });
  const last = new Map<string, number>();
  for (const one of arrived.toSorted((a, b) => a.version - b.version)) {
    const author = `${one.tablet} ${one.storage} ${one.userId} ${one.stream}`;
    if (one.seq < (last.get(author) ?? 0)) wrong.push(`${one.mark} came after a later entry`);
    last.set(author, one.seq);
  }
  return wrong;
}

/** Checks that a tablet's replica has exactly the server's records (I5). */
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
  const toldIn = ({ events }: TaskRecord | TicketRecord) => events.flatMap(textsOf);
  const texts = [
    ...view.all('task').flatMap((task) => [task.actionTaken, ...toldIn(task)]),
    ...view.all('ticket').flatMap((ticket) => [ticket.problemReported, ticket.actionTaken, ...toldIn(ticket)]),
  ];
  const sorted = texts.filter((text) => text !== '').toSorted();
  if (!isDeepStrictEqual(sorted, facts.texts)) wrong.push(`${name} shows other texts than the tables hold`);
  return wrong;
}

const plain = (record: object): unknown => JSON.parse(JSON.stringify(record));

/** Checks that the number in the header equals the number of entries in storage (I15). */
export async function checkCount(ward: Ward, at: number, engine: WardEngine): Promise<string[]> {
  const tablet = ward.tablets[at]?.tablet;
  if (!tablet) return [];
  const { waiting, attention } = engine.status();
  const open = await tablet.countOpen();
  return open === waiting + attention
    ? []
    : [`${tablet.name} shows ${waiting} + ${attention} entries and holds ${open}`];
}
