import type { CallSpec } from '#contract/define.ts';
import { callList, type CallName } from '#contract/index.ts';
import { payloadOf, type BareSample } from '#tests/security/world.ts';
import type { WireRequest } from './keep-alive-proxy.ts';
import { Raw, writeJson } from './values.ts';

/** A request before serialization, as mutations change it. */
export interface Draft {
  method: string;
  /** As in the request line. */
  target: string;
  headers: [string, string][];
  body: Buffer | undefined;
  /** How the end of the body is marked; `wrong`: the stated length is not that of the body. */
  framing: 'length' | 'chunked' | 'wrong';
  /** Raw head and body, overriding the other fields. */
  raw?: Buffer;
  isAlone?: boolean;
}

/** The draft of a sample. */
export async function draftOf(spec: CallSpec, sample: BareSample): Promise<Draft> {
  const { body, headers } = await contentOf(sample);
  return {
    method: spec.method,
    target: `/api${pathOf(spec, sample.params)}${queryOf(sample.query)}`,
    headers: Object.entries(headers),
    body,
    framing: 'length',
  };
}

async function contentOf(sample: BareSample): Promise<{ body: Buffer | undefined; headers: Record<string, string> }> {
  if (sample.file || sample.bytes) {
    const fields = Object.entries(Object(sample.body ?? {}) as object).map(([name, value]) => [name, textOf(value)]);
    const { payload, headers = {} } = await payloadOf({ ...sample, body: Object.fromEntries(fields) as object });
    return { body: payload === undefined ? undefined : Buffer.from(payload), headers };
  }
  const { body, headers } = sample;
  if (body === undefined) return { body, headers: { ...headers } };
  return { body: Buffer.from(writeJson(body)), headers: { ...headers, 'content-type': 'application/json' } };
}

function pathOf(spec: CallSpec, params: Readonly<Record<string, unknown>> = {}): string {
  return spec.path.replaceAll(/:([A-Za-z0-9]+)/g, (_match, key: string) => encoded(params[key]));
}

function queryOf(query: Readonly<Record<string, unknown>> = {}): string {
  const pairs = Object.entries(query).flatMap(([key, value]): string[] => {
    // An array repeats the name; an object uses the bracket notation that some servers parse.
    if (Array.isArray(value)) return value.slice(0, 50).map((each) => `${encoded(key)}=${encoded(each)}`);
    if (typeof value === 'object' && value !== null && !(value instanceof Raw))
      return Object.entries(value).map(([inner, each]) => `${encoded(key)}[${encoded(inner)}]=${encoded(each)}`);
    return value === undefined ? [] : [`${encoded(key)}=${encoded(value)}`];
  });
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : value === undefined ? '' : writeJson(value);
}

function encoded(value: unknown): string {
  if (value instanceof Raw) return value.text.replaceAll(/[^\x21-\x7e]/g, '');
  return encodeURIComponent(textOf(value).replaceAll(/\p{Surrogate}/gu, '\uFFFD')).slice(0, 6000);
}

const routes = callList
  .map(({ name, spec }) => ({ name, method: spec.method, parts: `/api${spec.path}`.toLowerCase().split('/') }))
  // As in the server: a literal path takes precedence over one with a parameter.
  .toSorted((a, b) => paramsOf(a.parts) - paramsOf(b.parts));

function paramsOf(parts: readonly string[]): number {
  return parts.filter((part) => part.startsWith(':')).length;
}

/** The call that a draft makes, not necessarily the one of its sample; undefined if that is uncertain. */
export function callOf({ method, target, raw }: Draft): CallName | undefined {
  const [path = ''] = target.split(/[?#]/);
  const parts = path.replace(/\/$/, '').toLowerCase().split('/');
  if (raw || parts.includes('', 1)) return undefined;
  const fits = (part: string, at: number): boolean => part.startsWith(':') || part === parts[at];
  return routes.find((each) => each.method === method && each.parts.length === parts.length && each.parts.every(fits))
    ?.name;
}

/** The bytes of a draft. */
export function wireOf(draft: Draft, asker: string): WireRequest {
  const { method, target, body, framing, isAlone = false } = draft;
  const common = { method, asker, ...(isAlone ? { isAlone } : {}) };
  if (draft.raw) return { ...common, bytes: draft.raw };
  const lines = [`${method} ${target} HTTP/1.1`];
  if (!draft.headers.some(([name]) => name === 'host')) lines.push('host: ward.test');
  // A client would fold or refuse characters that a header cannot contain.
  for (const [name, value] of draft.headers) lines.push(`${name}: ${value.replaceAll(/[\r\n\0]/g, ' ')}`);
  if (body && framing === 'chunked') lines.push('transfer-encoding: chunked');
  else if (body) lines.push(`content-length: ${framing === 'wrong' ? Math.floor(body.length / 2) : body.length}`);
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'utf8');
  return { ...common, bytes: Buffer.concat([head, ...(body ? [framing === 'chunked' ? chunksOf(body) : body] : [])]) };
}

function chunksOf(body: Buffer): Buffer {
  const size = Math.max(1, Math.ceil(body.length / 3));
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length; at += size) {
    const part = body.subarray(at, at + size);
    parts.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n'));
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]);
}
