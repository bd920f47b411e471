import type { CallName, OfflineCallName } from '#contract/index.ts';
import type { DeviceRecord } from '#contract/records/ward.ts';
import type { ReplicaKind, ReplicaRecords } from '#contract/records/replica.ts';
import type { Session } from '#contract/calls/session.ts';
import {
  CallError,
  type OutboxEntry,
  type SaveOutcome,
  type SyncStatus,
  type WardEngine,
  type WardView,
} from '#sync/types.ts';
import type { SessionState } from '#sync/session-state.ts';

/** A BME of one hospital, as a signed-in session. */
export const bmeSession: Session = {
  token: 'fake',
  userName: 'Asha Rao',
  userId: 'user-1',
  userRole: 'BME',
  bmeAccountId: 'user-1',
  hospital: { id: 'hospital-1', name: 'City Hospital', timeZone: 'Asia/Kolkata' },
  scope: 'full',
  expiresAt: '2026-11-21T12:00:00Z',
};

/** The office of the same hospital, as a signed-in session. */
export const officeSession: Session = {
  token: 'fake',
  userName: 'City Hospital Office',
  userId: 'office-1',
  userRole: 'Hospital',
  hospitalId: 'hospital-1',
  hospital: { id: 'hospital-1', name: 'City Hospital', timeZone: 'Asia/Kolkata' },
  scope: 'full',
  expiresAt: '2026-11-21T12:00:00Z',
};

/** The administrator of the installation, as a signed-in session. */
export const adminSession: Session = {
  token: 'fake',
  userName: 'Installation Admin',
  userId: 'admin-1',
  userRole: 'Admin',
  scope: 'full',
  expiresAt: '2026-11-21T12:00:00Z',
};

export const calmStatus: SyncStatus = {
  label: 'Sync: up to date',
  tone: 'ok',
  sending: 0,
  waiting: 0,
  attention: 0,
  offline: false,
  downloadPercent: null,
  asOf: '2026-11-21T05:12:00Z',
  updateRequired: false,
  clockOffsetMs: 0,
};

/** An entry of the current user that waits on this tablet. */
export const waitingEntry: OutboxEntry = {
  id: 'entry-1',
  seq: 1,
  kind: 'task.close',
  title: 'Close PM of VENT-0012',
  deviceIds: [],
  userName: bmeSession.userName,
  own: true,
  timeEstimated: false,
  madeAt: '2026-11-21T05:00:00Z',
  state: 'waiting',
  error: null,
  answeredAt: null,
  notices: [],
  nextAttemptAt: null,
  files: [],
  lost: [],
  call: null,
  canAddNote: false,
};

type Records = { [K in ReplicaKind]?: readonly ReplicaRecords[K][] };

/** The initial state of a fake engine; `change` can change all of it later. */
export interface FakeWorld {
  session: SessionState;
  status: SyncStatus;
  outbox: readonly OutboxEntry[];
  records: Records;
  ready: boolean;
  warnings: ReturnType<WardEngine['warnings']>;
  drafts: Map<string, unknown>;
  /** Answers of online calls by name; a call without one fails as offline. */
  answers: Partial<Record<CallName, (input: unknown) => unknown>>;
  /** The latest answers of lists, by name. */
  seen: Partial<Record<CallName, { answer: unknown; at: string }>>;
  /** Returns the outcome of a saved entry. */
  outcome: (name: OfflineCallName, body: unknown) => SaveOutcome;
}

export interface FakeEngine extends WardEngine {
  readonly world: FakeWorld;
  change(part: Partial<FakeWorld>): void;
  readonly saved: { name: OfflineCallName; body: unknown; draftKey?: string | undefined }[];
  readonly called: { name: CallName; input: unknown }[];
}

/** Creates an engine without network and storage, for tests of hooks and screens. */
export function createFakeEngine(start: Partial<FakeWorld> = {}): FakeEngine {
  const world: FakeWorld = {
    session: { kind: 'signed-in', session: bmeSession, offline: false },
    status: calmStatus,
    outbox: [],
    records: {},
    ready: true,
    warnings: [],
    drafts: new Map(),
    answers: {},
    seen: {},
    outcome: () => ({ kind: 'received', answer: null }),
    ...start,
  };
  const listeners = new Set<() => void>();
  const saved: FakeEngine['saved'] = [];
  const called: FakeEngine['called'] = [];
  const outcomes = new Map<string, SaveOutcome>();
  let view = viewOf(world, 1);
  let keys = 0;
  let pin: string | null = null;

  const change = (part: Partial<FakeWorld>) => {
    Object.assign(world, part);
    if (part.records || part.ready !== undefined) view = viewOf(world, view.revision + 1);
    for (const listener of listeners) listener();
  };

  return {
    world,
    change,
    saved,
    called,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    session: () => world.session,
    async login(email) {
      const session = email.startsWith('admin') ? adminSession : bmeSession;
      change({ session: { kind: 'signed-in', session, offline: false } });
      return session;
    },
    async choosePassword(newPassword) {
      world.answers.changePassword?.({ body: { newPassword } });
      change({ session: { kind: 'signed-in', session: bmeSession, offline: false } });
    },
    unsentCount: () => world.outbox.filter((entry) => entry.own && entry.state !== 'done').length,
    async logout() {
      change({ session: { kind: 'signed-out', reason: null } });
    },
    async lock() {
      change({
        session: {
          kind: 'locked',
          userName: bmeSession.userName,
          email: 'asha@city.example',
          triesLeft: 5,
          hasPin: pin !== null,
        },
      });
    },
    hasPin: async () => pin !== null,
    async setPin(password, next) {
      if (password !== 'secret1') return 'wrong-password';
      pin = next;
      return 'set';
    },
    async removePin() {
      pin = null;
    },
    async unlock(secret, by = 'password') {
      if (world.session.kind !== 'locked') return true;
      const opens = secret === (by === 'pin' ? pin : 'secret1');
      const triesLeft = world.session.triesLeft === null ? null : world.session.triesLeft - 1;
      change({
        session: opens ? { kind: 'signed-in', session: bmeSession, offline: true } : { ...world.session, triesLeft },
      });
      return opens;
    },
    view: () => view,
    status: () => world.status,
    outbox: () => world.outbox,
    async save(name, body, options) {
      const id = `entry-${saved.length + 1}`;
      saved.push({ name, body, draftKey: options?.draftKey });
      outcomes.set(id, world.outcome(name, body));
      return { id, refusedFiles: [] };
    },
    outcome: async (id) => outcomes.get(id) ?? { kind: 'saved-on-tablet' },
    async call(name, input) {
      called.push({ name, input });
      const answer = world.answers[name];
      if (!answer) throw new CallError('offline', 'There is no connection to the server.');
      return answer(input) as never;
    },
    responseCache: async (name) => world.seen[name] as never,
    newKey() {
      keys += 1;
      return `key-${keys}`;
    },
    sendNow: () => undefined,
    retry: async () => undefined,
    discard: async (id) => change({ outbox: world.outbox.filter((entry) => entry.id !== id) }),
    addAsNote: async () => ({ id: 'note-1', refusedFiles: [] }),
    download: async () => new Blob(['sheet']),
    exportUnsent: async () => new Blob(['{}'], { type: 'application/json' }),
    importUnsent: async () => ({ added: 0, known: 0 }),
    readDraft: async <T>(key: string) => world.drafts.get(key) as T | undefined,
    async writeDraft(key, value) {
      world.drafts.set(key, structuredClone(value));
    },
    async deleteDraft(key) {
      world.drafts.delete(key);
    },
    localFile: async () => undefined,
    storage: async () => ({ usedBytes: 48_300_000, quotaBytes: 6_000_000_000, persisted: true }),
    requestPersistence: async () => true,
    warnings: () => world.warnings,
    isIdle: () => world.status.sending === 0,
    dispose: async () => undefined,
  };
}

function viewOf(world: FakeWorld, revision: number): WardView {
  const all = <K extends ReplicaKind>(kind: K): readonly ReplicaRecords[K][] => world.records[kind] ?? [];
  const text = (device: DeviceRecord) =>
    [device.serialNumber, device.equipmentName, device.makeName, device.modelName, device.departmentName]
      .join(' ')
      .toLowerCase();
  return {
    revision,
    ready: world.ready,
    get: (kind, id) => all(kind).find((record) => record.id === id),
    all,
    isPending: () => false,
    deviceBySerial: (serial) =>
      all('device').find((device) => device.serialNumber.toLowerCase() === serial.toLowerCase()),
    searchDevices: (words, limit) =>
      all('device')
        .filter((device) =>
          words
            .toLowerCase()
            .split(/\s+/)
            .every((word) => text(device).includes(word)),
        )
        .slice(0, limit),
    count: (kind) => all(kind).length,
    readAhead: () => true,
  };
}
