import { isDeepStrictEqual } from 'node:util';
import type { RealServer } from './real-server.ts';
import type { SimulatedRequest, WireAnswer } from './wire-answer.ts';

/** Checks requests to the server: a repeated key must get the first answer (I3). */
export function watchReplays(server: RealServer) {
  const first = new Map<string, WireAnswer>();
  const wrong: string[] = [];
  return {
    async handle(request: SimulatedRequest, cookies: Map<string, string>): Promise<WireAnswer> {
      const answer = await server.handle(request, cookies);
      const key = request.headers['idempotency-key'];
      if (key === undefined || answer.status >= 300) return answer;
      const known = first.get(key);
      const isReplay = answer.headers['idempotency-replayed'] === 'true';
      if (!known) first.set(key, answer);
      else if (!isReplay) wrong.push(`${key} took effect twice`);
      else if (!isDeepStrictEqual(JSON.parse(known.body), JSON.parse(answer.body)))
        wrong.push(`${key} was answered ${known.body} and then ${answer.body}`);
      return answer;
    },
    /** A restored server has forgotten its later answers. */
    forget: () => first.clear(),
    broken: (): readonly string[] => wrong,
  };
}
