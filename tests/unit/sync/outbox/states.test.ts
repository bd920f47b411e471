import { describe, expect, it } from 'vitest';
import * as states from '#sync/outbox/states.ts';
import type { Facts, Transition } from '#sync/outbox/states.ts';
import type { CommandError, CommandState } from '#sync/types.ts';
import type { Command } from '#sync/outbox/command.ts';

const at = '2026-01-05T08:00:00.000Z';
const answer = { status: 201, body: null, version: 7, replayed: false, at };
const error: CommandError = { class: 'never', status: 409, code: 'task.already_closed', message: 'Closed.', at };
const photo = { sha256: 'a'.repeat(64), size: 3, mime: 'image/png', name: 'photo.png' };

/** Builds an entry on its second attempt; answered ones include their answer. */
function entryIn(state: CommandState, changes: Partial<Command> = {}): Command {
  const isAnswered = state === 'acked' || state === 'done';
  return {
    seq: 1,
    id: 'entry-1',
    kind: 'task.close',
    version: 1,
    stream: 'task:1',
    about: '1',
    makes: null,
    title: 'Close a task',
    deviceIds: [],
    userId: 'asha',
    userName: 'Asha',
    hospitalId: 'h1',
    tabletId: 'tablet-1',
    call: { name: 'closeTask', method: 'POST', path: '/api/Maintenance', body: {} },
    files: [],
    madeAt: at,
    clockOffsetMs: 0,
    dependsOn: null,
    state,
    attempts: 2,
    nextAttemptAt: 5,
    lastError: null,
    answer: isAnswered ? answer : null,
    replaces: null,
    replacedBy: null,
    ...changes,
  };
}

/** Returns the facts about the photo: unknown, or whether the hospital has it. */
function factsOf(received?: boolean): Facts {
  const upload = { ...photo, userId: 'asha', sentBytes: 0, attempts: 0, nextAttemptAt: 0, unreachableAt: 0 };
  const uploads = received === undefined ? [] : [[photo.sha256, { ...upload, received, settledAt: null }] as const];
  return { uploads: new Map(uploads), signIns: { asha: 1 } };
}

const all: CommandState[] = ['waiting', 'sending', 'acked', 'done', 'signed-out', 'attention'];

describe('OB4 transitions apply only to the states they start from', () => {
  const table: [string, Transition, Partial<Record<CommandState, CommandState>>][] = [
    ['begun', states.begun, { waiting: 'sending' }],
    [
      'acknowledged',
      states.acknowledged(answer),
      { waiting: 'done', sending: 'done', 'signed-out': 'done', attention: 'done' },
    ],
    ['refused', states.refused(2, error), { sending: 'attention' }],
    ['refused at an earlier attempt', states.refused(1, error), {}],
    ['postponed', states.postponed(2, error, 9), { sending: 'waiting' }],
    ['postponed at an earlier attempt', states.postponed(1, error, 9), {}],
    ['signed out', states.signedOut('asha', 1, error), { waiting: 'signed-out', sending: 'signed-out' }],
    [
      'signed out before the last sign-in',
      states.signedOut('asha', 0, error),
      { waiting: 'waiting', sending: 'waiting' },
    ],
    ['another user signed out', states.signedOut('ravi', 0, error), {}],
    ['signed in again', states.signedInAgain('asha'), { 'signed-out': 'waiting' }],
    ['any user signed in again', states.signedInAgain(null), { 'signed-out': 'waiting' }],
    ['another user signed in again', states.signedInAgain('ravi'), {}],
    ['settled', states.settled, { acked: 'done' }],
    ['recovered', states.recovered, { sending: 'waiting', acked: 'done' }],
    ['retried', states.retried, { attention: 'waiting', waiting: 'waiting' }],
  ];

  it.each(table)('%s', (_, transition, expected) => {
    const moved = all.flatMap((state) => {
      const next = transition(entryIn(state), factsOf());
      return next ? [[state, next.state]] : [];
    });
    expect(Object.fromEntries(moved)).toEqual(expected);
  });

  it.each(table)('%s leaves the saved entry unchanged', (_, transition) => {
    const { id, call, userId, madeAt, files, stream } = entryIn('waiting');
    for (const state of all) {
      const next = transition(entryIn(state), factsOf());
      if (next) expect(next).toMatchObject({ id, call, userId, madeAt, files, stream });
    }
  });
});

describe('PU15 PU16 an acknowledged entry waits for its files', () => {
  const withPhoto = (state: CommandState, changes: Partial<Command> = {}) =>
    entryIn(state, { files: [photo], ...changes });

  it('is acknowledged until the hospital has them all, and then done', () => {
    expect(states.acknowledged(answer)(withPhoto('sending'), factsOf(false))).toMatchObject({ state: 'acked', answer });
    expect(states.settled(withPhoto('acked'), factsOf(false))).toBeNull();
    expect(states.settled(withPhoto('acked'), factsOf(true))).toMatchObject({ state: 'done' });
  });

  it('is also done when a refused file has arrived with another entry', () => {
    const refused = withPhoto('attention', { answer, lastError: error });
    expect(states.settled(refused, factsOf(true))).toMatchObject({ state: 'done', lastError: null });
    expect(states.settled({ ...refused, answer: null }, factsOf(true))).toBeNull();
  });

  it('is acknowledged, not waiting, when its author retries the refused file', () => {
    expect(states.retried(withPhoto('attention', { answer }), factsOf(false))).toMatchObject({
      state: 'acked',
      nextAttemptAt: 0,
    });
  });
});

it('PU1 the first response counts, and a later one changes nothing', () => {
  const acked = entryIn('acked', { answer });
  expect(states.acknowledged({ ...answer, version: 8, replayed: true })(acked, factsOf())).toBeNull();
});
