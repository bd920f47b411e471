import { inflateRawSync } from 'node:zlib';
import { damaged, ImportRefused } from './refused.ts';

/** How much a zip may become. Units: bytes, and entries. */
export type ZipLimits = { entries: number; entryBytes: number; totalBytes: number };

type ZipEntry = { name: string; method: number; packedBytes: number; unpackedBytes: number; offset: number };

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const MAX_COMMENT_BYTES = 65_535;
const SIZE_IN_ZIP64_EXTRA = 0xffffffff;
const ZIP64_EXTRA_ID = 0x0001;
const STORED = 0;
const DEFLATED = 8;
/** Real sheets shrink 5 to 50 times; an entry this large that shrinks more than 100 times is a bomb. */
const SUSPECT_ENTRY_BYTES = 8 * 1024 * 1024;
const MAX_SHRINKAGE = 100;

/**
 * The wanted entries of a zip, unpacked. The directory is walked first, so that a bomb that owns up to its size costs
 * nothing; one that lies is cut off while it unpacks.
 * Throws: ImportRefused file-damaged, file-encrypted, file-unpacks-too-large.
 */
export function unzip(file: Buffer, limits: ZipLimits, wanted: (name: string) => boolean): Map<string, Buffer> {
  const entries = readDirectory(file, limits);
  const declaredBytes = entries.reduce((sum, entry) => sum + entry.unpackedBytes, 0);
  if (declaredBytes > limits.totalBytes || entries.some((entry) => entry.unpackedBytes > limits.entryBytes)) {
    throw unpacksTooLarge();
  }
  const unpacked = new Map<string, Buffer>();
  let budgetBytes = limits.totalBytes;
  for (const entry of entries.filter(({ name }) => wanted(name))) {
    if (unpacked.has(entry.name)) throw damaged();
    const content = unpack(file, entry, Math.min(budgetBytes, limits.entryBytes));
    budgetBytes -= content.length;
    unpacked.set(entry.name, content);
  }
  return unpacked;
}

function readDirectory(file: Buffer, limits: ZipLimits): ZipEntry[] {
  const end = findEnd(file);
  const count = file.readUInt16LE(end + 10);
  if (count > limits.entries) throw unpacksTooLarge();
  const entries: ZipEntry[] = [];
  let at = file.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    if (at + ENTRY_BYTES > file.length || file.readUInt32LE(at) !== ENTRY_SIGNATURE) throw damaged();
    if ((file.readUInt16LE(at + 8) & 1) !== 0) throw encrypted();
    const nameEnd = at + ENTRY_BYTES + file.readUInt16LE(at + 28);
    const extraEnd = nameEnd + file.readUInt16LE(at + 30);
    if (extraEnd > file.length) throw damaged();
    entries.push({
      name: file
        .toString('utf8', at + ENTRY_BYTES, nameEnd)
        .replaceAll('\\', '/')
        .replace(/^\/+/, ''),
      method: file.readUInt16LE(at + 10),
      ...sizesAndOffset(file, at, file.subarray(nameEnd, extraEnd)),
    });
    at = extraEnd + file.readUInt16LE(at + 32);
  }
  return entries;
}

function findEnd(file: Buffer): number {
  const lowest = Math.max(0, file.length - END_BYTES - MAX_COMMENT_BYTES);
  for (let at = file.length - END_BYTES; at >= lowest; at -= 1) {
    if (file.readUInt32LE(at) === END_SIGNATURE) return at;
  }
  throw damaged();
}

/** Writers that stream put sizes into the zip64 field even when they are small. */
function sizesAndOffset(file: Buffer, at: number, extra: Buffer) {
  const wide = zip64Numbers(extra);
  const take = (value: number): number => (value === SIZE_IN_ZIP64_EXTRA ? Number(wide.shift() ?? Infinity) : value);
  const unpackedBytes = take(file.readUInt32LE(at + 24));
  const packedBytes = take(file.readUInt32LE(at + 20));
  const offset = take(file.readUInt32LE(at + 42));
  return { unpackedBytes, packedBytes, offset };
}

function zip64Numbers(extra: Buffer): bigint[] {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== ZIP64_EXTRA_ID) continue;
    const body = extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2));
    return Array.from({ length: Math.floor(body.length / 8) }, (_, index) => body.readBigUInt64LE(index * 8));
  }
  return [];
}

function unpack(file: Buffer, entry: ZipEntry, maxBytes: number): Buffer {
  const { offset, packedBytes, method } = entry;
  if (offset + LOCAL_BYTES > file.length || file.readUInt32LE(offset) !== LOCAL_SIGNATURE) throw damaged();
  const start = offset + LOCAL_BYTES + file.readUInt16LE(offset + 26) + file.readUInt16LE(offset + 28);
  if (start + packedBytes > file.length) throw damaged();
  const packed = file.subarray(start, start + packedBytes);
  if (method === STORED) {
    if (packed.length > maxBytes) throw unpacksTooLarge();
    return packed;
  }
  if (method !== DEFLATED) throw damaged();
  if (packed.length === 0) return packed;
  try {
    const mostBytes = Math.min(maxBytes, Math.max(SUSPECT_ENTRY_BYTES, packed.length * MAX_SHRINKAGE));
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, mostBytes) });
  } catch (error) {
    if (error instanceof RangeError) throw unpacksTooLarge();
    throw damaged(error);
  }
}

function unpacksTooLarge(): ImportRefused {
  return new ImportRefused(
    'file-unpacks-too-large',
    'The file becomes too large when it is unpacked. Keep only the equipment sheet, or split it into several files.',
  );
}

/** The refusal of a file that only opens with a password. */
export function encrypted(): ImportRefused {
  return new ImportRefused(
    'file-encrypted',
    'The file is protected with a password. Save it without the password and upload it again.',
  );
}
