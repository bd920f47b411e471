import { createHash, randomUUID } from 'node:crypto';
import { constants, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { fileTypeOf, type FileMime } from './file-type.ts';

/** A file of a multipart form, in memory. */
export interface Upload {
  field: string;
  fileName: string;
  bytes: Buffer;
}

/** Facts about a file, measured on its bytes and never taken from a claim. Units: size in bytes. */
export interface FileFacts {
  size: number;
  mime: FileMime;
}

/** The result of checking an arrived file; `file.offset`: pieces are missing, and its sender starts again. */
export type Checked = FileFacts | { fault: 'file.hash' | 'file.wrong_type' | 'file.offset' };

/** A stream of a file's bytes, and its length. */
export interface StoredBytes {
  bytes: Readable;
  size: number;
}

/** Stores files by hospital and content; a file under its final name is complete. */
export interface FileStore {
  /** Stores a complete file. */
  save(hospitalId: string, sha256: string, bytes: Buffer): Promise<void>;
  /**
   * Writes a piece of a file that is still arriving; returns false when earlier pieces have been lost. A piece that
   * arrives twice, even late or at the same time, takes nothing away from the pieces beside it.
   */
  writePiece(hospitalId: string, sha256: string, offset: number, bytes: Buffer): Promise<boolean>;
  /** Returns whether the complete file is stored. */
  has(hospitalId: string, sha256: string): Promise<boolean>;
  /** Checks the first `size` bytes of an arrived file and gives them its final name; deletes a file that fails. */
  finish(hospitalId: string, sha256: string, size: number): Promise<Checked>;
  read(hospitalId: string, sha256: string): Promise<StoredBytes>;
  /** Deletes a file, even one that is still arriving. */
  discard(hospitalId: string, sha256: string): Promise<void>;
}

/** Returns the path of a file in its store: a folder per hospital, then one named by two letters of the hash. */
export function placeOfFile(hospitalId: string, sha256: string): string {
  if (!/^[A-Za-z0-9-]+$/.test(hospitalId) || !/^[0-9a-f]{64}$/.test(sha256)) throw new Error('Not a file address');
  return `${hospitalId}/${sha256.slice(0, 2)}/${sha256}`;
}

/** Checks that bytes match their hash and have an allowed type. */
export function checkArrived(sha256: string, bytes: Buffer): Checked {
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) return { fault: 'file.hash' };
  const mime = fileTypeOf(bytes);
  return mime === null ? { fault: 'file.wrong_type' } : { size: bytes.length, mime };
}

/** Creates a store that keeps files in a folder. */
export function createFileStore(root: string): FileStore {
  const placeOf = (hospitalId: string, sha256: string): string => path.join(root, placeOfFile(hospitalId, sha256));
  const makeFolder = async (place: string): Promise<string> => {
    await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
    return place;
  };
  const saveAs = async (place: string, bytes: Buffer): Promise<void> => {
    const draft = `${place}.${randomUUID()}`;
    await writeAt(draft, 0, bytes);
    await rename(draft, place);
    const folder = await open(path.dirname(place));
    await folder.sync().finally(() => folder.close());
  };
  return {
    async save(hospitalId, sha256, bytes) {
      const place = await makeFolder(placeOf(hospitalId, sha256));
      if ((await stat(place).catch(() => null))?.size !== bytes.length) await saveAs(place, bytes);
      await rm(`${place}.part`, { force: true });
    },
    async writePiece(hospitalId, sha256, offset, bytes) {
      const part = `${await makeFolder(placeOf(hospitalId, sha256))}.part`;
      const standsAt = (await stat(part).catch(() => null))?.size ?? 0;
      if (standsAt < offset) return false;
      await writeAt(part, offset, bytes);
      return true;
    },
    has: async (hospitalId, sha256) => (await stat(placeOf(hospitalId, sha256)).catch(() => null)) !== null,
    async finish(hospitalId, sha256, size) {
      const place = placeOf(hospitalId, sha256);
      const part = `${place}.part`;
      const arrived = await readFile(part).catch(() => null);
      // Read after the part: another request that finishes the same file saves it before it removes the part.
      const whole = await readFile(place).catch(() => null);
      const bytes = whole ?? arrived?.subarray(0, size);
      if (bytes === undefined || (!whole && bytes.length < size)) return { fault: 'file.offset' };
      const checked = checkArrived(sha256, bytes);
      // An abandoned write may still reach the part, so the checked bytes are saved as the file, not the part.
      if (!whole && !('fault' in checked)) await saveAs(place, bytes);
      await rm('fault' in checked && whole ? place : part, { force: true });
      return checked;
    },
    async read(hospitalId, sha256) {
      const file = await open(placeOf(hospitalId, sha256));
      try {
        return { size: (await file.stat()).size, bytes: file.createReadStream() };
      } catch (error) {
        await file.close();
        throw error;
      }
    },
    async discard(hospitalId, sha256) {
      const place = placeOf(hospitalId, sha256);
      await rm(place, { force: true });
      await rm(`${place}.part`, { force: true });
    },
  };
}

/** Writes bytes into a file, which it creates if need be and never shortens. */
async function writeAt(place: string, offset: number, bytes: Buffer): Promise<void> {
  const file = await open(place, constants.O_RDWR | constants.O_CREAT, 0o600);
  try {
    for (let written = 0; written < bytes.length;) {
      const done = await file.write(bytes, written, bytes.length - written, offset + written);
      written += done.bytesWritten;
    }
    await file.sync();
  } finally {
    await file.close();
  }
}
