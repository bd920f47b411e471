/** A plausible bug, as a change of the source while the tests load it. */
export interface Plant {
  name: string;
  edits: { file: string; find: string; put: string }[];
  /** Test files that have to catch it, below `tests/`. */
  tests: string[];
}

const push = ['unit/sync/push/push.test.ts'];
const outbox = ['unit/sync/outbox/outbox.test.ts'];
const files = ['unit/sync/push/files.test.ts'];
const session = ['unit/sync/session/session.test.ts'];
const assessor = ['security/fuzz/campaign.test.ts'];
const clocks = ['unit/sync/push/true-times.test.ts'];
const simulation = ['faults/simulation.test.ts'];
const pageCache = ['unit/sync/ports/page-cache.test.ts'];

const plant = (name: string, file: string, find: string, put: string, tests: string[]): Plant => ({
  name,
  edits: [{ file, find, put }],
  tests,
});

/** The bugs; each `find` stands in its file exactly once, so that a bug that no longer fits is seen. */
export const plants: readonly Plant[] = [
  plant(
    'a clock that is behind the last contact is believed',
    'sync/transport/known-clock.ts',
    'return leastMs > clockOffsetMs + 2 * coarseMs ? leastMs : clockOffsetMs;',
    'return clockOffsetMs;',
    simulation,
  ),
  plant(
    'an estimated time is kept without a mark',
    'server/http/input.ts',
    'tabletTime: isTypedTime(saidMs) && saidMs === trueMs ? new Date(madeMs) : null,',
    'tabletTime: null,',
    simulation,
  ),
  plant(
    'a clock that was set back once more corrects an estimate',
    'sync/outbox/states.ts',
    'measured.setBacks === estimate.setBacks &&',
    '',
    clocks,
  ),
  plant(
    'a clock that was set forward corrects an estimate',
    'sync/outbox/states.ts',
    'measured.offsetMs >= estimate.offsetMs - coarseMs &&',
    '',
    clocks,
  ),
  plant(
    'a page in the back/forward cache keeps its transactions',
    'sync/ports/page-cache.ts',
    'for (const transaction of live) stop(transaction);',
    '',
    pageCache,
  ),
  plant(
    'a page that falls asleep begins further transactions',
    'sync/ports/page-cache.ts',
    'if (wake) throw asleepError();\n      return keep(',
    'return keep(',
    pageCache,
  ),
  plant(
    'a save that a sleep has ended is done again',
    'sync/engine/writes/save.ts',
    'const given = ports.databases.sleep?.waking();',
    'const given = undefined;',
    pageCache,
  ),
  plant(
    'an entry is settled before its answer',
    'sync/push/entry.ts',
    'const { command } = begun;\n    const result',
    "const { command } = begun;\n    await outbox.acknowledge(seq, { status: 201, body: null, version: null, replayed: false, at: '' });\n    const result",
    push,
  ),
  {
    name: 'any JSON with status 200 is an answer',
    edits: [
      {
        file: 'sync/transport/wire.ts',
        find: 'return headers.get(protocolHeader) === protocolVersion;',
        put: 'return true;',
      },
      {
        file: 'sync/transport/wire.ts',
        find: "if (key !== undefined && headers.get(idempotencyHeader) !== key) return foreign('Answer to another request.');",
        put: '',
      },
    ],
    tests: push,
  },
  plant(
    "another entry's answer counts",
    'sync/transport/wire.ts',
    "if (key !== undefined && headers.get(idempotencyHeader) !== key) return foreign('Answer to another request.');",
    '',
    push,
  ),
  plant(
    'a missing session is a permanent refusal',
    'sync/push/entry.ts',
    'await outbox.signedOut(command.userId, signIns, error);\n      return { answered: true, left: null };',
    'return { answered: true, left: await outbox.refuse(command.seq, command.attempts, error) };',
    push,
  ),
  plant(
    'each try has a new key',
    'sync/push/entry.ts',
    '[idempotencyHeader]: command.id,',
    '[idempotencyHeader]: crypto.randomUUID(),',
    push,
  ),
  plant(
    'a failure of the server is a permanent refusal',
    'sync/push/entry.ts',
    "const refusal = status < 400 ? 'later' : retryClass(status, code);",
    "const refusal = status < 400 ? 'later' : retryClass(400, 'input.invalid');",
    push,
  ),
  plant('a stream has no order', 'sync/push/plan.ts', '    held.add(stream);\n', '', push),
  plant(
    'all streams are sent at once',
    'sync/push/send-due.ts',
    'const maxStreams = 4;',
    'const maxStreams = 40;',
    push,
  ),
  plant(
    'Retry-After is not heard',
    'sync/push/entry.ts',
    'const pauseMs = result.retryAfterMs ?? (',
    'const pauseMs = (',
    push,
  ),
  plant(
    'onLine gates sending',
    'sync/push/send-due.ts',
    'trouble === null && !signal.aborted &&',
    'parts.ports.connectivity.looksOnline() && trouble === null && !signal.aborted &&',
    push,
  ),
  plant(
    'a silent socket is held forever',
    'sync/transport/wire.ts',
    'noProgressMs = 20_000',
    'noProgressMs = 20_000_000',
    push,
  ),
  plant(
    'a frozen tab keeps the lock',
    'sync/push/lease.ts',
    'const silentMs = 15_000;',
    'const silentMs = 15_000_000;',
    push,
  ),
  plant('no fence at a change of user', 'sync/session/tab-session.ts', '      fence.abort();\n', '', push),
  plant(
    'entries are sent as whoever is signed in',
    'sync/push/entry.ts',
    'client.sendAs(command.userId, {',
    'client.sendAs(parts.sessions.current()?.userId ?? command.userId, {',
    push,
  ),
  plant(
    'an entry does not wait for the one that makes its record',
    'sync/push/plan.ts',
    'return maker !== undefined && maker.answer === null &&',
    'return maker !== undefined && maker.seq < 0 &&',
    push,
  ),
  plant(
    'what was being sent is forgotten after a crash',
    'sync/outbox/states.ts',
    "command.state === 'sending' ? { ...command, state: 'waiting' } : settled(command, facts);",
    'settled(command, facts);',
    [...outbox, ...push],
  ),
  plant(
    'unsettled entries are forgotten after 30 days',
    'sync/outbox/retention.ts',
    'row.open === 0 && Date.parse(row.madeAt)',
    'Date.parse(row.madeAt)',
    outbox,
  ),
  plant(
    'the draft stays when its entry is saved',
    'sync/outbox/add-entry.ts',
    'if (draftKey !== null) await removeWholeDraft(tables.drafts, draftKey);',
    '',
    outbox,
  ),
  plant(
    'an entry is settled without its files',
    'sync/outbox/states.ts',
    "state: allReceived(facts, command) ? 'done' : 'acked', answer",
    "state: 'done', answer",
    files,
  ),
  plant(
    'an answered entry whose file is confirmed is never settled',
    'sync/outbox/states.ts',
    "command.state === 'sending' ? { ...command, state: 'waiting' } : settled(command, facts);",
    "command.state === 'sending' ? { ...command, state: 'waiting' } : null;",
    files,
  ),
  plant(
    'a refused file is not told to entries answered later',
    'sync/push/plan.ts',
    "upload.refused && waiting.every(({ state }) => state === 'attention')",
    'upload.refused',
    files,
  ),
  plant(
    'a file counts before its hash is confirmed',
    'sync/push/files.ts',
    'if (standing.received) return receive(upload);',
    'if (standing.received || standing.offset > 0) return receive(upload);',
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
    'sync/engine/writes/outbox-write.ts',
    'for (let kept = bySize.length; kept >= 0;',
    'for (let kept = bySize.length; kept >= bySize.length;',
    files,
  ),
  plant(
    'logout ends the family of unsent work',
    'sync/engine/online/user-session.ts',
    'sessions.logout(session ? unsentOf(session.userId).length : 0)',
    'sessions.logout(0 * Number(session !== null))',
    session,
  ),
  plant(
    'a token is written to IndexedDB',
    'sync/session/sign-in.ts',
    'person: () => ({\n',
    'person: () => ({\n        ...session,\n',
    session,
  ),
  plant(
    'a sign-in is kept without what checks its password',
    'sync/session/sign-in.ts',
    'verifier: () => learnt?.(userId, unlockKey),',
    'verifier: () => undefined,',
    session,
  ),
  plant(
    'a late refusal puts entries of a new sign-in aside',
    'sync/outbox/states.ts',
    'const again = (facts.signIns[userId] ?? 0) !== signIns;',
    'const again = signIns < 0;',
    session,
  ),
  plant(
    'a tab that is never closed goes on forever without the server',
    'sync/session/lock.ts',
    'else if (now - person.onlineAt >= continueOfflineMs)',
    'else if (now < 0)',
    session,
  ),
  plant(
    'a logout that hangs holds the queue',
    'sync/push/send-cycle.ts',
    'const left = await sendDue.sendAll(open, startedAt, signal);',
    'await reported;\n      const left = await sendDue.sendAll(open, startedAt, signal);',
    session,
  ),
  plant(
    'a restored backup is not noticed',
    'sync/pull/pull.ts',
    "return epoch !== replica.epoch || (typeof headVersion === 'number' && headVersion < replica.cursor);",
    'return typeof epoch === "number";',
    ['unit/sync/pull/pull.test.ts'],
  ),
  plant(
    'the cursor is stored before the rows',
    'sync/replica/store.ts',
    'for (const [at, segment] of segments.entries()) segmentRecords.put(segment, expected.seq + 1 + at);\n',
    "heads.put(head, headKey);\n        await done;\n        const second = (await begin('readwrite')).objectStore(segmentStore);\n        for (const [at, segment] of segments.entries()) second.put(segment, expected.seq + 1 + at);\n        return true;\n",
    ['unit/sync/replica/storage.test.ts', 'unit/sync/pull/pull.test.ts'],
  ),
  plant(
    'the key is stored outside the transaction of its effect',
    'server/sync/write-once.ts',
    'const mine = await tx.execute(',
    'const mine = await services.db.execute(',
    ['contract/exactly-once.test.ts'],
  ),
  plant(
    'a key may come again with another body',
    'server/sync/write-once.ts',
    "if (stored.userId !== twin.userId || stored.bodyHash !== twin.bodyHash) throw new ApiError('key.reused');",
    '',
    ['contract/exactly-once.test.ts'],
  ),
  plant(
    'refused work keeps what it had written',
    'server/sync/write-once.ts',
    'throw new RefusedForGood(error);',
    'return refuse(tx, request, error);',
    ['contract/exactly-once.test.ts'],
  ),
  plant(
    'a page of changes cuts a version in two',
    'server/sync/changes.ts',
    'const whole = changes.filter(({ version }) => version < cut);',
    'const whole = changes.slice(0, limit).filter(({ version }) => version <= cut);',
    ['contract/pull.test.ts'],
  ),
  plant(
    'work that a restored server lacks is not asked for',
    'sync/pull/daily-check.ts',
    'await findMissingWork(signal);',
    '',
    ['unit/sync/engine/storage.test.ts'],
  ),
  plant(
    'a round counts without those beside it',
    'server/round/observe.ts',
    'const counted = currentObservation(entries);',
    'const counted = currentObservation(entries.slice(0, 1));',
    ['contract/conflicts.test.ts'],
  ),
  plant(
    'the last closing of a ticket counts',
    'contract/rules/ticket-visits.ts',
    "return orderEvents(events).find((event) => event.kind === 'closed');",
    "return orderEvents(events).findLast((event) => event.kind === 'closed');",
    simulation,
  ),
  plant(
    'a later closing of a ticket overwrites an earlier visit',
    'server/ticket/writes.ts',
    'const events = [...known, owned.event];',
    'const events = [owned.event];',
    simulation,
  ),
  plant(
    'the report of a task that arrives last overwrites the others',
    'server/task/writes.ts',
    'const events = [...(await eventsOf(ctx, row)), reported.event];',
    'const events = [reported.event];',
    ['contract/two-authors.test.ts'],
  ),
  plant(
    'an edit saves its whole form over what somebody else changed',
    'contract/rules/merge/merge.ts',
    "if (saysTheSame(base, mine)) return 'theirs';",
    "if (saysTheSame(base, mine)) return 'mine';",
    ['unit/contract/rules/merge/random-pairs.test.ts'],
  ),
  plant(
    'a list forgets its hospital',
    'server/db/scope.ts',
    '.where(and(eq(table.hospitalId, id), where))\n      .$dynamic',
    '.where(where)\n      .$dynamic',
    ['contract/hospital-scope.test.ts'],
  ),
  {
    name: 'a file is announced with another length',
    edits: [
      { file: 'server/http/send-bytes.ts', find: 'reply.raw.strictContentLength = true;', put: '' },
      {
        file: 'server/http/send-bytes.ts',
        find: ".header('content-length', size)",
        put: ".header('content-length', size - 1)",
      },
    ],
    tests: assessor,
  },
  plant(
    'what a plugin refuses is a failure of the server',
    'server/http/app-errors.ts',
    "? 'input.unreadable' : 'server.failed'",
    "? 'server.failed' : 'server.failed'",
    assessor,
  ),
  plant(
    'an error is plain JSON',
    'server/http/app-errors.ts',
    ".type('application/problem+json')",
    ".type('application/json')",
    assessor,
  ),
];
