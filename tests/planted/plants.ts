/** A bug that somebody might make, as a change of the source while it is loaded by the tests. */
export interface Plant {
  name: string;
  edits: { file: string; find: string; put: string }[];
  /** Test files that have to catch it, below `tests/`. */
  tests: string[];
}

const push = ['unit/sync-push.test.ts'];
const outbox = ['unit/sync-outbox.test.ts'];
const files = ['unit/sync-files.test.ts'];
const session = ['unit/sync-session.test.ts'];

const plant = (name: string, file: string, find: string, put: string, tests: string[]): Plant => ({
  name,
  edits: [{ file, find, put }],
  tests,
});

/** The bugs; each `find` stands in its file exactly once, so that a bug that no longer fits is seen. */
export const plants: readonly Plant[] = [
  plant(
    'an entry is settled before its answer',
    'sync/send-entry.ts',
    'const { command } = begun;\n    const result',
    "const { command } = begun;\n    await outbox.acknowledge(seq, { status: 201, body: null, version: null, replayed: false, at: '' });\n    const result",
    push,
  ),
  {
    name: 'any JSON with status 200 is an answer',
    edits: [
      {
        file: 'sync/wire.ts',
        find: 'return answer.header(protocolHeader) === protocolVersion;',
        put: 'return true;',
      },
      {
        file: 'sync/wire.ts',
        find: "if (key !== undefined && answer.header(idempotencyHeader) !== key) return foreign('Answer to another request.');",
        put: '',
      },
    ],
    tests: push,
  },
  plant(
    "another entry's answer counts",
    'sync/wire.ts',
    "if (key !== undefined && answer.header(idempotencyHeader) !== key) return foreign('Answer to another request.');",
    '',
    push,
  ),
  plant(
    'a missing session is a refusal for good',
    'sync/send-entry.ts',
    'await outbox.signedOut(command.userId, signIns, error);\n      return { answered: true, left: null };',
    'return { answered: true, left: await outbox.refuse(seq, attempts, error) };',
    push,
  ),
  plant(
    'each try has a new key',
    'sync/send-entry.ts',
    '[idempotencyHeader]: command.id,',
    '[idempotencyHeader]: crypto.randomUUID(),',
    push,
  ),
  plant(
    'a failure of the server is a refusal for good',
    'sync/send-entry.ts',
    "const refusal = status < 400 ? 'later' : retryClass(status, code);",
    "const refusal = status < 400 ? 'later' : retryClass(400, 'input.invalid');",
    push,
  ),
  plant('a stream has no order', 'sync/push-plan.ts', '    held.add(stream);\n', '', push),
  plant('all streams are sent at once', 'sync/send-queue.ts', 'const maxStreams = 4;', 'const maxStreams = 40;', push),
  plant(
    'Retry-After is not heard',
    'sync/send-entry.ts',
    'const pauseMs = result.retryAfterMs ?? (',
    'const pauseMs = (',
    push,
  ),
  plant(
    'onLine gates sending',
    'sync/send-queue.ts',
    'trouble === null && !signal.aborted &&',
    'ports.connectivity.looksOnline() && trouble === null && !signal.aborted &&',
    push,
  ),
  plant('a silent socket is held for ever', 'sync/wire.ts', 'noProgressMs = 20_000', 'noProgressMs = 20_000_000', push),
  plant(
    'a frozen tab keeps the lock',
    'sync/push.ts',
    'const silentMs = 15_000;',
    'const silentMs = 15_000_000;',
    push,
  ),
  plant('no fence at a change of user', 'sync/session.ts', '      fence.abort();\n', '', push),
  plant(
    'entries are sent as whoever is signed in',
    'sync/send-entry.ts',
    'client.sendAs(command.userId, {',
    'client.sendAs(parts.sessions.current()?.userId ?? command.userId, {',
    push,
  ),
  plant(
    'an entry does not wait for the one that makes its record',
    'sync/push-plan.ts',
    'if (maker && maker.answer === null &&',
    'if (maker && maker.seq < 0 &&',
    push,
  ),
  plant(
    'what was being sent is forgotten after a crash',
    'sync/outbox/outbox.ts',
    "command.state === 'sending' ? { ...command, state: 'waiting' } : settled(command, facts);",
    'settled(command, facts);',
    [...outbox, ...push],
  ),
  plant(
    'unsettled entries are forgotten after 30 days',
    'sync/outbox/outbox.ts',
    'row.open === 0 && Date.parse(row.madeAt)',
    'Date.parse(row.madeAt)',
    outbox,
  ),
  plant(
    'the draft stays when its entry is saved',
    'sync/outbox/outbox.ts',
    'if (draftKey !== null) await removeWholeDraft(tables.drafts, draftKey);',
    '',
    outbox,
  ),
  plant(
    'an entry is settled without its files',
    'sync/outbox/outbox.ts',
    "state: allReceived(facts, command) ? 'done' : 'acked', answer",
    "state: 'done', answer",
    files,
  ),
  plant(
    'an answered entry whose file is confirmed is never settled',
    'sync/outbox/outbox.ts',
    "command.state === 'sending' ? { ...command, state: 'waiting' } : settled(command, facts);",
    "command.state === 'sending' ? { ...command, state: 'waiting' } : null;",
    files,
  ),
  plant(
    'a refused file is not told to entries answered later',
    'sync/send-queue.ts',
    "upload.refused && waiting.every(({ state }) => state === 'attention')",
    'upload.refused',
    files,
  ),
  plant(
    'a file counts before its hash is confirmed',
    'sync/files.ts',
    'if (standing.received) return received(upload);',
    'if (standing.received || standing.offset > 0) return received(upload);',
    files,
  ),
  plant(
    'a picture that one hospital has counts for all',
    'sync/outbox/received.ts',
    'return receivedFor?.includes(hospitalId) ?? received;',
    'return received;',
    files,
  ),
  plant(
    'without room for a photo nothing is saved',
    'sync/save.ts',
    'const refusedFiles: FileRef[] = [...gone,',
    "throw new SaveError('storage-full', fullText);\n  const refusedFiles: FileRef[] = [...gone,",
    files,
  ),
  plant(
    'logout ends the family of unsent work',
    'sync/engine.ts',
    'sessions.logout(session ? unsentOf(session.userId).length : 0)',
    'sessions.logout(0 * Number(session !== null))',
    session,
  ),
  plant(
    'a token is written to IndexedDB',
    'sync/session.ts',
    "await meta.set('person', {\n",
    "await meta.set('person', {\n      ...session,\n",
    session,
  ),
  plant(
    'a late refusal puts entries of a new sign-in aside',
    'sync/outbox/outbox.ts',
    'const again = (facts.signIns[userId] ?? 0) !== signIns;',
    'const again = signIns < 0;',
    session,
  ),
  plant(
    'a tab that is never closed goes on for ever without the server',
    'sync/session.ts',
    'else if (now - person.onlineAt >= continueOfflineMs)',
    'else if (now < 0)',
    session,
  ),
  plant(
    'a logout that hangs holds the queue',
    'sync/push.ts',
    'const left = await queue.sendAll(open, startedAt, signal);',
    'await told;\n      const left = await queue.sendAll(open, startedAt, signal);',
    session,
  ),
  plant(
    'a restored backup is not noticed',
    'sync/pull.ts',
    "return epoch !== replica.epoch || (typeof headVersion === 'number' && headVersion < replica.cursor);",
    'return typeof epoch === "number";',
    ['unit/replica-pull.test.ts'],
  ),
  plant(
    'the cursor is stored before the rows',
    'sync/replica/store.ts',
    'for (const [at, segment] of segments.entries()) rows.put(segment, expected.seq + 1 + at);\n',
    "heads.put(head, headKey);\n        await done;\n        const second = (await begin('readwrite')).objectStore(segmentStore);\n        for (const [at, segment] of segments.entries()) second.put(segment, expected.seq + 1 + at);\n        return true;\n",
    ['unit/replica-storage.test.ts', 'unit/replica-pull.test.ts'],
  ),
  plant(
    'the key is stored outside the transaction of its effect',
    'server/sync/idempotent.ts',
    'const mine = await tx\n',
    'const mine = await services.db\n',
    ['contract/exactly-once.test.ts'],
  ),
  plant(
    'a key may come again with another body',
    'server/sync/idempotent.ts',
    "if (stored.userId !== twin.userId || stored.bodyHash !== twin.bodyHash) throw new ApiError('key.reused');",
    '',
    ['contract/exactly-once.test.ts'],
  ),
  plant(
    'refused work keeps what it had written',
    'server/sync/idempotent.ts',
    '    await tx.execute(sql`rollback to savepoint effect`);\n',
    '',
    ['contract/exactly-once.test.ts'],
  ),
  plant(
    'a page of changes cuts a version in two',
    'server/sync/changes.ts',
    'const whole = changes.filter(({ version }) => version < cut);',
    'const whole = changes.slice(0, limit).filter(({ version }) => version <= cut);',
    ['contract/pull.test.ts'],
  ),
  plant('work that a restored server lacks is not asked for', 'sync/pull.ts', 'await findMissingWork(signal);', '', [
    'unit/sync-storage.test.ts',
  ]),
  plant(
    'a round counts without those beside it',
    'server/daily-round/observe.ts',
    'const counting = latestObservation(entries);',
    'const counting = latestObservation(entries.slice(0, 1));',
    ['contract/conflicts.test.ts'],
  ),
];
