import type { OpenedReplica } from '../hospital-replica/opened-replica.ts';
import type { FirstView } from './first-view.ts';
import { createWholeEngine } from './whole-engine.ts';
import type { Ports } from '../../ports/ports.ts';
import { bareView } from '../../replica/bare-view.ts';
import { isUnsent, shifted, statusOf } from '../reads/status.ts';
import { offsetNotBefore } from '../../transport/known-clock.ts';
import type { SessionState } from '../../session-state.ts';
import type { WardEngine, WardView } from '../../types.ts';

/**
 * An engine that answers from the first view until the whole engine is loaded: by `complete`, or by the first action,
 * which waits for it. The whole engine takes over the opened replica.
 */
export function createQuickEngine(
  ports: Ports,
  { session, outbox, entries, opened }: FirstView,
  load: (opened: OpenedReplica) => Promise<WardEngine>,
): { engine: WardEngine; complete: () => Promise<void> } {
  const { replica } = opened;
  const { userId } = session;
  const listeners = new Set<() => void>();
  const state: SessionState = { kind: 'signed-in', session, offline: session.token === '' };
  let view: WardView | null = null;
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const unfollow = replica.subscribe(tell);

  const whole = createWholeEngine(
    ports.clock,
    () => load(opened),
    (engine) => {
      unfollow();
      engine.subscribe(tell);
      tell();
    },
  );
  const { loaded } = whole;

  function bare(): WardView {
    if (view?.revision !== replica.revision) view = bareView(replica);
    return view;
  }

  const engine: WardEngine = {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    session: () => loaded()?.session() ?? state,
    login: async (email, password) => (await whole.get()).login(email, password),
    choosePassword: async (newPassword) => (await whole.get()).choosePassword(newPassword),
    unsentCount: () =>
      loaded()?.unsentCount() ?? outbox.commands.filter((one) => isUnsent(one) && one.userId === userId).length,
    logout: async (options) => (await whole.get()).logout(options),
    lock: async () => (await whole.get()).lock(),
    unlock: async (secret, by) => (await whole.get()).unlock(secret, by),
    hasPin: async () => (await whole.get()).hasPin(),
    setPin: async (password, pin) => (await whole.get()).setPin(password, pin),
    removePin: async () => (await whole.get()).removePin(),
    view: () => loaded()?.view() ?? bare(),
    status: () =>
      loaded()?.status() ??
      statusOf({
        commands: outbox.commands,
        offline: !ports.connectivity.looksOnline(),
        downloadPercent: replica.downloadPercent,
        // Shows only a complete replica (rule ST5).
        isBehind: false,
        asOf: replica.asOf === null ? null : shifted(replica.asOf, outbox.clockOffsetMs),
        updateRequired: false,
        clockOffsetMs: offsetNotBefore(outbox, ports.clock.now()),
      }),
    outbox: () => loaded()?.outbox() ?? entries,
    save: async (name, body, options) => (await whole.get()).save(name, body, options),
    outcome: async (id, waitMs) => (await whole.get()).outcome(id, waitMs),
    call: async (name, input) => (await whole.get()).call(name, input),
    download: async (name, input) => (await whole.get()).download(name, input),
    responseCache: async (name, input) => (await whole.get()).responseCache(name, input),
    newKey: () => ports.random.uuid(),
    sendNow() {
      const engine = loaded();
      if (engine) engine.sendNow();
      else void whole.complete();
    },
    retry: async (id) => (await whole.get()).retry(id),
    discard: async (id) => (await whole.get()).discard(id),
    addAsNote: async (id) => (await whole.get()).addAsNote(id),
    exportUnsent: async () => (await whole.get()).exportUnsent(),
    importUnsent: async (file) => (await whole.get()).importUnsent(file),
    readDraft: async (key) => (await whole.get()).readDraft(key),
    writeDraft: async (key, value) => (await whole.get()).writeDraft(key, value),
    deleteDraft: async (key) => (await whole.get()).deleteDraft(key),
    localFile: async (sha256) => (await whole.get()).localFile(sha256),
    storage: async () => ({ ...(await ports.storage.estimate()), persisted: await ports.storage.persisted() }),
    requestPersistence: () => ports.storage.persist(),
    warnings: () => loaded()?.warnings() ?? [],
    isIdle: () => loaded()?.isIdle() ?? outbox.commands.every((one) => one.state !== 'sending'),
    async dispose() {
      unfollow();
      const engine = await whole.stop();
      await (engine ? engine.dispose() : replica.close());
    },
  };
  return { engine, complete: whole.complete };
}
