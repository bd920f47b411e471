import type { CallName, Calls, OfflineCallName } from '#contract/index.ts';
import type { BodyInput } from '#contract/define.ts';
import type { Session } from '#contract/session.ts';
import { evictedText, identifyDevice, keepCanary } from './canary.ts';
import { createClient } from './client.ts';
import { emptyView } from './empty-view.ts';
import { createUploader } from './files.ts';
import type { OpenedReplica } from './first-view.ts';
import { createLastSeen } from './last-seen.ts';
import { noteText } from './note-text.ts';
import { openOutboxDatabase } from './outbox/database.ts';
import type { OutboxDatabase } from './outbox/database.ts';
import { createDrafts, draftKeyOf } from './outbox/drafts.ts';
import { createMeta } from './outbox/meta.ts';
import { createMirror } from './outbox/mirror.ts';
import { memoryDrafts, memoryMeta, noOutbox, noStorageText } from './outbox/no-storage.ts';
import { createOutbox } from './outbox/outbox.ts';
import { packUnsent, unpackUnsent } from './outbox/transfer.ts';
import type { Ports } from './ports.ts';
import { createPusher } from './push.ts';
import { createReach } from './reach.ts';
import { prepare, storeWrite, withoutFiles } from './save.ts';
import { createSessions } from './session.ts';
import { entryOf, isUnsent, statusOf, wrongClockMs } from './status.ts';
import { CallError, SaveError } from './types.ts';
import type {
  CallInput,
  Command,
  OutboxEntry,
  PickedFile,
  SavedEntry,
  SaveOutcome,
  SyncStatus,
  WardEngine,
  WardView,
} from './types.ts';
import { openWardData } from './ward-data.ts';
import type { WardData, WardDataEvents } from './ward-data.ts';

/** How often the idle time is looked at. */
const idleLookMs = 60_000;
/** Changes of other tabs are read this much later, so that a burst of them is one reading. */
const followMs = 150;
/** Changes that follow each other faster are told to others together. */
const announceMs = 100;

type Warning = ReturnType<WardEngine['warnings']>[number];

const signInText = 'Please sign in first.';

/**
 * Puts one engine together for the page; resolves when the session is known and the outbox is open. It takes over a
 * replica that was opened for the first view.
 */
export async function createEngine(ports: Ports, opened?: OpenedReplica): Promise<WardEngine> {
  const { clock, random } = ports;
  const warnings = new Map<Warning['code'], string>();
  const listeners = new Set<() => void>();
  const disposed = new AbortController();
  /** Answers of writes that went straight to the server because nothing can be kept here. */
  const direct = new Map<string, unknown>();
  /** Keys of those that had no answer: the same save again is the same entry. */
  const unheard = new Map<string, string>();
  let told = true;
  let following = false;
  let telling = false;
  let moreToTell = false;
  /** Unsettled entries as the canary has them. */
  let noted = 0;
  let status: SyncStatus | null = null;
  let entries: readonly OutboxEntry[] | null = null;
  let view: WardView | null = null;
  let warningList: readonly Warning[] | null = null;
  let data: WardData | null = null;
  let given = opened;
  let opening: Promise<void> = Promise.resolve();

  const blocked = () => {
    warnings.set('blocked', 'The app is open in an older version in another tab. Please close that tab.');
    changed();
  };
  const db: OutboxDatabase | null = await openOutboxDatabase(ports.databases, blocked).catch(() => null);
  warnings.delete('blocked');
  if (!db) warnings.set('no-storage', noStorageText);
  const meta = db ? createMeta(db) : memoryMeta();
  const drafts = db ? createDrafts(db) : memoryDrafts();
  const outbox = db ? createOutbox(db, () => clock.now()) : noOutbox;
  let savedOffsetMs = (await meta.get('clockOffsetMs')) ?? 0;
  const reach = createReach(ports, savedOffsetMs);
  const { deviceId, evicted } = await identifyDevice(meta, db ? ports.canary : null, () => random.uuid());
  if (evicted !== null) warnings.set('evicted', evictedText(evicted));

  function changed(): void {
    status = null;
    entries = null;
    view = null;
    warningList = null;
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

  /** Tells other tabs and the canary of changes: at the beginning of a burst, and once more at its end. */
  function announce(): void {
    moreToTell = telling;
    if (telling) return;
    telling = true;
    ports.channel.post('outbox');
    noteCanary();
    const end = () => {
      telling = false;
      if (moreToTell) announce();
    };
    clock.delay(announceMs, disposed.signal).then(end, end);
  }

  function sessionChanged(): void {
    const session = sessions.current();
    const hospitalId = session?.hospital?.id ?? null;
    if (session && session.userId !== seenBy) {
      seenBy = session.userId;
      void lastSeen.leaveTo(seenBy);
    }
    opening = opening.then(() => (disposed.signal.aborted ? undefined : useHospital(hospitalId))).catch(ignore);
    changed();
  }

  async function useHospital(hospitalId: string | null): Promise<void> {
    if (data && data.hospitalId !== hospitalId) {
      const old = data;
      data = null;
      old.stop();
      await old.close();
    }
    const first = given;
    given = undefined;
    const fits = first?.replica.hospitalId === hospitalId && !first.replica.closed;
    if (first && !fits) await first.replica.close();
    if (hospitalId !== null && !data) {
      const events: WardDataEvents = {
        onRestored: () => void outbox.reopen().then(() => pusher.kick(), ignore),
        onStorage(warning) {
          if (warning === 'no-storage') warnings.set('no-storage', noStorageText);
          else warnings.set('storage-full', 'This device is full: the hospital data is kept until the app is closed.');
          changed();
        },
        onUpdateRequired: () => reach.askedToUpdate(true),
      };
      data = await openWardData(ports, client, hospitalId, events, fits ? first : undefined);
      data.subscribe(changed);
    }
    if (sessions.current()) data?.start();
    else data?.stop();
    changed();
  }

  function currentView(): WardView {
    if (view) return view;
    const session = sessions.current();
    const ward = session?.hospital && data?.hospitalId === session.hospital.id ? data : null;
    view = ward && session?.hospital ? ward.view(mirror.commands(), session.hospital.timeZone) : emptyView;
    return view;
  }

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
    if (!db) {
      const refusedFiles = options.files?.map((file) => file.ref) ?? [];
      const bare = withoutFiles(prepared.body, new Set(refusedFiles.map((file) => file.sha256)));
      const said = JSON.stringify([session.userId, name, bare]);
      const key = unheard.get(said) ?? id;
      unheard.set(said, key);
      direct.set(key, await client.callApi(name, { body: bare, idempotencyKey: key } as CallInput<N>));
      unheard.delete(said);
      return { id: key, refusedFiles };
    }
    const draftKey = options.draftKey === undefined ? null : draftKeyOf(session.userId, options.draftKey);
    const { id: savedId, refusedFiles } = await storeWrite(outbox, prepared, context, options.files ?? [], draftKey);
    if (refusedFiles.length > 0) {
      warnings.set('storage-full', 'This device is full: the text was saved, the photo could not be kept.');
      changed();
    }
    ports.connectivity.askWorker();
    pusher.kick();
    return { id: savedId, refusedFiles };
  }

  async function outcome(id: string, waitMs: number): Promise<SaveOutcome> {
    if (direct.has(id)) return { kind: 'received', answer: direct.get(id) };
    const over = new AbortController();
    const result = new Promise<SaveOutcome>((resolve) => {
      const look = () => {
        const command = mirror.commands().find((one) => one.id === id);
        if (command?.answer) resolve({ kind: 'received', answer: command.answer.body });
        else if (command?.state === 'attention' && command.lastError) {
          resolve({ kind: 'refused', error: command.lastError });
        } else if (command?.state === 'signed-out' || (command?.state === 'waiting' && command.lastError)) {
          resolve({ kind: 'saved-on-device' });
        }
      };
      listeners.add(look);
      over.signal.addEventListener('abort', () => listeners.delete(look));
      look();
    });
    const late = clock.delay(waitMs, over.signal).then((): SaveOutcome => ({ kind: 'saved-on-device' }));
    late.catch(() => undefined);
    try {
      return await Promise.race([result, late]);
    } finally {
      over.abort();
    }
  }

  function own(id: string): Command {
    const session = signedIn();
    const command = mirror.commands().find((one) => one.id === id);
    if (!command || command.userId !== session.userId) {
      throw new SaveError('not-found', 'This entry is not on this device.');
    }
    return command;
  }

  /** The refused closing as a note on the record that somebody else closed. */
  async function addAsNote(id: string): Promise<SavedEntry> {
    const command = own(id);
    const body = (command.call.body ?? {}) as Record<string, unknown>;
    const note = noteText(body);
    if (command.lastError?.code === 'ticket.already_closed') {
      return save('addTicketNote', { ticketId: firstText(body, 'id', 'ticketId'), note }, { replaces: id });
    }
    const taskId = firstText(body, 'taskId', 'TaskId');
    return save('addTaskNote', { taskId, note, files: command.files as never }, { replaces: id });
  }

  function currentWarnings(): readonly Warning[] {
    if (warningList) return warningList;
    const offsetMs = reach.clockOffsetMs();
    const list: Warning[] = [...warnings].map(([code, text]) => ({ code, text }));
    if (Math.abs(offsetMs) > wrongClockMs) {
      const minutes = Math.round(Math.abs(offsetMs) / 60_000);
      const text = `The clock of this device is ${minutes} minutes ${offsetMs > 0 ? 'behind' : 'ahead of'} the server's.`;
      list.push({ code: 'clock', text });
    }
    warningList = list;
    return list;
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
      void data?.pullNow().catch(ignore);
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
  await opening;
  noteCanary();
  await outbox.wakeSignedOut(null).catch(ignore);
  pusher.start();
  const idleWatch = watchIdle();
  void outbox.prune().catch(ignore);

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    session: () => sessions.state(),
    login: async (email, password) => {
      const session = await sessions.login(email, password);
      await opening;
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
        downloadPercent: data?.downloadPercent() ?? null,
        asOf: data?.asOf() ?? null,
        updateRequired: reach.updateRequired(),
      })),
    outbox: () =>
      (entries ??= mirror
        .commands()
        .map((command) => entryOf(command, mirror.uploads(), sessions.current()?.userId ?? null))),
    save,
    outcome,
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
      void data?.pullNow().catch(ignore);
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
    addAsNote,
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
    warnings: currentWarnings,
    isIdle: () => mirror.commands().every((one) => one.state !== 'sending'),
    async dispose() {
      disposed.abort();
      for (const stop of unlisten) stop();
      await pusher.stop();
      await idleWatch;
      await sessions.quiet();
      await opening;
      data?.stop();
      await data?.close();
      lastSeen.close();
      db?.close();
    },
  };
}

/** Background work that failed is tried again by the next wake-up; the entry itself is safe in the database. */
function ignore(): void {}

/** The text that stands under the first of these names: calls of one kind spell their fields differently. */
function firstText(body: Readonly<Record<string, unknown>>, ...names: readonly string[]): string {
  for (const name of names) {
    const value = body[name];
    if (typeof value === 'string') return value;
  }
  return '';
}
