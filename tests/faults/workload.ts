import { offlineWrites, writeKey } from '#contract/index.ts';
import type { BodyInput, OfflineWrite } from '#contract/define.ts';
import type { Calls, DeclaredWrite, OfflineCallName } from '#contract/index.ts';
import { filePieceBytes } from '#contract/calls/sync.ts';
import { type PickedFile, SaveError, type WardEngine } from '#sync/types.ts';
import { createSampleSource } from '#tests/support/sample-source.ts';
import { poison } from './network.ts';
import type { Seeded } from './seeded.ts';

/** An attempted entry. Its texts are unique, so that each effect can be counted. */
export interface Attempt {
  /** Contained in all its texts. */
  mark: string;
  texts: string[];
  tablet: string;
  userId: string;
  /** When its author made it. Units: ms since 1970. */
  madeMs: number;
  /** The tablet's clock, and the tablet's corrected time. Units: ms since 1970. */
  clockMs: number;
  shownMs: number;
  body: unknown;
  /** `kind@version`, as the contract declares it. */
  kind: string;
  /** The stream that orders it, once saved. */
  stream: string | null;
  /** Its position in the tablet's order, once saved; overlapping saves get theirs from the database. */
  seq: number | null;
  /** Set when `save` has resolved: from then on the entry must never be lost. */
  id: string | null;
  files: string[];
  /** Files that did not fit on the tablet, as reported when it was saved. */
  lost: string[];
  /** Its author was asked about photos without room, and chose not to save it. */
  isUnsaved: boolean;
  /** The id of a record that it creates, if different from its own. */
  makes: string | null;
  /** The server fails for it whenever it is sent. */
  isPoisoned: boolean;
  /** The storage generation that holds it; each eviction starts a new one. */
  storage: number;
  /** It was lost with its storage, and the tablet reported that. */
  evicted: boolean;
}

/** Makes entries of every kind in the contract, from their samples. */
export interface Workload {
  attempts: Attempt[];
  /** Makes one entry on this tablet; the simulation does not await it, just as users do not wait. */
  make(tablet: { name: string; clockOffsetMs: number }, userId: string, engine: WardEngine): Promise<void>;
  /** Marks a tablet's storage as evicted; returns the entries lost with it. */
  evict(tablet: string): Attempt[];
}

/** Share of entries, among those with their own stream, for which the server fails. */
const poisonShare = 0.01;
/** Share of photos that need more than one chunk. */
const largeShare = 0.01;
/** Smallest photo that can contain a mark. Units: bytes. */
const smallestPhoto = 200;

/** The time zone of the simulated hospital. */
export const timeZone = 'Asia/Kolkata';

/** Returns whether no other entry waits for this one, apart from those about a record that it creates. */
const hasOwnStream = (write: OfflineWrite, body: unknown): boolean =>
  write.stream(body, 'one') !== write.stream(body, 'another');

/** Kinds whose entries may say which vendor did the work. */
const saysVendor = new Set(['task.close', 'task.report', 'test-record.submit']);

/**
 * Creates the workload of a run; `now` is the users' clock, `vendors` are those whom tablets know, merged since or not.
 */
export function createWorkload(random: Seeded, now: () => number, vendors: readonly string[]): Workload {
  const writes = [...offlineWrites.values()];
  const attempts: Attempt[] = [];
  const storages = new Map<string, number>();
  /**
   * Decides what authors do about photos without room; a separate random stream, so that it changes nothing else in a
   * run.
   */
  const choices = random.fork('choices');
  const vendorOf = random.fork('vendors');
  let made = 0;

  /** Composes a body with texts and files as a screen would; null if nothing fits what the tablet shows. */
  function compose({ write }: DeclaredWrite, tablet: string, shownMs: number, engine: WardEngine) {
    const mark = `${write.kind} ${made + 1} by ${tablet}`;
    const { source, texts, files } = createSampleSource({
      next: () => random.next(),
      mark,
      now: new Date(shownMs).toISOString(),
      timeZone,
      sizeOfFile: () => (random.chance(largeShare) ? filePieceBytes + 5000 : smallestPhoto + random.below(3000)),
    });
    const sample = write.sample(source, engine.view());
    if (sample === null) return null;
    const body = saysVendor.has(write.kind) ? { ...sample, vendorId: vendorOf.pick(vendors) } : sample;
    return { mark, body, texts, files };
  }

  async function save(
    { name, write }: DeclaredWrite,
    attempt: Attempt,
    engine: WardEngine,
    entry: { body: unknown; files: PickedFile[] },
  ): Promise<void> {
    // A sample is always a body of its own write.
    const body = entry.body as BodyInput<Calls[OfflineCallName]>;
    const { files } = entry;
    const saveText = () => engine.save(name, body, { files, lostFiles: 'save-text' });
    /** If the author wants to be asked, a save that resolves reports no missing files. */
    const saveWhole = async () => ({
      ...(await engine.save(name, body, { files, lostFiles: 'refuse' })),
      refusedFiles: [],
    });
    const decide = (error: unknown) => {
      if (!(error instanceof SaveError) || error.lost.length === 0) throw error;
      attempt.isUnsaved = choices.chance(0.5);
      if (attempt.isUnsaved) throw error;
      return saveText();
    };
    const { id, refusedFiles } = await (choices.chance(0.5) ? saveWhole().catch(decide) : saveText());
    attempt.id = id;
    attempt.lost = refusedFiles.map(({ sha256 }) => sha256);
    attempt.stream = write.stream(entry.body, id);
    attempt.seq = engine.outbox().find((one) => one.id === id)?.seq ?? null;
  }

  return {
    attempts,
    evict(tablet) {
      storages.set(tablet, (storages.get(tablet) ?? 0) + 1);
      const gone = attempts.filter((one) => one.tablet === tablet && !one.evicted);
      for (const one of gone) one.evicted = true;
      return gone;
    },
    async make({ name: tablet, clockOffsetMs }, userId, engine) {
      const clockMs = now() + clockOffsetMs;
      const shownMs = clockMs + engine.status().clockOffsetMs;
      // Tries the kinds in turn from a random one, until one fits.
      const from = random.below(writes.length);
      for (const declared of [...writes.slice(from), ...writes.slice(0, from)]) {
        const composed = compose(declared, tablet, shownMs, engine);
        if (!composed) continue;
        made += 1;
        const { write } = declared;
        const isPoisoned =
          composed.texts.length > 0 && hasOwnStream(write, composed.body) && random.chance(poisonShare);
        const body = isPoisoned ? poisoned(composed.body, composed.mark) : composed.body;
        const attempt: Attempt = {
          mark: composed.mark,
          texts: isPoisoned ? composed.texts.map((text) => `${poison} ${text}`) : composed.texts,
          tablet,
          userId,
          madeMs: now(),
          clockMs,
          shownMs,
          body,
          kind: writeKey(write),
          stream: null,
          seq: null,
          id: null,
          files: composed.files.map(({ ref }) => ref.sha256),
          lost: [],
          isUnsaved: false,
          makes: write.makes?.(body) ?? null,
          isPoisoned,
          storage: storages.get(tablet) ?? 0,
          evicted: false,
        };
        attempts.push(attempt);
        await save(declared, attempt, engine, { body, files: composed.files });
        return;
      }
    },
  };
}

/** Adds the word to each text in the body. */
function poisoned(body: unknown, mark: string): unknown {
  return JSON.parse(JSON.stringify(body).replaceAll(`"${mark}`, `"${poison} ${mark}`)) as unknown;
}
