import type { Command } from '../types.ts';
import type { StoredCommand } from './database.ts';

/**
 * Brings a row of any earlier shape to the present one when it is read; nothing is rewritten in the database.
 * Fields that came later than a row get the value that keeps its meaning.
 */
export function upcast(row: Partial<StoredCommand> & Pick<StoredCommand, 'seq' | 'id' | 'kind' | 'call'>): Command {
  return {
    seq: row.seq,
    id: row.id,
    kind: row.kind,
    version: row.version ?? 1,
    stream: row.stream ?? `entry:${row.id}`,
    title: row.title ?? row.kind,
    deviceIds: row.deviceIds ?? [],
    userId: row.userId ?? '',
    userName: row.userName ?? '',
    hospitalId: row.hospitalId ?? '',
    deviceId: row.deviceId ?? '',
    call: row.call,
    files: row.files ?? [],
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

/** Every command settles as done or stays open; the index follows the state. */
export function toStored(command: Command): StoredCommand {
  return { ...command, open: command.state === 'done' ? 0 : 1 };
}
