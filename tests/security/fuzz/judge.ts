import type { CallSpec } from '#contract/define.ts';
import { isErrorCode } from '#contract/errors.ts';
import { idempotencyHeader, protocolHeader, protocolVersion } from '#contract/calls/sync.ts';
import type { Exchange } from './keep-alive-proxy.ts';
import type { Owners } from './owners.ts';
import { headerOf, plainBody, type RawAnswer } from './raw-answer.ts';
import type { Draft } from './request.ts';

/** Rules that no response may break. */
export type Rule =
  | 'a failure of the server'
  | 'slow'
  | 'a broken frame'
  | 'no answer'
  | 'an error that is no problem document'
  | "another asker's answer"
  | 'something of the other hospital'
  | 'a record of the other hospital granted'
  | 'the inside of the server shown'
  | 'a header missing'
  | 'not what the contract says';

/** A rule that a response breaks. */
export interface Finding {
  rule: Rule;
  what: string;
}

/** Who sent the request, and what the response may contain. */
export interface Question {
  /** The caller's hospital; null for Admins and visitors, who have none. */
  tenant: string | null;
  draft: Draft;
  /** The key that identifies the response; null if the request has no unique one. */
  key: string | null;
  /** The call of the method and URL; undefined if they were mutated. */
  spec?: CallSpec | undefined;
  namesForeign: boolean;
}

/** Maximum response time. Units: milliseconds. */
export const slowMs = 2_000;

const inside =
  /node_modules|dist\/server|\/server\/[a-z]|\n\s+at \S+ \(|\bselect .{1,400} from |\binsert into |violates |SQLSTATE|ECONN|relation "|DrizzleQuery|ZodError/i;

/** Checks a response against all rules. */
export function judge(question: Question, exchange: Exchange, owners: Owners): Finding[] {
  const findings: Finding[] = [];
  const find = (rule: Rule, what: string): number => findings.push({ rule, what });
  const { draft } = question;
  if (exchange.kind === 'hung')
    find('no answer', `none after ${Math.round(exchange.ms)} ms, ${exchange.received} bytes`);
  if (exchange.kind === 'closed' && !draft.isAlone) find('no answer', 'the connection ended');
  if (exchange.kind !== 'answer') return findings;
  const { answer, ms } = exchange;
  if (ms > slowMs) find('slow', `${Math.round(ms)} ms`);
  for (const fault of answer.faults) find('a broken frame', fault);
  const body = readBody(answer);
  if (body === undefined) {
    find('a broken frame', 'the body is not compressed as its head says');
    return findings;
  }
  const text = body.toString('utf8');
  judgeStatus(question, answer, text, find);
  if (!draft.raw) judgeHead(question, answer, find);
  judgeContent(question, answer, text, owners, find);
  return findings;
}

type Find = (rule: Rule, what: string) => number;

function readBody(answer: RawAnswer): Buffer | undefined {
  try {
    return plainBody(answer);
  } catch {
    return undefined;
  }
}

function judgeStatus({ draft, spec, namesForeign }: Question, answer: RawAnswer, text: string, find: Find): void {
  const { status } = answer;
  const type = headerOf(answer, 'content-type') ?? '';
  const code = status >= 400 ? codeOf(text) : '';
  if (status >= 500 && code !== 'server.busy') find('a failure of the server', `${status} ${text.slice(0, 200)}`);
  if (
    status >= 400 &&
    (!type.startsWith('application/problem+json') || (draft.method !== 'HEAD' && !isProblem(status, text)))
  )
    find('an error that is no problem document', `${status} ${type}: ${text.slice(0, 200)}`);
  if (status >= 400 && inside.test(text)) find('the inside of the server shown', text.slice(0, 300));
  if (status < 200 || status >= 300 || !spec || draft.method === 'HEAD') return;
  if (namesForeign && spec.access !== 'open' && text !== '[]')
    find('a record of the other hospital granted', `${status} ${text.slice(0, 200)}`);
  const wrong = breach(spec, status, text);
  if (wrong !== undefined) find('not what the contract says', wrong);
}

function breach(spec: CallSpec, status: number, text: string): string | undefined {
  if (status !== (spec.status ?? 200)) return `status ${status} instead of ${spec.status ?? 200}`;
  if (!spec.answer) return undefined;
  const read = spec.answer.safeParse(parsed(text));
  return read.success ? undefined : `${JSON.stringify(read.error.issues).slice(0, 300)} in ${text.slice(0, 80)}`;
}

function judgeHead({ draft, key }: Question, answer: RawAnswer, find: Find): void {
  const isStream = headerOf(answer, 'content-type')?.startsWith('text/event-stream') ?? false;
  // When Node refuses a request while reading its head, there is no key to echo yet.
  const isUnread = [400, 408, 431].includes(answer.status) && headerOf(answer, 'connection') === 'close';
  if (isStream || isUnread) return;
  const echoed = headerOf(answer, idempotencyHeader.toLowerCase());
  if (key !== null && echoed !== key && (echoed !== undefined || isOurs(draft)))
    find("another asker's answer", `the key of the request is ${key}, of the answer ${echoed ?? 'none'}`);
  if (!isOurs(draft)) return;
  for (const [name, value] of [
    [protocolHeader.toLowerCase(), protocolVersion],
    ['x-content-type-options', 'nosniff'],
  ] as const) {
    if (headerOf(answer, name) !== value) find('a header missing', `${answer.status}: ${name}`);
  }
}

/** Returns whether the request certainly reached the API: its head is small and complete. */
function isOurs({ target, isAlone }: Draft): boolean {
  return !isAlone && /^\/api\/[A-Z]/i.test(target) && !target.includes('//');
}

function judgeContent(question: Question, answer: RawAnswer, text: string, owners: Owners, find: Find): void {
  const { tenant, draft } = question;
  const told = `${answer.headers.map(([, value]) => value).join('\n')}\n${text}`;
  if (tenant === null) return;
  const sent = sentText(draft);
  owners.hear(sent, tenant);
  for (const foreign of owners.foreignIn(told, tenant)) find('something of the other hospital', foreign);
  if (answer.status < 300) owners.learn(text, tenant, sent);
}

/** Everything in the request, raw and decoded. */
function sentText({ target, headers, body, raw }: Draft): string {
  const parts = [
    target,
    ...headers.map(([, value]) => value),
    body?.toString('utf8') ?? '',
    raw?.toString('utf8') ?? '',
  ];
  return [...parts, decoded(target)].join('\n');
}

function decoded(target: string): string {
  return target.replaceAll(/(?:%[0-9a-f]{2})+/gi, (escapes) =>
    Buffer.from(escapes.replaceAll('%', ''), 'hex').toString('utf8'),
  );
}

function isProblem(status: number, text: string): boolean {
  const read = parsed(text);
  return (
    typeof read === 'object' &&
    read !== null &&
    'code' in read &&
    isErrorCode(read.code) &&
    'status' in read &&
    read.status === status &&
    'detail' in read &&
    typeof read.detail === 'string'
  );
}

/** Returns the code of a problem document; empty for other texts. */
export function codeOf(text: string): string {
  const read = parsed(text);
  return typeof read === 'object' && read !== null && 'code' in read ? String(read.code) : '';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
