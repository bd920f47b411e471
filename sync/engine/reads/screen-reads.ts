/** The engine's reads for screens, computed once per change. */
import type { Session } from '#contract/calls/session.ts';
import type { Mirror } from '../../outbox/mirror.ts';
import type { ServerStatus } from '../../transport/server-status.ts';
import type { OutboxEntry, SyncStatus, WardEngine, WardView } from '../../types.ts';
import { refusalRules } from './note-of.ts';
import type { SessionReplica } from '../hospital-replica/session-replica.ts';
import { entryOf, shifted, statusOf } from './status.ts';

/** The part of the engine that screens read each time they render. */
export interface ScreenReads extends Pick<WardEngine, 'view' | 'status' | 'outbox'> {
  /** Marks the values as changed, so that the next read computes them again. */
  forget(): void;
}

/** Creates reads that take the current state of the parts. */
export function createScreenReads(parts: {
  mirror: Pick<Mirror, 'commands' | 'uploads'>;
  sessionReplica: Pick<SessionReplica, 'live' | 'view'>;
  session: () => Session | null;
  serverStatus: ServerStatus;
}): ScreenReads {
  const { mirror, sessionReplica, session, serverStatus } = parts;
  let view: WardView | null = null;
  let status: SyncStatus | null = null;
  let entries: readonly OutboxEntry[] | null = null;
  /** Time of the last answer to this tablet, in any tab or the worker, shared through storage. */
  function heardAt(): number {
    const answers = mirror.commands().flatMap(({ answer }) => (answer ? [Date.parse(answer.at)] : []));
    return Math.max(0, Date.parse(sessionReplica.live()?.asOf() ?? '') || 0, ...answers);
  }

  /** The replica was stored while the clock was as measured, so an estimate does not apply to it. */
  function asOf(): string | null {
    const at = sessionReplica.live()?.asOf() ?? null;
    return at === null ? null : shifted(at, serverStatus.measuredOffsetMs());
  }

  return {
    forget() {
      view = null;
      status = null;
      entries = null;
    },
    view: () => (view ??= sessionReplica.view(mirror.commands())),
    status: () =>
      (status ??= statusOf({
        commands: mirror.commands(),
        offline: serverStatus.offline(heardAt),
        downloadPercent: sessionReplica.live()?.downloadPercent() ?? null,
        isBehind: sessionReplica.live()?.isBehind(mirror.commands()) ?? false,
        asOf: asOf(),
        updateRequired: serverStatus.updateRequired(),
        clockOffsetMs: serverStatus.clockOffsetMs(),
      })),
    outbox: () =>
      (entries ??= mirror
        .commands()
        .map((command) => entryOf(command, mirror.uploads(), session()?.userId ?? null, refusalRules))),
  };
}
