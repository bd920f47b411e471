/** Calls that need the network, and their last answers for screens that also work offline. */
import type { CallName } from '#contract/index.ts';
import type { Clock } from '../../ports/ports.ts';
import type { Client } from '../../transport/client.ts';
import { readBody } from '../../transport/wire.ts';
import { CallError } from '../../types.ts';
import type { CallInput, WardEngine } from '../../types.ts';
import type { ResponseCache } from './response-cache.ts';

/** The part of the engine that makes online calls. */
export type OnlineCalls = Pick<WardEngine, 'call' | 'download' | 'responseCache'>;

/** Binds the calls to the user who is signed in when they are made. */
export function createOnlineCalls(parts: {
  clock: Clock;
  client: Client;
  responseCache: ResponseCache;
  userId: () => string | undefined;
  onPasswordChanged: (password: string) => Promise<void>;
}): OnlineCalls {
  const { clock, client, responseCache } = parts;
  return {
    async call<N extends CallName>(name: N, input?: CallInput<N>) {
      const userId = parts.userId();
      const answer = await client.callApi(name, input);
      if (userId !== undefined && userId === parts.userId()) {
        void responseCache.keep(userId, name, input ?? {}, answer);
      }
      const body: unknown = input?.body;
      if (name === 'changePassword' && typeof body === 'object' && body !== null && 'newPassword' in body) {
        await parts.onPasswordChanged(String(body.newPassword));
      }
      return answer;
    },
    async download(name, input) {
      const answer = await client.openStream(name, input);
      return readBody(clock, answer).catch(() => {
        throw new CallError('offline', 'The file could not be loaded.');
      });
    },
    async responseCache(name, input) {
      const userId = parts.userId();
      return userId === undefined ? undefined : responseCache.find(userId, name, input ?? {});
    },
  };
}
