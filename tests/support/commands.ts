import { calls } from '#contract/index.ts';
import type { OfflineCallName } from '#contract/index.ts';
import type { Command } from '#sync/outbox/command.ts';

/** Builds an outbox entry as the engine stores it; `seq` also gives the id. */
export function outboxCommand(
  seq: number,
  name: OfflineCallName,
  body: unknown,
  facts: Partial<Command> = {},
): Command {
  const spec = calls[name];
  return {
    seq,
    id: `40000000-0000-4000-8000-${String(seq).padStart(12, '0')}`,
    kind: spec.offline.kind,
    version: spec.offline.version,
    stream: 's',
    about: 's',
    makes: null,
    title: 't',
    deviceIds: [],
    userId: 'u1',
    userName: 'A. Rao',
    hospitalId: 'h1',
    tabletId: 'tablet',
    call: { name, method: spec.method, path: spec.path, body },
    files: [],
    madeAt: '2026-01-05T09:00:00.000Z',
    clockOffsetMs: 0,
    dependsOn: null,
    state: 'waiting',
    attempts: 0,
    nextAttemptAt: 0,
    lastError: null,
    answer: null,
    replaces: null,
    replacedBy: null,
    ...facts,
  };
}

/** The template used by rounds of `submitRoundCommand`. */
export const roundTemplateId = '20000000-0000-4000-8000-000000000001';

/** Later than all observations of the devices in `deviceRows`. */
const roundMadeAt = '2027-01-05T09:00:00.000Z';

/** Builds a waiting round that found each of the devices not working. */
export function submitRoundCommand(
  seq: number,
  hospitalId: string,
  deviceIds: readonly string[],
  facts: Partial<Command> = {},
): Command {
  const entries = deviceIds.map((installationBaseId, at) => ({
    installationBaseId,
    serialNumber: `S-${at}`,
    status: 'Not Working',
    description: 'Does not start',
    observedAt: roundMadeAt,
    date: '2027-01-05',
    dailyRoundTemplateId: roundTemplateId,
  }));
  return outboxCommand(seq, 'submitRound', entries, { hospitalId, madeAt: roundMadeAt, ...facts });
}
