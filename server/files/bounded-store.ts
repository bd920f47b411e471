import { Readable } from 'node:stream';
import { createGate, type GateSlots } from '../gate.ts';
import { ApiError } from '../problem.ts';
import type { FileStore, StoredBytes } from './file-store.ts';

/** Four threads of a process do the work of slow disks and of passwords: a disk that hangs leaves one of them. */
const storeSlots: GateSlots = { inAll: 3, each: 2 };
/** Less than the silence after which a tablet gives up a request (rule PU10). Units: ms. */
const deadlineMs = 12_000;

/**
 * Gives a file store places and deadlines of its own. Promises: no caller waits longer than the deadline, whatever the
 * store does; work that was given up keeps its place until it has really ended, so a store that hangs holds a few
 * operations and no more. Throws: ApiError `server.busy`. Source: docs/decisions/390-file-stores-that-hang.md
 */
export function boundStore(store: FileStore, slots: GateSlots = storeSlots): FileStore {
  const gate = createGate(slots);
  const act = <T>(hospitalId: string, work: () => Promise<T>, late?: (result: T) => void): Promise<T> =>
    inTime(gate.run(hospitalId, work), late);
  return {
    save: (hospitalId, sha256, bytes) => act(hospitalId, () => store.save(hospitalId, sha256, bytes)),
    writePiece: (hospitalId, sha256, offset, bytes) =>
      act(hospitalId, () => store.writePiece(hospitalId, sha256, offset, bytes)),
    has: (hospitalId, sha256) => act(hospitalId, () => store.has(hospitalId, sha256)),
    finish: (hospitalId, sha256) => act(hospitalId, () => store.finish(hospitalId, sha256)),
    async read(hospitalId, sha256) {
      const drop = ({ bytes }: StoredBytes): void => void bytes.destroy();
      const { bytes, size } = await act(hospitalId, () => store.read(hospitalId, sha256), drop);
      return { bytes: Readable.from(eachInTime(bytes), { objectMode: false }), size };
    },
    discard: (hospitalId, sha256) => act(hospitalId, () => store.discard(hospitalId, sha256)),
  };
}

async function* eachInTime(bytes: Readable): AsyncGenerator<Buffer> {
  const chunks: AsyncIterator<Buffer> = bytes[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await inTime(chunks.next());
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    bytes.destroy();
  }
}

/** Waits for work until the deadline; `late` disposes of a result that comes after it. */
async function inTime<T>(work: Promise<T>, late?: (result: T) => void): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      work.then(late, () => undefined);
      reject(new ApiError('server.busy'));
    }, deadlineMs);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
