import type { FastifyInstance } from 'fastify';
import { ApiError } from '../problem.ts';

/** Escapes of characters that PostgreSQL cannot store: NUL, and halves of a surrogate pair. */
const suspicious = /\\u(0000|d[89a-f])/i;

/** Maximum nesting; no body of the contract is even a third as deep. Code that walks a body may therefore recurse. */
const maxDepth = 32;
/**
 * Maximum number of values. The longest body, a round of 2,000 devices with five photos each, has 72,000; a body of
 * 4 MB can have two million, which would block the server for seconds.
 */
const maxValues = 100_000;

/**
 * Parses JSON bodies, whose size the route limits. Refuses deep nesting and too many values before parsing, treats an
 * empty body as absent, and removes characters that PostgreSQL cannot store.
 * Source: docs/decisions/582-many-values-and-slow-readers.md
 */
export function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = typeof body === 'string' ? body : body.toString('utf8');
    if (text.trim() === '') return done(null, undefined);
    if (isTooLarge(text)) return done(new ApiError('input.unreadable'));
    return parse(request, text, (error, value) => done(error, suspicious.test(text) ? clean(value) : value));
  });
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openers = new Set([0x5b, 0x7b]);
const closers = new Set([0x5d, 0x7d]);

function isTooLarge(text: string): boolean {
  let depth = 0;
  let values = 0;
  let isString = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (isString) {
      if (char === backslash) at += 1;
      else isString = char !== quote;
    } else if (char === quote) isString = true;
    else if (closers.has(char)) depth -= 1;
    else if (char === comma) values += 1;
    else if (openers.has(char)) {
      depth += 1;
      values += 1;
    }
    if (depth > maxDepth || values > maxValues) return true;
  }
  return false;
}

function clean(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\u0000', '').replaceAll(/\p{Surrogate}/gu, '\uFFFD');
  if (Array.isArray(value)) return value.map(clean);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([field, each]) => [field, clean(each)]));
}
