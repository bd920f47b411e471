/** Saving: when `save` resolves, the entry is on this tablet; when it throws, the error says why it is not. */
import type { Session } from '#contract/calls/session.ts';
import { noteClock } from '../../outbox/clock-seen.ts';
import { draftKeyOf } from '../../outbox/drafts.ts';
import type { Meta } from '../../outbox/meta.ts';
import type { Ports } from '../../ports/ports.ts';
import type { WardEngine, WardView } from '../../types.ts';
import type { Command } from '../../outbox/command.ts';
import type { DirectWrites } from './direct-writes.ts';
import { lostFilesText, prepare, refuseLost, storeWrite } from './outbox-write.ts';
import type { OutboxStore } from '../../outbox/store.ts';
import type { ServerStatus } from '../../transport/server-status.ts';
import type { Warnings } from '../reads/warnings.ts';

/** The engine's save functions. */
export type Save = WardEngine['save'];

/** Binds saving to the outbox of this page. */
export function createSave(parts: {
  ports: Pick<Ports, 'clock' | 'random' | 'connectivity' | 'databases'>;
  store: OutboxStore;
  direct: DirectWrites;
  warnings: Warnings;
  tabletId: string;
  /**
   * Returns the user and hospital.
   * Throws: SaveError `signed-out`.
   */
  signedIn: () => Session;
  used: () => void;
  serverStatus: Pick<ServerStatus, 'clockOffsetMs' | 'isTimeEstimated'>;
  meta: Meta;
  view: () => WardView;
  /** Returns the entries on this tablet that its screens show. */
  entries: () => readonly Command[];
  /** Something may be due to be sent. */
  kick: () => void;
}): Save {
  const { ports, store, direct, warnings, tabletId, signedIn, meta } = parts;
  const { clock, random } = ports;

  return async (name, body, options = {}) => {
    // 1. Check the author, and the body against the contract (OB6).
    const session = signedIn();
    // A user may leave a page while it is saving, return, and save the same entry again (ST7).
    const given = ports.databases.sleep?.waking();
    const prepared = prepare(name, body);
    parts.used();
    const { files = [], replaces = null } = options;
    const id = random.uuid();
    // 2. While the tablet's clock is behind, record how often it was set back: a later contact may correct the time
    // (ST9).
    const setBacks = parts.serverStatus.isTimeEstimated()
      ? await noteClock(meta, clock.now()).catch(() => null)
      : undefined;
    const clockOffsetMs = parts.serverStatus.clockOffsetMs();
    const context = {
      session,
      tabletId,
      id,
      now: clock.now(),
      clockOffsetMs,
      ...(setBacks !== undefined && { estimate: { offsetMs: clockOffsetMs, setBacks } }),
      view: parts.view(),
      entries: parts.entries(),
      replaces,
    };
    // 3. Without IndexedDB, send immediately and store nothing (ST3).
    if (!store.durable) {
      const lost = files.map(({ ref }) => ({ ...ref, reason: 'no-storage' as const }));
      if (options.lostFiles === 'refuse') refuseLost(lost);
      return direct.send(prepared, session.userId, id, files);
    }
    // 4. Store entry and files and remove the draft in one transaction (OB1, OB9, ST2).
    const draftKey = options.draftKey === undefined ? null : draftKeyOf(session.userId, options.draftKey);
    const saved = await storeWrite(
      store.outbox,
      prepared,
      context,
      files,
      draftKey,
      options.lostFiles ?? 'save-text',
      given,
    );
    if (saved.refusedFiles.length > 0) {
      warnings.show('storage-full', `The text was saved. ${lostFilesText(saved.refusedFiles)}`);
    }
    // 5. Send from this page, or from the worker if the page is gone by then (PU17).
    ports.connectivity.askWorker();
    parts.kick();
    return saved;
  };
}
