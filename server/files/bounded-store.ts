import { Readable } from 'node:stream';
import { createGate, type GateSlots } from '../gate.ts';
import { ApiError } from '../problem.ts';
import type { FileStore, StoredBytes } from './file-store.ts';

/**
 * Node's four worker threads serve slow disks and password hashes; with this limit, a hanging disk leaves one of them
 * free.
 */
const storeSlots: GateSlots = { inAll: 3, each: [2] };
/** Shorter than the time after which a tablet gives up on a silent request (rule PU10). Units: ms. */
const deadlineMs = 12_000;
/** Downloads at the same time: fewer than the 50 connections that the client of a bucket opens. */
const readSlots: GateSlots = { inAll: 32, each: [8] };
/** A reader that takes nothing for this long has left, and would hold its connection to the bucket. Units: ms. */
const unreadMs = 20_000;
/**
 * How long calls may still take once the server stops: time for a healthy store to finish, short enough for the 15 s of
 * a stop. Units: ms.
 */
const stoppingMs = 3_000;

/** A file store with its own slots and deadlines. */
export interface BoundStore extends FileStore {
  /** Ends every call within three seconds, and refuses later ones: a hanging store must not hold the stop. */
  stop(): void;
}

/**
 * Gives a file store its own slots and deadlines. Promises: no caller waits longer than the deadline, whatever the
 * store does; abandoned work keeps its slot until it has really ended, so a hanging store blocks a few operations and
 * no more. Throws: ApiError `server.busy`. Source: docs/decisions/390-file-stores-that-hang.md
 */
export function boundStore(store: FileStore, slots: GateSlots = storeSlots): BoundStore {
  const gate = createGate(slots);
  const downloads = createGate(readSlots);
  const waiting = new Set<() => void>();
  let isOver = false;

  /** Waits for work until the deadline or the stop; `late` disposes of a result that arrives afterwards. */
  const inTime = async <T>(begin: () => Promise<T>, late?: (result: T) => void): Promise<T> => {
    if (isOver) throw new ApiError('server.busy');
    const work = begin();
    let giveUp = (): void => undefined;
    const end = new Promise<never>((_resolve, reject) => {
      giveUp = () => {
        work.then(late, () => undefined);
        reject(new ApiError('server.busy'));
      };
    });
    const timer = setTimeout(giveUp, deadlineMs);
    waiting.add(giveUp);
    try {
      return await Promise.race([work, end]);
    } finally {
      clearTimeout(timer);
      waiting.delete(giveUp);
    }
  };
  /** Passes on what a store sends; a store or a reader that takes too long ends the download. */
  const passedOn = (bytes: Readable, leave: () => void): Readable => {
    const chunks: AsyncIterator<Buffer> = bytes[Symbol.asyncIterator]();
    const passed = Readable.from(eachChunk(), { objectMode: false });
    const giveUp = (): void => void passed.destroy(new ApiError('server.timeout'));
    let unread = setTimeout(giveUp, unreadMs);
    async function* eachChunk(): AsyncGenerator<Buffer> {
      for (;;) {
        clearTimeout(unread);
        const next = await inTime(() => chunks.next());
        if (next.done === true) return;
        unread = setTimeout(giveUp, unreadMs);
        yield next.value;
      }
    }
    passed.on('error', () => undefined);
    return passed.once('close', () => {
      clearTimeout(unread);
      bytes.destroy();
      leave();
    });
  };
  const act = <T>(hospitalId: string, work: () => Promise<T>, late?: (result: T) => void): Promise<T> =>
    inTime(() => gate.run(hospitalId, work), late);

  return {
    save: (hospitalId, sha256, bytes) => act(hospitalId, () => store.save(hospitalId, sha256, bytes)),
    writePiece: (hospitalId, sha256, offset, bytes) =>
      act(hospitalId, () => store.writePiece(hospitalId, sha256, offset, bytes)),
    has: (hospitalId, sha256) => act(hospitalId, () => store.has(hospitalId, sha256)),
    finish: (hospitalId, sha256, size) => act(hospitalId, () => store.finish(hospitalId, sha256, size)),
    async read(hospitalId, sha256) {
      const drop = ({ bytes }: StoredBytes): void => void bytes.destroy();
      const leave = await downloads.enter([hospitalId], 1);
      try {
        const { bytes, size } = await act(hospitalId, () => store.read(hospitalId, sha256), drop);
        return { bytes: passedOn(bytes, leave), size };
      } catch (error) {
        leave();
        throw error;
      }
    },
    discard: (hospitalId, sha256) => act(hospitalId, () => store.discard(hospitalId, sha256)),
    stop() {
      setTimeout(() => {
        isOver = true;
        for (const giveUp of waiting) giveUp();
      }, stoppingMs).unref();
    },
  };
}
