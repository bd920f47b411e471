import type { FastifyInstance } from 'fastify';

/** Escapes of signs that PostgreSQL cannot hold: zero, and halves of a surrogate pair. */
const suspicious = /\\u(0000|d[89a-f])/i;

/** Reads JSON bodies; an empty one counts as none, and signs that no database can hold are taken out. */
export function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = typeof body === 'string' ? body : body.toString('utf8');
    if (text.trim() === '') return done(null, undefined);
    return parse(request, text, (error, value) => done(error, suspicious.test(text) ? clean(value) : value));
  });
}

function clean(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\u0000', '').replaceAll(/\p{Surrogate}/gu, '\uFFFD');
  if (Array.isArray(value)) return value.map(clean);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([field, each]) => [field, clean(each)]));
}
