import type { FirstView, OpenedReplica } from './first-view.ts';
import type { Ports } from './ports.ts';
import { bareView } from './replica/bare-view.ts';
import { entryOf, isUnsent, statusOf } from './status.ts';
import { CallError } from './types.ts';
import type { SessionState, WardEngine, WardView } from './types.ts';

/** How long after a failure the rest is loaded again. Units: milliseconds. */
const againMs = 10_000;

const incompleteText = 'The app could not be loaded completely. Please open it again.';

/**
 * An engine that answers from the first view and becomes the whole engine when that is loaded: by `complete`, or by the
 * first act, which waits for it. The whole engine takes over the opened replica.
 */
export function createQuickEngine(
  ports: Ports,
  { session, outbox, opened }: FirstView,
  load: (opened: OpenedReplica) => Promise<WardEngine>,
): { engine: WardEngine; complete: () => void } {
  const { replica } = opened;
  const { userId } = session;
  const listeners = new Set<() => void>();
  const disposed = new AbortController();
  const state: SessionState = { kind: 'signed-in', session, offline: session.token === '' };
  const entries = outbox.commands.map((command) => entryOf(command, outbox.uploads, userId));
  let view: WardView | null = null;
  let loaded: WardEngine | null = null;
  let loading: Promise<WardEngine> | null = null;

  const tell = () => {
    for (const listener of listeners) listener();
  };
  const unfollow = replica.subscribe(tell);

  function whole(): Promise<WardEngine> {
    loading ??= load(opened).then(
      (engine) => {
        unfollow();
        loaded = engine;
        engine.subscribe(tell);
        tell();
        return engine;
      },
      () => {
        loading = null;
        throw new CallError('offline', incompleteText);
      },
    );
    return loading;
  }

  async function complete(): Promise<void> {
    while (!loaded && !disposed.signal.aborted) {
      try {
        await whole();
      } catch {
        await ports.clock.delay(againMs, disposed.signal).catch(() => undefined);
      }
    }
  }

  function bare(): WardView {
    if (view?.revision !== replica.revision) view = bareView(replica);
    return view;
  }

  const engine: WardEngine = {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    session: () => loaded?.session() ?? state,
    login: async (email, password) => (await whole()).login(email, password),
    unsentCount: () =>
      loaded?.unsentCount() ?? outbox.commands.filter((one) => isUnsent(one) && one.userId === userId).length,
    logout: async () => (await whole()).logout(),
    lock: async () => (await whole()).lock(),
    unlock: async (password) => (await whole()).unlock(password),
    view: () => loaded?.view() ?? bare(),
    status: () =>
      loaded?.status() ??
      statusOf({
        commands: outbox.commands,
        offline: !ports.connectivity.looksOnline(),
        downloadPercent: replica.downloadPercent,
        asOf: replica.asOf,
        updateRequired: false,
      }),
    outbox: () => loaded?.outbox() ?? entries,
    save: async (name, body, options) => (await whole()).save(name, body, options),
    outcome: async (id, waitMs) => (await whole()).outcome(id, waitMs),
    call: async (name, input) => (await whole()).call(name, input),
    download: async (name, input) => (await whole()).download(name, input),
    lastSeen: async (name, input) => (await whole()).lastSeen(name, input),
    newKey: () => ports.random.uuid(),
    sendNow() {
      if (loaded) loaded.sendNow();
      else void complete();
    },
    retry: async (id) => (await whole()).retry(id),
    discard: async (id) => (await whole()).discard(id),
    addAsNote: async (id) => (await whole()).addAsNote(id),
    exportUnsent: async () => (await whole()).exportUnsent(),
    importUnsent: async (file) => (await whole()).importUnsent(file),
    readDraft: async (key) => (await whole()).readDraft(key),
    writeDraft: async (key, value) => (await whole()).writeDraft(key, value),
    deleteDraft: async (key) => (await whole()).deleteDraft(key),
    localFile: async (sha256) => (await whole()).localFile(sha256),
    storage: async () => ({ ...(await ports.storage.estimate()), persisted: await ports.storage.persisted() }),
    requestPersistence: () => ports.storage.persist(),
    warnings: () => loaded?.warnings() ?? [],
    isIdle: () => loaded?.isIdle() ?? outbox.commands.every((one) => one.state !== 'sending'),
    async dispose() {
      disposed.abort();
      unfollow();
      const made = await loading?.catch(() => null);
      if (made) await made.dispose();
      else await replica.close();
    },
  };
  return { engine, complete: () => void complete() };
}
