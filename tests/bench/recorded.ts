import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Session } from '#contract/calls/session.ts';
import { seedPassword } from '#tests/support/seed.ts';

/** One statement as the server sent it. */
export interface Statement {
  text: string;
  values: unknown[];
}

const recording = new AsyncLocalStorage<Statement[]>();

/** Lets each new connection note its statements for the work that they belong to. */
export function noteStatements(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    const query: (...input: unknown[]) => unknown = client.query.bind(client);
    Object.assign(client, {
      query(what: string | { text: string; values?: unknown[] }, values?: unknown[], ...more: unknown[]) {
        const text = typeof what === 'string' ? what : what.text;
        const given = Array.isArray(values) ? values : typeof what === 'string' ? [] : (what.values ?? []);
        recording.getStore()?.push({ text, values: [...given] });
        return query(what, values, ...more);
      },
    });
  });
}

/** Does some work and adds the statements it sends to a list. */
export function recordInto<T>(statements: Statement[], work: () => Promise<T>): Promise<T> {
  return recording.run(statements, work);
}

/** Signs in and gives the access token. */
export async function tokenOf(app: FastifyInstance, email: string): Promise<string> {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/Auth/login',
    payload: { email, password: seedPassword },
  });
  return answer.json<Session>().token;
}
