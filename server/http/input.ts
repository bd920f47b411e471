import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { CallSpec } from '#contract/define.ts';
import type { FileRef } from '#contract/records/values.ts';
import { maxFileBytes, typedYears } from '#contract/fields.ts';
import { clockEstimateHeader, clockOffsetHeader, idempotencyHeader, madeAtHeader } from '#contract/calls/sync.ts';
import type { FileFacts, Upload } from '../files/file-store.ts';
import { fileTypeOf } from '../files/file-type.ts';
import { uploadName } from '../files/upload-name.ts';
import type { EntryTime } from '../context.ts';
import { ApiError } from '../problem.ts';

const clockToleranceMs = 10 * 60 * 1000;
const keyPattern = /^[A-Za-z0-9_.:-]{1,64}$/;
const maxFiles = 10;
const maxFields = 100;
/** Maximum total size of a form's fields and files, which are all held in memory. */
export const maxFormBytes = 25 * 1024 * 1024;

/** The three parts of a request as sent. */
export interface RawInput {
  params: unknown;
  query: unknown;
  body: unknown;
}

/** Returns the parts of a request; a missing body is an empty one. */
export function inputOf(request: FastifyRequest, body: unknown): RawInput {
  return { params: request.params, query: request.query, body: body ?? {} };
}

/** Returns the key of a write if the client sent one. Throws: ApiError `input.invalid`. */
export function readKey(request: FastifyRequest): string | undefined {
  const header = request.headers[idempotencyHeader.toLowerCase()];
  if (header === undefined) return undefined;
  if (typeof header === 'string' && keyPattern.test(header)) return header;
  throw new ApiError('input.invalid', 'The Idempotency-Key must be 1 to 64 letters, digits or - _ . :');
}

/** Derives when an entry was made from the device's clock headers. */
export function readEntryTime(request: FastifyRequest, now: Date): EntryTime {
  const text = headerText(request, madeAtHeader);
  const madeMs = text === undefined ? Number.NaN : Date.parse(text);
  if (Number.isNaN(madeMs))
    return { at: now, madeAt: null, saidAt: null, tabletTime: null, offsetMs: 0, clockFlagged: false };
  const offset = Number(headerText(request, clockOffsetHeader) ?? 0);
  const offsetMs = Number.isFinite(offset) ? offset : 0;
  const trueMs = madeMs + offsetMs;
  if (!isTypedTime(madeMs) || !isTypedTime(trueMs))
    return { at: now, madeAt: null, saidAt: null, tabletTime: null, offsetMs: 0, clockFlagged: true };
  const estimate = headerText(request, clockEstimateHeader);
  const saidMs = madeMs + Number(estimate ?? Number.NaN);
  return {
    at: new Date(Math.min(trueMs, now.getTime())),
    madeAt: new Date(madeMs),
    saidAt: isTypedTime(saidMs) ? new Date(saidMs) : null,
    tabletTime: isTypedTime(saidMs) && saidMs === trueMs ? new Date(madeMs) : null,
    offsetMs,
    clockFlagged: Math.abs(offsetMs) > clockToleranceMs || trueMs > now.getTime() + clockToleranceMs,
  };
}

/** Rejects times that are implausible for an entry; the database cannot even store some of them. */
function isTypedTime(ms: number): boolean {
  return ms >= Date.UTC(typedYears.first, 0, 1) && ms < Date.UTC(typedYears.last + 1, 0, 1);
}

/** Returns the value of a header that occurs exactly once. */
export function headerText(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name.toLowerCase()];
  return typeof value === 'string' ? value : undefined;
}

/** A parsed multipart form. */
export interface ReadForm {
  body: Record<string, unknown>;
  uploads: Upload[];
  /** The bytes of the files that the body names, by hash; not stored yet. */
  arrived: ReadonlyMap<string, FileFacts & { bytes: Buffer }>;
}

/**
 * Reads a multipart form into the same body as JSON. If the call has file references, its files become `files`; other
 * files are returned unchanged.
 * Throws: ApiError `file.too_large`, `file.wrong_type`, `body.too_large`, `input.unreadable`.
 */
export async function readForm(request: FastifyRequest, spec: CallSpec): Promise<ReadForm> {
  const body: Record<string, unknown> = {};
  const uploads: Upload[] = [];
  const parts = request.parts({ limits: { fileSize: maxFileBytes, files: maxFiles, fields: maxFields } });
  let total = 0;
  const add = (size: number): void => {
    total += size;
    if (total > maxFormBytes) throw new ApiError('body.too_large');
  };
  try {
    for await (const part of parts) {
      if (part.type === 'field') {
        add(Buffer.byteLength(String(part.value)));
        body[part.fieldname] = part.value;
        continue;
      }
      const bytes = await part.toBuffer();
      add(bytes.length);
      if (bytes.length > 0) uploads.push({ field: part.fieldname, fileName: part.filename ?? '', bytes });
    }
  } catch (error) {
    throw unreadable(error);
  }
  const arrived = new Map<string, FileFacts & { bytes: Buffer }>();
  if (!spec.offline) {
    for (const { field, bytes } of uploads) {
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      // The fingerprint of the body includes the files: reusing a key with another file is refused.
      body[field] = sha256;
      const mime = fileTypeOf(bytes);
      if (mime !== null) arrived.set(sha256, { size: bytes.length, mime, bytes });
    }
    return { body, uploads, arrived };
  }
  const refs: FileRef[] = [];
  for (const upload of uploads) {
    const { bytes } = upload;
    const mime = fileTypeOf(bytes);
    if (mime === null) throw new ApiError('file.wrong_type');
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const facts = { size: bytes.length, mime };
    arrived.set(sha256, { ...facts, bytes });
    refs.push({ sha256, ...facts, name: uploadName(upload, '') });
  }
  return { body: { ...body, files: refs }, uploads: [], arrived };
}

/**
 * Turns the parser's error for a truncated form, which has no status, into a refusal; returns refusals and errors with
 * a status unchanged.
 */
function unreadable(error: unknown): unknown {
  const isTold = error instanceof ApiError || (error instanceof Error && 'statusCode' in error);
  return isTold ? error : new ApiError('input.unreadable');
}

/** Lists the query parameters that a call does not have: ignoring them would change the answer the caller meant. */
function unknownQuery(spec: CallSpec, query: unknown): string[] {
  // A write that waited on a tablet is never refused because of its URL.
  if (spec.method !== 'GET') return [];
  const known = spec.query && 'shape' in spec.query._zod.def ? spec.query._zod.def.shape : spec.query ? null : {};
  if (typeof known !== 'object' || known === null || typeof query !== 'object' || query === null) return [];
  return Object.keys(query).filter((name) => !Object.hasOwn(known, name));
}

/**
 * Validates the parts of a request against the contract. Throws: ApiError `input.invalid` with the messages by field.
 */
export function validateInput(spec: CallSpec, input: RawInput): RawInput {
  const errors: Record<string, string[]> = {};
  const read = (schema: z.ZodMiniType | undefined, value: unknown): unknown => {
    if (!schema) return undefined;
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    for (const { path, message } of result.error.issues) {
      const field = path.map(String).join('.');
      errors[field] = [...(errors[field] ?? []), message];
    }
    return undefined;
  };
  for (const name of unknownQuery(spec, input.query)) errors[name] = [`This call has no query parameter ${name}.`];
  const valid = {
    params: read(spec.params, input.params),
    query: read(spec.query, input.query),
    body: read(spec.body, input.body),
  };
  const sentences = new Set(Object.values(errors).flat());
  if (sentences.size === 0) return valid;
  const [only] = sentences;
  throw new ApiError('input.invalid', sentences.size === 1 ? only : undefined, { errors });
}

/** Validates like `validateInput`, but returns the refusal instead of throwing it. */
export function checkInput(spec: CallSpec, input: RawInput): { value: RawInput } | { error: ApiError } {
  try {
    return { value: validateInput(spec, input) };
  } catch (error) {
    if (error instanceof ApiError) return { error };
    throw error;
  }
}
