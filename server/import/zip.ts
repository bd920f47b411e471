import { buffer } from 'node:stream/consumers';
import { inflateRawSync } from 'node:zlib';
import { fromBufferPromise, getFileNameLowLevel, type Entry, type ZipFile } from 'yauzl';
import { ApiError } from '../problem.ts';
import { damaged, refused } from './refused.ts';

/** Limits on the unpacked size of a zip. Units: bytes, and entries. */
export type ZipLimits = { entries: number; entryBytes: number; totalBytes: number };

const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED_FLAG = 1;
/** Real sheets compress 5 to 50 times; an entry this large that compresses more than 100 times is a zip bomb. */
const SUSPECT_ENTRY_BYTES = 8 * 1024 * 1024;
const maxShrinkage = 100;

/**
 * The wanted entries of a zip, unpacked. The central directory is walked first, so that a bomb that admits its size
 * costs nothing; one that lies is cut off while it unpacks.
 * Throws: ApiError import.refused or file.too_large.
 */
export async function unzip(
  file: Buffer,
  limits: ZipLimits,
  wanted: (name: string) => boolean,
): Promise<Map<string, Buffer>> {
  const zip = await openZip(file);
  const entries = await readDirectory(zip, limits);
  const declaredBytes = entries.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0);
  if (declaredBytes > limits.totalBytes || entries.some(({ entry }) => entry.uncompressedSize > limits.entryBytes)) {
    throw unpacksTooLarge();
  }
  const unpacked = new Map<string, Buffer>();
  let budgetBytes = limits.totalBytes;
  for (const { name, entry } of entries.filter((each) => wanted(each.name))) {
    if (unpacked.has(name)) throw damaged();
    const packed = await readPacked(zip, entry);
    const content = unpack(packed, entry.compressionMethod, Math.min(budgetBytes, limits.entryBytes));
    budgetBytes -= content.length;
    unpacked.set(name, content);
  }
  return unpacked;
}

/**
 * Opens a zip without the library's own checks: it refuses absolute names, which some programs write, and reports a
 * false size like damage.
 */
function openZip(file: Buffer): Promise<ZipFile> {
  return fromBufferPromise(file, { decodeStrings: false, validateEntrySizes: false }).catch(() => {
    throw damaged();
  });
}

async function readDirectory(zip: ZipFile, limits: ZipLimits): Promise<{ name: string; entry: Entry }[]> {
  if (zip.entryCount > limits.entries) throw unpacksTooLarge();
  const entries: { name: string; entry: Entry }[] = [];
  try {
    for await (const entry of zip.eachEntry()) {
      if ((entry.generalPurposeBitFlag & ENCRYPTED_FLAG) !== 0) throw encrypted();
      entries.push({ name: nameOf(entry), entry });
    }
  } catch (error) {
    if (error instanceof ApiError) throw error;
    // The library reports this kind of encryption only in a message.
    if (error instanceof Error && error.message === 'strong encryption is not supported') throw encrypted();
    throw damaged();
  }
  return entries;
}

function nameOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  return getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false).replace(/^\/+/, '');
}

async function readPacked(zip: ZipFile, entry: Entry): Promise<Buffer> {
  try {
    return await buffer(await zip.openReadStreamPromise(entry, { decodeFileData: false }));
  } catch {
    throw damaged();
  }
}

function unpack(packed: Buffer, method: number, maxBytes: number): Buffer {
  if (method === STORED) {
    if (packed.length > maxBytes) throw unpacksTooLarge();
    return packed;
  }
  if (method !== DEFLATED) throw damaged();
  if (packed.length === 0) return packed;
  try {
    const mostBytes = Math.min(maxBytes, Math.max(SUSPECT_ENTRY_BYTES, packed.length * maxShrinkage));
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, mostBytes) });
  } catch (error) {
    if (error instanceof RangeError) throw unpacksTooLarge();
    throw damaged();
  }
}

function unpacksTooLarge(): ApiError {
  return refused(
    'The file becomes too large when it is unpacked. Keep only the equipment sheet, or split it into several files.',
    'file.too_large',
  );
}

/** Returns the refusal of a file that needs a password. */
export function encrypted(): ApiError {
  return refused('The file is protected with a password. Save it without the password and upload it again.');
}
