import type { CallName } from '#contract/index.ts';
import type { Command } from './command.ts';
import type { StoredCommand, StoredNames } from './schema.ts';

/** Names of calls in rows of earlier releases; listed here because loading the contract would delay the first rows. */
const renamedCalls: Readonly<Record<string, CallName>> = {
  reportBreakdown: 'reportTicket',
  closeBreakdown: 'closeTicket',
};

/** Returns the record that a stream names, which is the entry's subject unless its write says otherwise. */
export const recordOfStream = (stream: string): string => stream.slice(stream.indexOf(':') + 1);

/**
 * Converts a row of any earlier shape to the current one when it is read; the database is not rewritten. Fields newer
 * than the row get the value that keeps its meaning.
 */
export function upcast(row: Partial<StoredCommand> & Pick<StoredCommand, 'seq' | 'id' | 'kind' | 'call'>): Command {
  return {
    seq: row.seq,
    id: row.id,
    kind: row.kind,
    version: row.version ?? 1,
    stream: row.stream ?? `entry:${row.id}`,
    about: row.about ?? recordOfStream(row.stream ?? ''),
    makes: row.makes ?? null,
    title: row.title ?? row.kind,
    deviceIds: row.deviceIds ?? [],
    userId: row.userId ?? '',
    userName: row.userName ?? '',
    hospitalId: row.hospitalId ?? '',
    tabletId: row.deviceId ?? '',
    call: { ...row.call, name: renamedCalls[row.call.name] ?? row.call.name },
    files: row.files ?? [],
    ...(row.lost && { lost: row.lost }),
    ...(row.estimate && { estimate: row.estimate }),
    madeAt: row.madeAt ?? new Date(0).toISOString(),
    clockOffsetMs: row.clockOffsetMs ?? 0,
    dependsOn: row.dependsOn ?? null,
    state: row.state ?? 'waiting',
    attempts: row.attempts ?? 0,
    nextAttemptAt: row.nextAttemptAt ?? 0,
    lastError: row.lastError ?? null,
    answer: row.answer ?? null,
    replaces: row.replaces ?? null,
    replacedBy: row.replacedBy ?? null,
  };
}

/** Returns the row of a command; its `open` index follows the state. */
export function toStored<C extends Omit<Command, 'seq'>>(command: C): Omit<C, 'tabletId'> & StoredNames {
  const { tabletId, ...rest } = command;
  return { ...rest, deviceId: tabletId, open: command.state === 'done' ? 0 : 1 };
}
