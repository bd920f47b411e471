import { idempotencyHeader } from '#contract/calls/sync.ts';
import { calls, type CallName } from '#contract/index.ts';
import type { Seeded } from '#tests/faults/seeded.ts';
import type { Session } from '#tests/security/world.ts';
import { judge, type Question } from './judge.ts';
import { createKeepAliveProxy, type Exchange } from './keep-alive-proxy.ts';
import { createOwners, type Owners } from './owners.ts';
import { headerOf, plainBody } from './raw-answer.ts';
import { draftOf, wireOf, type Draft } from './request.ts';
import { createTally, type Tally } from './tally.ts';
import type { Ask } from './tenant.ts';

/** Sends requests through the proxy, judges each answer and counts it. */
export interface Examiner {
  tally: Tally;
  owners: Owners;
  /** `at`: the number of the request, by which it can be repeated. */
  exchange(at: number | 'setup', call: CallName | undefined, question: Question): Promise<Exchange>;
  /** Sends a setup request for later ones; judged like all others. */
  ask: Ask;
  close(): void;
}

interface ExaminerOptions {
  port: number;
  connections: number;
  hangMs: number;
  random: Seeded;
  /** Called for each numbered request. */
  seen?: ((request: Buffer, exchange: Exchange) => void) | undefined;
}

/** Opens the proxy in front of a server and starts counting. */
export function createExaminer({ port, connections, hangMs, random, seen }: ExaminerOptions): Examiner {
  const tally = createTally();
  const owners = createOwners();
  const proxy = createKeepAliveProxy({
    port,
    connections,
    hangMs,
    leftOver(bytes, asker) {
      const what = `bytes after an answer to ${asker}: ${JSON.stringify(bytes.toString('latin1').slice(0, 120))}`;
      tally.found('setup', undefined, '', { rule: 'a broken frame', what });
    },
  });
  const exchange: Examiner['exchange'] = async (at, call, question) => {
    const wire = wireOf(question.draft, question.tenant ?? 'administrator');
    let answered = await proxy.ask(wire);
    let findings = judge(question, answered, owners);
    if (findings.some(({ rule }) => rule === 'slow')) {
      // A busy machine is slow once; a request that costs too much is slow again.
      tally.slowOnce += 1;
      answered = await proxy.ask(wire);
      findings = [...findings.filter(({ rule }) => rule !== 'slow'), ...judge(question, answered, owners)];
    }
    if (at !== 'setup') seen?.(wire.bytes, answered);
    tally.answered(at, call, answered);
    const { method, target } = question.draft;
    for (const finding of findings) tally.found(at, call, `${method} ${target}`, finding);
    return answered;
  };
  return {
    tally,
    owners,
    exchange,
    async ask(sender, name, sample, mark) {
      const draft = dress(await draftOf(calls[name], sample), sender, random);
      const spec = calls[name];
      const question = { tenant: mark, draft, key: keyOf(draft), spec, namesForeign: false };
      const answered = await exchange('setup', name, question);
      if (answered.kind !== 'answer') return { status: 0, body: answered.kind, cookie: undefined };
      const { answer } = answered;
      const cookie = headerOf(answer, 'set-cookie')?.split(';')[0];
      return { status: answer.status, body: plainBody(answer).toString('utf8'), cookie };
    },
    close() {
      tally.connections = proxy.opened();
      proxy.close();
    },
  };
}

/** Gives a request its session, a unique address, and, unless it has one, a unique key that identifies its response. */
export function dress(draft: Draft, sender: Session | null, random: Seeded): Draft {
  const address = [10, random.below(256), random.below(256), 1 + random.below(250)].join('.');
  return {
    ...draft,
    headers: [
      ...draft.headers,
      ['x-forwarded-for', address],
      ...(keyHeaderOf(draft) ? [] : ([[idempotencyHeader, random.uuid()]] satisfies [string, string][])),
      ...(sender ? ([['authorization', `Bearer ${sender.token}`]] satisfies [string, string][]) : []),
      ...(sender && sender.cookie !== '' ? ([['cookie', sender.cookie]] satisfies [string, string][]) : []),
      ...(random.chance(0.2)
        ? ([['accept-encoding', random.chance(0.5) ? 'gzip' : 'br, gzip']] satisfies [string, string][])
        : []),
    ],
  };
}

const keyHeaderOf = ({ headers }: Draft) =>
  headers.find(([name]) => name.toLowerCase() === idempotencyHeader.toLowerCase());

/** The key that the server has to echo; null if it echoes none. */
export function keyOf(draft: Draft): string | null {
  if (draft.raw) return null;
  const [, key = ''] = keyHeaderOf(draft) ?? [];
  return /^[\x21-\x7e]{1,64}$/.test(key) ? key : null;
}
