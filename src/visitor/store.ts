/** What the visitors' page stores on the phone, in its own database and never in a user's outbox. */
import { Dexie, type DexieOptions, type Table } from 'dexie';
import type { ReportBody, Status, VisitorDevice } from './api.ts';

/** A photo of a report, as it is sent. */
export interface KeptPhoto {
  sha256: string;
  bytes: ArrayBuffer;
}

/** A report on this phone. */
export interface KeptReport {
  id: string;
  /** What it is waiting for: the server, its photos, or nothing. */
  state: 'waiting' | 'photos' | 'sent' | 'refused';
  device: Pick<VisitorDevice, 'equipmentName' | 'departmentName' | 'serialEnd' | 'timeZone'>;
  body: Omit<ReportBody, 'sentAt'>;
  /** Kept as long as the report, because a server restored from a backup needs them again. */
  photos: KeptPhoto[];
  /** The server's last answer. */
  status: Status | null;
  /** The error code with which the server refused it. */
  refusal: string | null;
  /** Not sent before this time. Units: ms since 1970. */
  notBefore: number;
  /** Units: ms since 1970. */
  madeAt: number;
}

/** A device as this phone last saw it. */
interface SeenDevice {
  /** Serial number and hospital, as on the label. */
  key: string;
  device: VisitorDevice;
}

class VisitorDatabase extends Dexie {
  declare reports: Table<KeptReport, string>;
  declare devices: Table<SeenDevice, string>;
  declare facts: Table<{ name: string; value: string }, string>;

  constructor(databases: Pick<DexieOptions, 'indexedDB' | 'IDBKeyRange'>) {
    super('ward-visitor', { ...databases, chromeTransactionDurability: 'strict' });
    this.version(1).stores({ reports: 'id, state, madeAt', devices: 'key', facts: 'name' });
    // Reports of the first version do not say which of their photos have arrived; the server will.
    this.version(2).upgrade((change) =>
      change
        .table<KeptReport>('reports')
        .toCollection()
        .modify(({ status, body }) => {
          if (status) status.arrived ??= (body.photos ?? []).map(({ sha256 }) => sha256);
        }),
    );
  }
}

/** How long a finished report stays on the phone. Units: milliseconds. Source: document 6, section 1. */
const keptMs = 30 * 24 * 60 * 60_000;

/** The reports and devices of this phone. */
export type VisitorStore = ReturnType<typeof openStore>;

/** Opens the phone's database, in the browser's storage if none is given. */
export function openStore(databases: Pick<DexieOptions, 'indexedDB' | 'IDBKeyRange'> = {}) {
  const db = new VisitorDatabase(databases);
  return {
    /** Returns a random id of this browser, for its limit on the server. */
    browserId: () =>
      db.transaction('rw', db.facts, async () => {
        const known = await db.facts.get('browser');
        const value = known?.value ?? crypto.randomUUID();
        if (!known) await db.facts.put({ name: 'browser', value });
        return value;
      }),
    /**
     * Stores a report durably; only then does the page call it saved. Photos that have arrived are deleted if it needs
     * the space.
     */
    add: (report: KeptReport) =>
      db.reports.add(report).catch(async () => {
        await db.reports.where('state').equals('sent').modify({ photos: [] });
        return db.reports.add(report);
      }),
    /** Returns the reports of the last thirty days and all unsent ones, newest first. */
    async reports(now: number): Promise<KeptReport[]> {
      const isDone = ({ state }: KeptReport) => state === 'sent' || state === 'refused';
      await db.reports
        .where('madeAt')
        .below(now - keptMs)
        .filter(isDone)
        .delete()
        // A phone whose disk is full must still show its reports.
        .catch(() => undefined);
      return db.reports.orderBy('madeAt').reverse().toArray();
    },
    /** Returns the reports waiting for the server, in the order of creation. */
    waiting: () => db.reports.where('state').anyOf('waiting', 'photos').sortBy('madeAt'),
    change: (id: string, part: Partial<KeptReport>) => db.reports.update(id, part),
    seen: async (key: string) => (await db.devices.get(key))?.device,
    see: (key: string, device: VisitorDevice) => db.devices.put({ key, device }),
    close: () => db.close(),
  };
}
