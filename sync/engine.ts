import type { CallName, Calls, OfflineCallName } from '#contract/index.ts';
import type { BodyInput } from '#contract/define.ts';
import type { Session } from '#contract/session.ts';
import { createAnnouncer } from './announcer.ts';
import { evictedText, evictionTold, identifyDevice, keepCanary } from './canary.ts';
import { createClient } from './client.ts';
import { createDirectWrites } from './direct-writes.ts';
import { createUploader } from './files.ts';
import type { OpenedReplica } from './first-view.ts';
import { createLastSeen } from './last-seen.ts';
import { noteOf } from './note-of.ts';
import { openOutboxDatabase } from './outbox/database.ts';
import type { OutboxDatabase } from './outbox/database.ts';
import { createDrafts, draftKeyOf } from './outbox/drafts.ts';
import { createMeta } from './outbox/meta.ts';
import { createMirror } from './outbox/mirror.ts';
import { memoryDrafts, memoryMeta, noOutbox, noStorageText } from './outbox/no-storage.ts';
import { createOutbox } from './outbox/outbox.ts';
import { packUnsent, unpackUnsent } from './outbox/transfer.ts';
import { waitForOutcome } from './outcome.ts';
import type { Ports } from './ports.ts';
import { createPusher } from './push.ts';
import { createReach } from './reach.ts';
import { prepare, storeWrite } from './save.ts';
import { createSessionWard } from './session-ward.ts';
import { createSessions } from './session.ts';
import { entryOf, isUnsent, statusOf } from './status.ts';
import { CallError, SaveError } from './types.ts';
import type {
  CallInput,
  Command,
  OutboxEntry,
  PickedFile,
  SavedEntry,
  SyncStatus,
  WardEngine,
  WardView,
} from './types.ts';
import { createWarnings } from './warnings.ts';

/** How often the idle time is looked at. */
const idleLookMs = 60_000;
/** Changes of other tabs are read this much later, so that a burst of them is one reading. */
const followMs = 150;

const signInText = 'Please sign in first.';

/**
 * Puts one engine together for the page; resolves when the session is known and the outbox is open. It takes over a
 * replica that was opened for the first view.
 */
export async function createEngine(ports: Ports, opened?: OpenedReplica): Promise<WardEngine> {
  const { clock, random } = ports;
  const listeners = new Set<() => void>();
  const disposed = new AbortController();
  let told = true;
  let following = false;
  /** Unsettled entries as the canary has them. */
  let noted = 0;
  let status: SyncStatus | null = null;
  let entries: readonly OutboxEntry[] | null = null;
  let view: WardView | null = null;

  const warnings = createWarnings(changed);
  const db: OutboxDatabase | null = await openOutboxDatabase(ports.databases).catch(() => null);
  if (!db) warnings.show('no-storage', noStorageText);
  const meta = db ? createMeta(db) : memoryMeta();
  const drafts = db ? createDrafts(db) : memoryDrafts();
  const outbox = db ? createOutbox(db, () => clock.now()) : noOutbox;
  let savedOffsetMs = (await meta.get('clockOffsetMs')) ?? 0;
  const reach = createReach(ports, savedOffsetMs);
  const { deviceId, evicted } = await identifyDevice(meta, db ? ports.canary : null, () => random.uuid());
  if (evicted !== null) warnings.show('evicted', evictedText(evicted));

  function changed(): void {
    status = null;
    entries = null;
    view = null;
    if (!told) return;
    told = false;
    queueMicrotask(() => {
      told = true;
      for (const listener of listeners) listener();
    });
  }

  const sessions = createSessions(ports, meta, reach, {
    onChange: () => sessionChanged(),
    onFreshSession(userId) {
      void outbox.wakeSignedOut(userId).then(() => pusher.kick(), ignore);
    },
  });
  const client = createClient(ports, sessions, reach);
  const direct = createDirectWrites(client);
  const lastSeen = createLastSeen(ports);
  let seenBy: string | undefined;
  const uploader = createUploader(ports, outbox, client);
  const pusher = createPusher({
    ports,
    outbox,
    meta,
    client,
    sessions,
    reach,
    uploader,
    onStorageTrouble: () => void mirror.reload().catch(ignore),
  });
  const announce = createAnnouncer(clock, disposed.signal, () => {
    ports.channel.post('outbox');
    noteCanary();
  });
  const mirror = await createMirror(outbox, (local) => {
    if (local) announce();
    // What is new is noted at once; what has been settled may be noted a little later.
    if (precious() > noted || !local) noteCanary();
    changed();
  });

  function unsentOf(userId: string | null): Command[] {
    return mirror.commands().filter((one) => isUnsent(one) && (userId === null || one.userId === userId));
  }

  /** Entries that would be lost with the storage of this device. */
  function precious(): number {
    return mirror.commands().filter((one) => one.state !== 'done').length;
  }

  function noteCanary(): void {
    noted = precious();
    keepCanary(ports.canary, deviceId, noted);
  }

  const ward = createSessionWard({
    ports,
    client,
    session: () => sessions.current(),
    opened,
    onChange: changed,
    events: {
      answeredKeys: (hospitalId) => outbox.answeredKeys(hospitalId),
      onMissing: (keys) => outbox.reopen(keys).then(() => pusher.kick()),
      onRestored: () => outbox.reopen().then(() => pusher.kick()),
      onStorage(warning) {
        if (warning === 'no-storage') warnings.show('no-storage', noStorageText);
        else warnings.show('storage-full', 'This device is full: the hospital data is kept until the app is closed.');
      },
      onUpdateRequired: () => reach.askedToUpdate(true),
    },
  });

  function sessionChanged(): void {
    const session = sessions.current();
    if (session && session.userId !== seenBy) {
      seenBy = session.userId;
      evictionTold(ports.canary);
      void lastSeen.leaveTo(seenBy);
    }
    ward.follow();
    changed();
  }

  const currentView = (): WardView => (view ??= ward.view(mirror.commands()));

  function signedIn(): Session {
    const session = sessions.current();
    if (!session) throw new SaveError('signed-out', signInText);
    return session;
  }

  async function save<N extends OfflineCallName>(
    name: N,
    body: BodyInput<Calls[N]>,
    options: { files?: PickedFile[]; replaces?: string; draftKey?: string } = {},
  ): Promise<SavedEntry> {
    const session = signedIn();
    const prepared = prepare(name, body);
    sessions.used();
    const id = random.uuid();
    const context = {
      session,
      deviceId,
      id,
      now: clock.now(),
      clockOffsetMs: reach.clockOffsetMs(),
      view: currentView(),
      replaces: options.replaces ?? null,
    };
    if (!db) return direct.send(prepared, session.userId, id, options.files ?? []);
    const draftKey = options.draftKey === undefined ? null : draftKeyOf(session.userId, options.draftKey);
    const { id: savedId, refusedFiles } = await storeWrite(outbox, prepared, context, options.files ?? [], draftKey);
    if (refusedFiles.length > 0) {
      warnings.show('storage-full', 'This device is full: the text was saved, the photo could not be kept.');
    }
    ports.connectivity.askWorker();
    pusher.kick();
    return { id: savedId, refusedFiles };
  }

  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };

  function own(id: string): Command {
    const session = signedIn();
    const command = mirror.commands().find((one) => one.id === id);
    if (!command || command.userId !== session.userId) {
      throw new SaveError('not-found', 'This entry is not on this device.');
    }
    return command;
  }

  async function watchIdle(): Promise<void> {
    while (!disposed.signal.aborted) {
      await clock.delay(idleLookMs, disposed.signal).catch(() => undefined);
      if (!disposed.signal.aborted) await sessions.checkIdle().catch(ignore);
    }
  }

  /** Reads what others have changed; a burst of changes is read once. */
  async function followOthers(): Promise<void> {
    if (following) return;
    following = true;
    await clock.delay(followMs, disposed.signal).finally(() => {
      following = false;
    });
    await mirror.reload();
    pusher.kick();
  }

  const unlisten = [
    ports.channel.listen((topic) => {
      if (topic === 'outbox') void followOthers().catch(ignore);
      if (topic === 'session') void sessions.reread().catch(ignore);
    }),
    ports.connectivity.onSignOfLife(() => {
      reach.hint();
      pusher.kick();
      void ward.data()?.pullNow().catch(ignore);
      void sessions.checkIdle().catch(ignore);
    }),
    ports.connectivity.onUse(() => sessions.used()),
    reach.onChange((event) => {
      changed();
      if (event === 'alive') pusher.kick();
      if (reach.clockOffsetMs() === savedOffsetMs) return;
      savedOffsetMs = reach.clockOffsetMs();
      void meta.set('clockOffsetMs', savedOffsetMs).catch(ignore);
    }),
  ];

  await sessions.start();
  await ward.opened();
  noteCanary();
  await outbox.wakeSignedOut(null).catch(ignore);
  pusher.start();
  const idleWatch = watchIdle();
  void outbox.prune().catch(ignore);

  return {
    subscribe,
    session: () => sessions.state(),
    login: async (email, password) => {
      const session = await sessions.login(email, password);
      await ward.opened();
      return session;
    },
    unsentCount: () => unsentOf(sessions.current()?.userId ?? '').length,
    async logout() {
      const session = sessions.current();
      await sessions.logout(session ? unsentOf(session.userId).length : 0);
      seenBy = undefined;
      await lastSeen.leaveTo(null);
      await sessions.settleLogouts((userId) => unsentOf(userId).length > 0);
    },
    lock: () => sessions.lock(),
    unlock: (password) => sessions.unlock(password),
    view: currentView,
    status: () =>
      (status ??= statusOf({
        commands: mirror.commands(),
        offline: reach.offline(),
        downloadPercent: ward.data()?.downloadPercent() ?? null,
        asOf: ward.data()?.asOf() ?? null,
        updateRequired: reach.updateRequired(),
      })),
    outbox: () =>
      (entries ??= mirror
        .commands()
        .map((command) => entryOf(command, mirror.uploads(), sessions.current()?.userId ?? null))),
    save,
    async outcome(id, waitMs) {
      const sent = direct.answerOf(id);
      if (sent) return { kind: 'received', answer: sent.answer };
      const find = () => mirror.commands().find((one) => one.id === id);
      return waitForOutcome({ clock, find, subscribe }, waitMs);
    },
    async call<N extends CallName>(name: N, input?: CallInput<N>) {
      const userId = sessions.current()?.userId;
      const answer = await client.callApi(name, input);
      if (userId !== undefined && userId === sessions.current()?.userId) {
        void lastSeen.keep(userId, name, input ?? {}, answer);
      }
      const body: unknown = input?.body;
      if (name === 'changePassword' && typeof body === 'object' && body !== null && 'newPassword' in body) {
        await sessions.passwordChanged(String(body.newPassword));
      }
      return answer;
    },
    async download(name, input) {
      const answer = await client.openStream(name, input);
      const stream = answer.stream();
      if (!stream) throw new CallError('offline', 'The file could not be loaded.');
      const type = answer.header('Content-Type') ?? 'application/octet-stream';
      return new Response(stream, { headers: { 'Content-Type': type } }).blob();
    },
    async lastSeen(name, input) {
      const userId = sessions.current()?.userId;
      return userId === undefined ? undefined : lastSeen.find(userId, name, input ?? {});
    },
    newKey: () => random.uuid(),
    sendNow() {
      reach.hint();
      pusher.kick();
      void ward.data()?.pullNow().catch(ignore);
    },
    async retry(id) {
      own(id);
      await outbox.retry(id);
      pusher.kick();
    },
    async discard(id) {
      own(id);
      await outbox.discard(id);
    },
    addAsNote: async (id) => {
      const { name, body } = noteOf(own(id));
      return save(name, body, { replaces: id });
    },
    exportUnsent: async () => {
      const { userId } = signedIn();
      const unsent = mirror.commands().filter((one) => one.userId === userId && one.state !== 'done');
      return packUnsent(outbox, unsent);
    },
    async importUnsent(file) {
      const result = await unpackUnsent(outbox, file, { id: signedIn().userId });
      pusher.kick();
      return result;
    },
    async readDraft<T>(key: string) {
      return (await drafts.read(signedIn().userId, key)) as T | undefined;
    },
    async writeDraft(key, value) {
      const { userId } = signedIn();
      sessions.used();
      await drafts.write(userId, key, value, new Date(clock.now()).toISOString());
    },
    deleteDraft: async (key) => drafts.remove(signedIn().userId, key),
    async localFile(sha256) {
      const upload = mirror.uploads().get(sha256);
      return upload && outbox.bytes(sha256, 0, upload.size);
    },
    storage: async () => ({ ...(await ports.storage.estimate()), persisted: await ports.storage.persisted() }),
    requestPersistence: () => ports.storage.persist(),
    warnings: () => warnings.list(reach.clockOffsetMs()),
    isIdle: () => mirror.commands().every((one) => one.state !== 'sending'),
    async dispose() {
      disposed.abort();
      for (const stop of unlisten) stop();
      await pusher.stop();
      await idleWatch;
      await sessions.quiet();
      await ward.close();
      lastSeen.close();
      db?.close();
    },
  };
}

/** Background work that failed is tried again by the next wake-up; the entry itself is safe in the database. */
function ignore(): void {}
