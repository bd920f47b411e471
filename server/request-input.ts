import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { CallSpec, FileRef } from '#contract/define.ts';
import { maxFileBytes } from '#contract/fields.ts';
import { clockOffsetHeader, idempotencyHeader, madeAtHeader } from '#contract/sync.ts';
import type { Upload } from './attachments/file-store.ts';
import { fileTypeOf } from './attachments/file-type.ts';
import type { EntryTime } from './context.ts';
import { ApiError } from './problem.ts';

const clockToleranceMs = 10 * 60 * 1000;
const keyPattern = /^[A-Za-z0-9_.:-]{1,64}$/;
const filesMax = 10;
const fieldsMax = 100;

/** The three parts of a request as sent. */
export interface RawInput {
  params: unknown;
  query: unknown;
  body: unknown;
}

/** The key of a write, if the client made one. Throws: ApiError `input.invalid`. */
export function readKey(request: FastifyRequest): string | undefined {
  const header = request.headers[idempotencyHeader.toLowerCase()];
  if (header === undefined) return undefined;
  if (typeof header === 'string' && keyPattern.test(header)) return header;
  throw new ApiError('input.invalid', 'The Idempotency-Key must be 1 to 64 letters, digits or - _ . :');
}

/** Works out when an entry was made from what the device says of its clock. Source: sync.md, section 6. */
export function readEntryTime(request: FastifyRequest, now: Date): EntryTime {
  const text = headerText(request, madeAtHeader);
  const madeMs = text === undefined ? Number.NaN : Date.parse(text);
  if (Number.isNaN(madeMs)) return { at: now, madeAt: null, offsetMs: 0, clockFlagged: false };
  const offset = Number(headerText(request, clockOffsetHeader) ?? 0);
  const offsetMs = Number.isFinite(offset) ? offset : 0;
  const trueMs = madeMs + offsetMs;
  return {
    at: new Date(Math.min(trueMs, now.getTime())),
    madeAt: new Date(madeMs),
    offsetMs,
    clockFlagged: Math.abs(offsetMs) > clockToleranceMs || trueMs > now.getTime() + clockToleranceMs,
  };
}

/** A header's value when it stands there once. */
export function headerText(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name.toLowerCase()];
  return typeof value === 'string' ? value : undefined;
}

/** A multipart form, read. */
export interface ReadForm {
  body: Record<string, unknown>;
  uploads: Upload[];
  /** The bytes of the files that the body names, by hash; nothing of them is stored yet. */
  arrived: ReadonlyMap<string, Buffer>;
}

/**
 * Reads a multipart form into the same body that JSON has. The files of a call with file references become `files`;
 * the others come back as they are.
 * Throws: ApiError `file.too_large`, `file.wrong_type`.
 */
export async function readForm(request: FastifyRequest, spec: CallSpec): Promise<ReadForm> {
  const body: Record<string, unknown> = {};
  const uploads: Upload[] = [];
  const parts = request.parts({ limits: { fileSize: maxFileBytes, files: filesMax, fields: fieldsMax } });
  for await (const part of parts) {
    if (part.type === 'field') {
      body[part.fieldname] = part.value;
      continue;
    }
    const bytes = await part.toBuffer();
    if (bytes.length > 0) uploads.push({ field: part.fieldname, fileName: part.filename ?? '', bytes });
  }
  const arrived = new Map<string, Buffer>();
  if (!spec.offline) {
    // The fingerprint of the body covers the files too: a key used again with another file is refused.
    for (const { field, bytes } of uploads) body[field] = createHash('sha256').update(bytes).digest('hex');
    return { body, uploads, arrived };
  }
  const refs: FileRef[] = [];
  for (const { bytes, fileName } of uploads) {
    const mime = fileTypeOf(bytes);
    if (mime === null) throw new ApiError('file.wrong_type');
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    arrived.set(sha256, bytes);
    refs.push({ sha256, size: bytes.length, mime, name: fileName.slice(-255) });
  }
  return { body: { ...body, files: refs }, uploads: [], arrived };
}

/** Validates the parts of a request by the contract. Throws: ApiError `input.invalid` with the sentences by field. */
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
