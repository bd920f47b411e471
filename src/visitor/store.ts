/** What the visitor's page keeps on the phone, in a database of its own: never in the outbox of a user. */
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
  /** Where it waits: for the server, for its photos, for nothing. */
  state: 'waiting' | 'photos' | 'sent' | 'refused';
  device: Pick<VisitorDevice, 'equipmentName' | 'departmentName' | 'serialEnd' | 'timeZone'>;
  body: Omit<ReportBody, 'sentAt'>;
  /** Kept as long as the report, because a server that is restored from a backup needs them again. */
  photos: KeptPhoto[];
  /** As the server last answered. */
  status: Status | null;
  /** Why the server refused it: the code of the error. */
  refusal: string | null;
  /** Not sent before. Units: ms since 1970. */
  notBefore: number;
  /** Units: ms since 1970. */
  madeAt: number;
}

/** A device as this phone last saw it. */
interface SeenDevice {
  /** Serial number and hospital, as the label has them. */
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

/** How long a report that is done stays on the phone. Units: milliseconds. Source: document 6, section 1. */
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
    /** Keeps a report durably: only then the page calls it saved. Photos that have arrived make room for it. */
    add: (report: KeptReport) =>
      db.reports.add(report).catch(async () => {
        await db.reports.where('state').equals('sent').modify({ photos: [] });
        return db.reports.add(report);
      }),
    /** Returns the reports of the last thirty days and all that are not sent, newest first. */
    async reports(now: number): Promise<KeptReport[]> {
      const isDone = ({ state }: KeptReport) => state === 'sent' || state === 'refused';
      await db.reports
        .where('madeAt')
        .below(now - keptMs)
        .filter(isDone)
        .delete();
      return db.reports.orderBy('madeAt').reverse().toArray();
    },
    /** Returns what waits for the server, in the order in which it was made. */
    waiting: () => db.reports.where('state').anyOf('waiting', 'photos').sortBy('madeAt'),
    change: (id: string, part: Partial<KeptReport>) => db.reports.update(id, part),
    seen: async (key: string) => (await db.devices.get(key))?.device,
    see: (key: string, device: VisitorDevice) => db.devices.put({ key, device }),
    close: () => db.close(),
  };
}
