import type pg from 'pg';

/**
 * Sends the statements of a connection one after another, in the order in which they were asked for. Reads of one
 * transaction may then be asked for together; `pg` deprecates its own queue. Statements with a callback and query
 * objects of other packages are sent at once: those callers wait themselves.
 */
export function queueStatements(client: pg.PoolClient): void {
  const send: (...input: unknown[]) => unknown = client.query.bind(client);
  let last: Promise<unknown> = Promise.resolve();
  Object.assign(client, {
    query(...input: unknown[]) {
      const [asked] = input;
      const isObject = typeof asked === 'object' && asked !== null && 'submit' in asked;
      if (isObject || typeof input.at(-1) === 'function') return send(...input);
      const answer = last.then(() => send(...input));
      last = answer.catch(() => undefined);
      return answer;
    },
  });
}
