/** The storage of a tablet, or its replacement in a browser that stores nothing (rule ST3). */
import { openOutboxDatabase } from './database.ts';
import { createDrafts } from './drafts.ts';
import type { Drafts } from './drafts.ts';
import { createMeta } from './meta.ts';
import type { Meta } from './meta.ts';
import { memoryDrafts, memoryMeta, noOutbox } from './no-storage.ts';
import { createOutbox } from './outbox.ts';
import type { Outbox } from './outbox.ts';
import type { Ports } from '../ports/ports.ts';

/** All data that cannot be fetched again. */
export interface OutboxStore {
  /** False if nothing outlives the page. */
  durable: boolean;
  meta: Meta;
  drafts: Drafts;
  outbox: Outbox;
  close(): void;
}

/** Opens the storage; never fails. */
export async function openOutboxStore({ clock, databases }: Pick<Ports, 'clock' | 'databases'>): Promise<OutboxStore> {
  const db = await openOutboxDatabase(databases).catch(() => null);
  if (!db) {
    const nothing = { meta: memoryMeta(), drafts: memoryDrafts(), outbox: noOutbox };
    return { durable: false, ...nothing, close: () => undefined };
  }
  const outbox = createOutbox(db, () => clock.now());
  return { durable: true, meta: createMeta(db), drafts: createDrafts(db), outbox, close: () => db.close() };
}
