import { createHash } from 'node:crypto';
import { roundStatuses } from '#contract/rules/device-status.ts';
import { filePieceBytes } from '#contract/sync.ts';
import type { PickedFile, WardEngine } from '#sync/types.ts';
import type { SeededHospital } from '#tests/support/seed.ts';
import { poison } from './network.ts';
import type { Seeded } from './seeded.ts';

/** An entry somebody tried to make. The mark is in its text, so that each time it takes effect can be counted. */
export interface Attempt {
  mark: string;
  tablet: string;
  userId: string;
  kind: 'note' | 'round' | 'report' | 'close-ticket' | 'close-task';
  /** Its place in the tablet's order, once it is saved; saves that overlap get theirs from the database. */
  seq: number | null;
  /** Set when `save` has resolved: from then on it may never be lost. */
  id: string | null;
  files: string[];
  /** The tablet's storage that holds it; a new one after each eviction. */
  storage: number;
  /** It was thrown away with its storage, and the tablet has said so. */
  evicted: boolean;
}

/** Makes entries of all kinds the way screens do. */
export interface Workload {
  attempts: Attempt[];
  /** Makes one entry on this tablet; not awaited by the simulation, as people do not wait either. */
  make(tablet: string, userId: string, engine: WardEngine): Promise<void>;
  /** The storage of a tablet is gone; answers the entries that went with it. */
  evict(tablet: string): Attempt[];
}

/** Share of reports for which the server fails. A report has a stream of its own. */
const poisonShare = 0.01;
/** Share of photos that take more than one piece. */
const largeShare = 0.01;

/** The smallest file that counts as a JPEG, made one of a kind by its mark. */
function photo(mark: string, size: number): PickedFile {
  const bytes = new Uint8Array(size);
  bytes.set([0xff, 0xd8, 0xff, 0xe0]);
  bytes.set(new TextEncoder().encode(mark), 20);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { ref: { sha256, size, mime: 'image/jpeg', name: 'photo.jpg' }, bytes: bytes.buffer };
}

/** Makes the workload of one run on a seeded hospital; notes are written on `tasks`. */
export function createWorkload(
  random: Seeded,
  hospital: SeededHospital,
  tasks: readonly string[],
  today: string,
): Workload {
  const attempts: Attempt[] = [];
  const tickets: string[] = [];
  const deviceIds = Object.entries(hospital.devices);
  const storages = new Map<string, number>();
  let made = 0;

  function begin(tablet: string, userId: string, kind: Attempt['kind']): Attempt {
    made += 1;
    const isPoison = kind === 'report' && random.chance(poisonShare);
    const mark = `${kind} ${made} by ${tablet}${isPoison ? ` ${poison}` : ''}`;
    const storage = storages.get(tablet) ?? 0;
    const attempt: Attempt = { mark, tablet, userId, kind, seq: null, id: null, files: [], storage, evicted: false };
    attempts.push(attempt);
    return attempt;
  }

  async function saved(attempt: Attempt, engine: WardEngine, work: Promise<{ id: string }>): Promise<string> {
    const { id } = await work;
    attempt.id = id;
    attempt.seq = engine.outbox().find((entry) => entry.id === id)?.seq ?? null;
    return id;
  }

  const makers: ((tablet: string, userId: string, engine: WardEngine) => Promise<unknown>)[] = [
    (tablet, userId, engine) => {
      const taskId = random.pick(tasks);
      const attempt = begin(tablet, userId, 'note');
      return saved(attempt, engine, engine.save('addTaskNote', { taskId, note: attempt.mark }));
    },
    (tablet, userId, engine) => {
      const taskId = random.pick(tasks);
      const attempt = begin(tablet, userId, 'note');
      const file = photo(attempt.mark, random.chance(largeShare) ? filePieceBytes + 5000 : 100 + random.below(3000));
      attempt.files.push(file.ref.sha256);
      const files = [{ ...file.ref, mime: 'image/jpeg' as const }];
      return saved(
        attempt,
        engine,
        engine.save('addTaskNote', { taskId, note: attempt.mark, files }, { files: [file] }),
      );
    },
    (tablet, userId, engine) => {
      const [serialNumber, installationBaseId] = random.pick(deviceIds);
      const attempt = begin(tablet, userId, 'round');
      const status = random.pick(roundStatuses);
      const entry = { installationBaseId, serialNumber, status, description: attempt.mark, date: today };
      return saved(
        attempt,
        engine,
        engine.save('submitRound', [{ ...entry, dailyRoundTemplateId: hospital.templateId }]),
      );
    },
    (tablet, userId, engine) => {
      const [, installationBaseId] = random.pick(deviceIds);
      const attempt = begin(tablet, userId, 'report');
      return saved(
        attempt,
        engine,
        engine.save('reportBreakdown', {
          installationBaseId,
          issueType: 'Electrical',
          problemReported: attempt.mark,
          priority: 'High',
          reportedDate: today,
        }),
      ).then((id) => tickets.push(id));
    },
    (tablet, userId, engine) => {
      if (tickets.length === 0) return Promise.resolve();
      const id = random.pick(tickets);
      const attempt = begin(tablet, userId, 'close-ticket');
      return saved(attempt, engine, engine.save('closeBreakdown', { id, actionTaken: attempt.mark }));
    },
    (tablet, userId, engine) => {
      const attempt = begin(tablet, userId, 'close-task');
      const body = { taskId: hospital.tasks.calibration, actionTaken: attempt.mark };
      return saved(attempt, engine, engine.save('closeTask', body));
    },
  ];
  const weights = [0, 0, 0, 0, 1, 2, 2, 3, 3, 4, 5];

  return {
    attempts,
    evict(tablet) {
      storages.set(tablet, (storages.get(tablet) ?? 0) + 1);
      const gone = attempts.filter((one) => one.tablet === tablet && !one.evicted);
      for (const one of gone) one.evicted = true;
      return gone;
    },
    async make(tablet, userId, engine) {
      const maker = makers[random.pick(weights)];
      await maker?.(tablet, userId, engine);
    },
  };
}
