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
  /** Found no room on the phone: only the open page has it. */
  isHeld?: true;
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
  const held = new Map<string, KeptReport>();
  /** Serves as the id of a browser that cannot store one. */
  const spareId = crypto.randomUUID();
  /** Adds the held reports to stored ones; while there are held ones, they are listed even if the rest cannot be read. */
  const withHeld = async (read: PromiseLike<KeptReport[]>): Promise<KeptReport[]> => {
    if (held.size === 0) return read;
    const stored = await Promise.resolve(read).catch((): KeptReport[] => []);
    return [...held.values(), ...stored.filter(({ id }) => !held.has(id))];
  };
  return {
    /** Returns a random id of this browser, for its limit on the server. */
    browserId: () =>
      db
        .transaction('rw', db.facts, async () => {
          const known = await db.facts.get('browser');
          if (!known) await db.facts.put({ name: 'browser', value: spareId });
          return known?.value ?? spareId;
        })
        .catch(() => spareId),
    /**
     * Stores a report durably, once; only then does the page call it saved. Photos that have arrived are deleted if it
     * needs the space.
     */
    async add(report: KeptReport): Promise<void> {
      try {
        await db.reports.add(report);
      } catch {
        // A tab that was killed after it stored a report may still show its form.
        if (await db.reports.get(report.id)) return;
        await db.reports.where('state').equals('sent').modify({ photos: [] });
        await db.reports.add(report);
      }
    },
    /** Remembers a report for which the phone has no room, until the page is closed. */
    hold: (report: KeptReport) => void held.set(report.id, { ...report, isHeld: true }),
    /**
     * Returns the reports of the last thirty days and all unsent ones, newest first. Throws: if the phone's storage
     * cannot be read.
     */
    async reports(now: number): Promise<KeptReport[]> {
      // A full disk cannot be opened, until there is room again.
      if (db.hasFailed() && !db.hasBeenClosed()) await db.open().catch(() => undefined);
      const isDone = ({ state }: KeptReport) => state === 'sent' || state === 'refused';
      await db.reports
        .where('madeAt')
        .below(now - keptMs)
        .filter(isDone)
        .delete()
        // A phone whose disk is full must still show its reports.
        .catch(() => undefined);
      const all = await withHeld(db.reports.toArray());
      return all.sort((one, other) => other.madeAt - one.madeAt);
    },
    /** Returns the reports waiting for the server, in the order of creation. */
    async waiting(): Promise<KeptReport[]> {
      const all = await withHeld(db.reports.where('state').anyOf('waiting', 'photos').sortBy('madeAt'));
      return all.filter(({ state }) => state === 'waiting' || state === 'photos');
    },
    async change(id: string, part: Partial<KeptReport>): Promise<void> {
      const report = held.get(id);
      if (report) held.set(id, { ...report, ...part });
      else await db.reports.update(id, part);
    },
    seen: async (key: string) => (await db.devices.get(key))?.device,
    see: (key: string, device: VisitorDevice) => db.devices.put({ key, device }),
    close: () => db.close(),
  };
}
