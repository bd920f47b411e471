import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { DatabaseStartError, textOf } from './database-start-error.ts';

/** Channel on which a starting server sends a notification to itself. */
const checkChannel = 'ward_rounds_session_check';
/** How long a notification may take on a busy machine. Units: milliseconds. */
const notificationMs = 5_000;

/** The connection that needs its own session, and a way to send a statement on another one. */
interface Sessions {
  connection: pg.ClientConfig;
  /** The setting that names the connection's address. */
  setting: 'DATABASE_URL' | 'DATABASE_DIRECT_URL';
  onOther: (statement: string) => Promise<unknown>;
}

/**
 * Refuses a pooler that lends a connection to other clients between transactions: migrations would lose their lock, and
 * live events would not arrive. A pooler reports a process of its own instead of PostgreSQL's; a notification shows
 * whether it keeps sessions. Throws: DatabaseStartError. Source: docs/decisions/564-poolers-are-recognised.md
 */
export async function refusePooler({ connection, setting, onOther }: Sessions): Promise<void> {
  const client: pg.Client & { processID?: number } = new pg.Client(connection);
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    if (rows[0]?.pid === client.processID) return;
    const heard = new Promise<boolean>((resolve) => void client.once('notification', () => resolve(true)));
    await client.query(`listen ${checkChannel}`);
    await onOther(`notify ${checkChannel}`);
    if (await Promise.race([heard, pause(notificationMs, false, { ref: false })])) return;
  } catch (cause) {
    throw new DatabaseStartError(
      `The database does not answer (${textOf(cause)}): check ${setting} and that the database server runs.`,
      { cause },
    );
  } finally {
    await client.end().catch(() => undefined);
  }
  throw new DatabaseStartError(
    `${setting} leads to a pooler that does not keep sessions, such as pgbouncer in transaction mode: set DATABASE_DIRECT_URL to the address of PostgreSQL itself.`,
  );
}
