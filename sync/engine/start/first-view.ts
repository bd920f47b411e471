/** The first view of a start, before the engine is loaded. */
import type { Session } from '#contract/calls/session.ts';
import { resumeSession, sessionOfTab } from '../../session/continue.ts';
import { peekOutbox } from '../../outbox/peek.ts';
import type { OutboxPeek } from '../../outbox/peek.ts';
import type { Ports } from '../../ports/ports.ts';
import { countsBeside } from '../../replica/bare-view.ts';
import { openEarly } from '../hospital-replica/opened-replica.ts';
import type { OpenedReplica } from '../hospital-replica/opened-replica.ts';
import type { OutboxEntry } from '../../types.ts';
import { offsetNotBefore } from '../../transport/known-clock.ts';
import { entryOf, type RefusalRules, wrongClockMs } from '../reads/status.ts';

/** Everything that the first screen shows: the user, the entries and the hospital's rows. */
export interface FirstView {
  session: Session;
  /** Returns the entries as screens show them. */
  entries: readonly OutboxEntry[];
  outbox: OutboxPeek;
  opened: OpenedReplica;
}

/** Without refusals, the contract is not needed. */
const noRefusals: RefusalRules = { canBecomeNote: () => false, textOf: () => '' };

/** Loads the contract only if an entry was refused. */
async function entriesOf({ commands, uploads }: OutboxPeek, userId: string): Promise<OutboxEntry[]> {
  const isRefused = commands.some(({ lastError }) => lastError !== null);
  const rules = isRefused ? (await import('../reads/note-of.ts')).refusalRules : noRefusals;
  return commands.map((command) => entryOf(command, uploads, userId, rules));
}

/**
 * Reads the first view, which is shown before the engine is loaded (rule ST5). Null unless the session continues
 * without asking the user, the rows are stored, and they contain the effects of all entries.
 */
export async function openFirstView(ports: Ports): Promise<FirstView | null> {
  const outbox = await peekOutbox(ports.databases);
  if (outbox?.tabletId === undefined) return null;
  if (Math.abs(offsetNotBefore(outbox, ports.clock.now())) > wrongClockMs) return null;
  const session = resumeSession(outbox.person, sessionOfTab(ports.tabStore), ports.clock.now());
  const hospitalId = session?.hospital?.id;
  if (!session || hospitalId === undefined) return null;
  const counts = (cursor: number) =>
    outbox.commands.some((command) => command.hospitalId === hospitalId && countsBeside(command, cursor));
  if (counts(Infinity)) return null;
  const opened = await openEarly(ports, hospitalId);
  const { replica } = opened;
  if (replica.ready && replica.downloadPercent === null && !counts(replica.cursor)) {
    return { session, outbox, entries: await entriesOf(outbox, session.userId), opened };
  }
  await replica.close();
  return null;
}
