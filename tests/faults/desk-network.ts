import type { Problem } from '#contract/errors.ts';
import { callPath, calls } from '#contract/index.ts';
import { idempotencyHeader, protocolHeader, protocolVersion } from '#contract/calls/sync.ts';
import { exchange } from '#sync/transport/wire.ts';
import type { WireRequest } from '#sync/transport/http.ts';
import { CallError } from '#sync/types.ts';
import { payloadOf } from '#tests/security/world.ts';
import { type SeededUser, seedPassword } from '#tests/support/seed.ts';
import type { DeskCall, Editor } from './two-editors.ts';
import type { VirtualTime } from './virtual-time.ts';
import { type SimulatedNetwork, toSimulatedRequest } from './wire-answer.ts';

/** Returns the calls of a browser: it reads answers as the app does, and signs in when it has to. */
export function callsOn(
  wire: SimulatedNetwork,
  time: VirtualTime,
  users: Readonly<Record<Editor, SeededUser>>,
): DeskCall {
  const tokens = new Map<Editor, string>();
  const ports = {
    clock: time.clock(
      () => 0,
      (resume) => resume(),
    ),
    transport: {
      origin: 'https://ward.test',
      fetch: async (input: Request | string | URL, init?: RequestInit) => {
        time.enter();
        const request = await toSimulatedRequest(input instanceof Request ? input : new Request(input, init)).finally(
          () => time.leave(),
        );
        return wire.send(request);
      },
    },
  };

  async function ask(request: WireRequest): Promise<unknown> {
    const answer = await exchange(ports, {
      ...request,
      headers: { ...request.headers, [protocolHeader]: protocolVersion },
    });
    if (answer.kind !== 'ours') throw new CallError('offline', answer.message);
    if (answer.status >= 300) throw new CallError('problem', 'Refused.', answer.body as Problem);
    return answer.body;
  }

  async function tokenOf(who: Editor): Promise<string> {
    const known = tokens.get(who);
    if (known !== undefined) return known;
    const body = JSON.stringify({ email: users[who].email, password: seedPassword });
    const headers = { 'content-type': 'application/json' };
    const { token } = (await ask({ method: 'POST', path: '/api/Auth/login', headers, body })) as { token: string };
    tokens.set(who, token);
    return token;
  }

  return async (who, name, sample, key) => {
    const { method, path } = calls[name];
    const authorization = `Bearer ${await tokenOf(who)}`;
    const { payload, headers } = await payloadOf(sample);
    try {
      const answer = await ask({
        method,
        path: `/api${callPath({ path }, sample.params)}`,
        headers: { ...headers, authorization, ...(method === 'GET' ? {} : { [idempotencyHeader]: key }) },
        ...(payload === undefined ? {} : { body: String(payload) }),
      });
      return answer as Awaited<ReturnType<DeskCall>>;
    } catch (error) {
      if (error instanceof CallError && error.status === 401) tokens.delete(who);
      throw error;
    }
  };
}
