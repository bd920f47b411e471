/** Builds the engine of a page. */
import type { Session } from '#contract/calls/session.ts';
import { noStorageText } from '../outbox/no-storage.ts';
import { openOutboxStore } from '../outbox/store.ts';
import { endPush } from '../ports/end-push.ts';
import type { Ports } from '../ports/ports.ts';
import { SaveError } from '../types.ts';
import type { WardEngine } from '../types.ts';
import type { OpenedReplica } from './hospital-replica/opened-replica.ts';
import { createOneHospital } from './hospital-replica/one-hospital.ts';
import { createSessionReplica } from './hospital-replica/session-replica.ts';
import { createOnlineCalls } from './online/online-calls.ts';
import { createResponseCache } from './online/response-cache.ts';
import { createUserSession } from './online/user-session.ts';
import { createListeners } from './reads/listeners.ts';
import { createScreenReads } from './reads/screen-reads.ts';
import { createWarnings } from './reads/warnings.ts';
import { createSender } from './sender.ts';
import { evictedText, identifyTablet } from './upkeep/canary.ts';
import { ignore, listenForWakeUps } from './upkeep/wake-ups.ts';
import { watchOutbox } from './upkeep/watched-outbox.ts';
import { createDirectWrites } from './writes/direct-writes.ts';
import { createSave } from './writes/save.ts';
import { createUserDrafts } from './writes/user-drafts.ts';
import { createUserEntries } from './writes/user-entries.ts';

/** Resolves when the session is known and the outbox is open; takes over a replica opened for the first view. */
export async function createEngine(ports: Ports, opened?: OpenedReplica): Promise<WardEngine> {
  const { clock, random } = ports;
  const disposed = new AbortController();
  const { subscribe, tell } = createListeners();
  const warnings = createWarnings(tell);

  // 1. The tablet's storage and identity.
  const store = await openOutboxStore(ports);
  const { meta, outbox, drafts, durable } = store;
  if (!durable) warnings.show('no-storage', noStorageText);
  const { tabletId, evicted } = await identifyTablet(meta, durable ? ports.canary : null, () => random.uuid());
  if (evicted !== null) warnings.show('evicted', evictedText(evicted));

  // 2. The server connection, the sessions and the sender.
  const { serverStatus, sessions, client, runner } = await createSender(ports, store, {
    onChange: () => userSession.follow(),
    onFreshSession: (userId) => void outbox.wakeSignedOut(userId).then(kick, ignore),
    onUserLeft: () => void endPush().catch(ignore),
    onStorageTrouble: () => void mirror.reload().catch(ignore),
    onWritten(version) {
      sessionReplica.live()?.awaitVersion(version);
      changed();
    },
  });
  function kick(): void {
    runner.kick();
  }
  function signedIn(): Session {
    const session = sessions.current();
    if (!session) throw new SaveError('signed-out', 'Please sign in first.');
    return session;
  }

  // 3. The reads of the screens: the outbox in memory, laid over the hospital's replica.
  const { mirror, canary } = await watchOutbox(ports, outbox, {
    tabletId,
    disposed: disposed.signal,
    onChange: changed,
  });
  const sessionReplica = createSessionReplica({
    ports,
    client,
    session: sessions.current,
    opened,
    onChange: changed,
    events: {
      answeredKeys: (hospitalId) => outbox.answeredKeys(hospitalId),
      onMissing: (keys) => outbox.reopen(keys).then(kick),
      onRestored: () => outbox.reopen().then(kick),
      onStorage(warning) {
        if (warning === 'no-storage') warnings.show('no-storage', noStorageText);
        else warnings.show('storage-full', 'This tablet is full: the hospital data is kept until the app is closed.');
      },
      onUpdateRequired: () => serverStatus.askedToUpdate(true),
    },
  });
  const reads = createScreenReads({ mirror, sessionReplica, session: sessions.current, serverStatus });
  function changed(): void {
    reads.forget();
    sessionReplica.live()?.catchUp(mirror.commands());
    tell();
  }

  // 4. The actions of the user.
  const direct = createDirectWrites(client);
  const save = createSave({
    ports,
    store,
    direct,
    warnings,
    tabletId,
    signedIn,
    used: sessions.used,
    serverStatus,
    meta,
    view: reads.view,
    entries: () => mirror.commands(),
    kick,
  });
  const { unsentOf, ...entries } = createUserEntries({ clock, store, mirror, direct, save, signedIn, subscribe, kick });
  const responseCache = createResponseCache(ports);
  const userSession = createUserSession({
    sessions,
    sessionReplica,
    responseCache,
    oneHospital: createOneHospital({ databases: ports.databases, meta, drafts, responseCache }),
    canary: ports.canary,
    unsentOf,
    onChange: changed,
  });
  const wakeUps = listenForWakeUps({
    ports,
    meta,
    mirror,
    runner,
    sessions,
    serverStatus,
    sessionReplica,
    onChange: changed,
  });

  // 5. The start.
  await sessions.start();
  await sessionReplica.opened();
  canary.note();
  await outbox.wakeSignedOut(null).catch(ignore);
  runner.start();
  void outbox.prune().catch(ignore);

  return {
    save,
    ...entries,
    ...userSession.acts,
    ...createUserDrafts({ clock, drafts, signedIn, used: sessions.used }),
    ...createOnlineCalls({
      clock,
      client,
      responseCache,
      userId: () => sessions.current()?.userId,
      onPasswordChanged: sessions.passwordChanged,
    }),
    subscribe,
    view: reads.view,
    status: reads.status,
    outbox: reads.outbox,
    warnings: () => warnings.list(serverStatus.clockOffsetMs(), serverStatus.isTimeEstimated()),
    newKey: () => random.uuid(),
    sendNow: wakeUps.wake,
    storage: async () => ({ ...(await ports.storage.estimate()), persisted: await ports.storage.persisted() }),
    requestPersistence: () => ports.storage.persist(),
    isIdle: () => mirror.commands().every((one) => one.state !== 'sending'),
    async dispose() {
      disposed.abort();
      const quiet = wakeUps.stop();
      await runner.stop();
      await quiet;
      await sessionReplica.close();
      responseCache.close();
      store.close();
    },
  };
}
