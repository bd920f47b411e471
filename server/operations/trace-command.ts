import { commandUser, securityEvents, writeActivity, type SecurityEvent } from '../auth/security-events.ts';
import type { Executor } from '../db/database.ts';
import { noHospital } from '../db/scope.ts';
import { createLog } from './log.ts';
import type { Settings } from './settings.ts';

/** Logs what a command on the server did: a line in its log, and a row in the Admins' activity log. */
export async function traceCommand(
  { logLevel }: Pick<Settings, 'logLevel'>,
  db: Executor,
  event: SecurityEvent,
  account?: string,
): Promise<void> {
  await writeActivity(db, event, { account, by: commandUser, hospital: noHospital, at: new Date() });
  const { level, text } = securityEvents[event];
  createLog(logLevel)[level]({ event, account, by: commandUser }, text);
}
