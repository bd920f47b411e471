import { createHmac, randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Executor } from '../db/database.ts';
import { auditEntry } from '../db/schema.ts';

/** How an event is logged. */
interface EventSpec {
  level: 'info' | 'warn' | 'error';
  text: string;
  /** Its name in the hospital's activity log; absent: it appears only in the server's log. */
  activity?: string;
  /** Whether many such events for one account or address raise the alert. */
  isCounted?: true;
}

/**
 * Events that are logged in addition to accepted writes, by the code of their log line. Listed in docs/operations.md.
 */
export const securityEvents = {
  'sign_in.done': { level: 'info', text: 'Signed in', activity: 'Sign in' },
  'sign_in.refused': { level: 'warn', text: 'Refused a sign-in', isCounted: true },
  'password.throttled': { level: 'warn', text: 'Too many tries of a password', isCounted: true },
  'password.refused': { level: 'warn', text: 'Refused a wrong current password', isCounted: true },
  'password.changed': { level: 'info', text: 'Changed own password' },
  'password.reset': { level: 'warn', text: 'Reset the password of another account', activity: 'Password reset' },
  'password.by_link': {
    level: 'warn',
    text: 'Set a new password by a mailed link',
    activity: 'Password reset by a mailed link',
  },
  'session.ended': { level: 'info', text: 'Signed out' },
  'session.refused': { level: 'info', text: 'Refused a call without a session that holds' },
  'tablet.revoked': { level: 'warn', text: 'Revoked a lost tablet', activity: 'Sign out and erase a lost tablet' },
  'tablet.back': {
    level: 'warn',
    text: 'A lost tablet came back and was told to remove its data',
    activity: 'Lost tablet came back and was told to remove the hospital’s data',
  },
  'session.secret_reused': { level: 'warn', text: 'A refresh secret came twice: ended its session', isCounted: true },
  'email.taken': {
    level: 'warn',
    text: 'Refused an e-mail address that another account has',
    activity: 'E-mail address already in use',
    isCounted: true,
  },
  'access.refused': { level: 'warn', text: 'Refused a call that is not allowed', isCounted: true },
  'access.throttled': { level: 'warn', text: 'Too many calls', isCounted: true },
  'export.list': { level: 'info', text: 'Reported an export' },
  'export.warranties': { level: 'info', text: 'Exported a spreadsheet', activity: 'Export the list of warranties' },
  'backup.made': { level: 'info', text: 'Made a backup', activity: 'Make a backup' },
  'backup.restored': { level: 'warn', text: 'Restored a backup', activity: 'Restore a backup' },
  'keys.rotated': { level: 'warn', text: 'Made a new signing key', activity: 'Make a new signing key' },
  'alert.refusals': { level: 'error', text: 'Many refusals from one place: somebody may be trying to get in' },
} as const satisfies Record<string, EventSpec>;

/** The code of a log line. */
export type SecurityEvent = keyof typeof securityEvents;

/**
 * Data of a log line: ids and network addresses, never names, e-mail addresses, secrets or user text. Source:
 * docs/decisions/226-traces.md
 */
export interface SecurityFacts {
  /** Id of the affected account, or `unknown-` and a fingerprint of the e-mail address that was entered. */
  account?: string | undefined;
  /** Id of the account that acted, if different. */
  by?: string | undefined;
  /** Id of the hospital of the account. */
  hospital?: string | undefined;
  /** Network address of the client. */
  address?: string | undefined;
  /** Error code of the refusal. */
  code?: string | undefined;
  /** Pattern of the route. */
  route?: string | undefined;
}

/** The security log of a server. */
export interface SecurityLog {
  /** Logs an action. */
  note(event: SecurityEvent, facts: SecurityFacts): void;
  /** Logs a refusal, and raises the alert once when an account or address has had too many. */
  refuse(event: SecurityEvent, facts: SecurityFacts): void;
  /** A pseudonym for an account that may not exist: stable per e-mail address and not reversible. */
  unknownAccount(email: string): string;
}

/** Window in which refusals are counted and their lines limited. Units: milliseconds. */
const windowMs = 15 * 60_000;
/** Maximum number of lines of one kind and address in a window; further ones are logged at level debug. */
const maxLines = 100;
/** Maximum number of accounts and addresses counted; the least recently seen is evicted first. */
const maxPlaces = 10_000;

/** Shown as the user in the activity log for actions of a command on the server. */
export const commandUser = 'command';

/** Creates the security log of a process. `alertAfter`: refusals for an account or address within 15 minutes. */
export function createSecurityLog(parts: {
  log: Pick<FastifyBaseLogger, 'debug' | 'info' | 'warn' | 'error'>;
  now: () => Date;
  alertAfter: number;
  /** The key of the fingerprints. */
  secret: string;
}): SecurityLog {
  const { log, now, alertAfter, secret } = parts;
  const lines = createCounter();
  const refusals = createCounter();
  const write = (event: SecurityEvent, facts: object, isQuiet = false): void => {
    const { level, text } = securityEvents[event];
    log[isQuiet ? 'debug' : level]({ event, ...facts }, text);
  };
  return {
    note: (event, facts) => write(event, facts),
    refuse(event, facts) {
      const at = now();
      const { account, address } = facts;
      write(event, facts, lines.count(`${event} ${address ?? ''}`, at) > maxLines);
      const spec: EventSpec = securityEvents[event];
      if (!spec.isCounted) return;
      for (const place of [{ account }, { address }]) {
        const [[kind, value] = []] = Object.entries(place);
        if (value === undefined || refusals.count(`${kind} ${value}`, at) !== alertAfter) continue;
        write('alert.refusals', { ...place, refusals: alertAfter, minutes: windowMs / 60_000 });
      }
    },
    unknownAccount: (email) =>
      `unknown-${createHmac('sha256', secret).update(`account ${email}`).digest('base64url').slice(0, 12)}`,
  };
}

/** Counts by key within a window that starts with the first event. */
function createCounter(): { count(place: string, now: Date): number } {
  const places = new Map<string, { since: number; count: number }>();
  return {
    count(place, now) {
      const known = places.get(place);
      const isOver = !known || now.getTime() - known.since >= windowMs;
      const counted = isOver ? { since: now.getTime(), count: 1 } : { ...known, count: known.count + 1 };
      // Reinserted at the end, so that the first key of the map is the least recently seen one.
      places.delete(place);
      places.set(place, counted);
      const [quietest] = places.keys();
      if (places.size > maxPlaces && quietest !== undefined) places.delete(quietest);
      return counted.count;
    },
  };
}

/** Writes an event to a hospital's activity log if it is shown there; `-` is the Admins' log. */
export async function writeActivity(
  db: Executor,
  event: SecurityEvent,
  { account, by, hospital, at }: Pick<SecurityFacts, 'account' | 'by'> & { hospital: string; at: Date },
): Promise<void> {
  const { activity }: EventSpec = securityEvents[event];
  if (activity === undefined) return;
  const records = account === undefined || by === undefined ? [] : [`account:${account}`];
  await db.insert(auditEntry).values({
    hospitalId: hospital,
    id: randomUUID(),
    at,
    userId: by ?? account ?? commandUser,
    call: event,
    records,
  });
}

/** Returns the activity log's name for an event; undefined if the log does not show it. */
export function activityOf(event: string): string | undefined {
  const spec: EventSpec | undefined = Object.hasOwn(securityEvents, event)
    ? securityEvents[event as SecurityEvent]
    : undefined;
  return spec?.activity;
}

const accounts = new WeakMap<object, string>();

/** Remembers the account of a request, so that the log line of a refusal can name it. */
export function nameAccount(request: object, account: string): void {
  accounts.set(request, account);
}

/** The account of a request, if known. */
export function accountOf(request: object): string | undefined {
  return accounts.get(request);
}
