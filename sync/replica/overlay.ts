import { readEntry, writeKey } from '#contract/index.ts';
import { replicaKinds } from '#contract/records/replica.ts';
import type { DeviceRecord, TaskRecord } from '#contract/records/ward.ts';
import type { EffectView, Patch, ReplicaKind, ReplicaRecords, ReplicaView } from '#contract/records/replica.ts';
import type { WardView } from '../types.ts';
import type { Command } from '../outbox/command.ts';
import { countsBeside } from './bare-view.ts';
import type { Replica } from './replica.ts';
import type { AnyRow } from './table.ts';
import { tasksByDevice } from './tasks-by-device.ts';

/** Context that effects need besides their command. */
export interface OverlayContext {
  timeZone: string;
}

/** A row of the view that an effect has read: the effect is computed again only if that row has changed. */
type Reading =
  | { kind: ReplicaKind; id: string; row: AnyRow | undefined }
  | { tasksOf: string; rows: readonly TaskRecord[] };

/** A command's effect, and the rows that its patches last produced. */
interface Effect {
  patches: readonly Patch[];
  readings: readonly Reading[];
  steps: { before: AnyRow | undefined; after: AnyRow | null | undefined }[];
}

/** The changed rows of one kind; immutable once a view shows it. */
interface Layer {
  /** Null marks a row that a command removes. */
  rows: Map<string, AnyRow | null>;
  /** Ids that an unanswered command changes. */
  pending: Set<string>;
  /** The base array this layer was last laid over, and the resulting array. */
  all: { base: readonly AnyRow[]; rows: readonly AnyRow[] } | null;
}
type Layers = Record<ReplicaKind, Layer>;

/** Cached state of a replica between calls, so that a call costs only what has changed. */
interface Remembered {
  replicaRevision: number;
  timeZone: string;
  laid: readonly Laid[];
  effects: Map<string, Effect>;
  layers: Layers;
  view: WardView;
}
interface Laid {
  id: string;
  unanswered: boolean;
}

const memory = new WeakMap<Replica, Remembered>();

/**
 * Lays the outbox over the replica. The result depends on the arguments alone; what is remembered by replica only
 * saves work, and a view is superseded by the next one.
 *
 * A command counts while its effect is not in the replica: until it is answered, and after that until the replica's
 * cursor has reached the version of the answer. Where the record it creates has arrived already, its answer was lost
 * and the replica's rows are the true ones. A refused command (`attention`) does not count: the server has said no,
 * so the screens show what is saved there, and the entry stays in the outbox with its reason. Commands of other users
 * of this hospital count: the ward sees one state of a device, whoever holds the tablet.
 */
export function layOver(replica: Replica, commands: readonly Command[], context: OverlayContext): WardView {
  const counting = commands
    .filter((command) => command.hospitalId === replica.hospitalId && countsBeside(command, replica.cursor))
    .sort((a, b) => a.seq - b.seq);
  const laid = counting.map((command): Laid => ({ id: command.id, unanswered: command.answer === null }));
  const last = memory.get(replica);
  const continues =
    last !== undefined &&
    last.replicaRevision === replica.revision &&
    last.timeZone === context.timeZone &&
    last.laid.every(({ id, unanswered }, at) => laid[at]?.id === id && laid[at]?.unanswered === unanswered);
  if (last && continues && last.laid.length === laid.length) return last.view;

  const added = continues ? counting.slice(last.laid.length) : counting;
  const effects = continues ? last.effects : new Map<string, Effect>();
  const layers = createLayers(continues ? last.layers : null);
  const known = last?.timeZone === context.timeZone ? last.effects : new Map<string, Effect>();
  const own = new Set<ReplicaKind>();
  for (const command of added) {
    const effect = layCommand(replica, { layers, own }, command, known.get(command.id), context);
    effects.set(command.id, effect);
  }
  if (last && !continues) keepUnchanged(layers, last.layers);
  // Before commands are laid over it, shows the same as the first view of a start.
  const isWhole = replica.ready && replica.downloadPercent === null;
  const isBare = isWhole && last === undefined && laid.length === 0;
  const revision = isBare ? replica.revision : (last?.view.revision ?? replica.revision) + 1;
  const view = createView(replica, layers, revision);
  memory.set(replica, {
    replicaRevision: replica.revision,
    timeZone: context.timeZone,
    laid,
    effects,
    layers,
    view,
  });
  return view;
}

function createLayers(from: Layers | null): Layers {
  const layer = (kind: ReplicaKind): Layer => from?.[kind] ?? { rows: new Map(), pending: new Set(), all: null };
  return {
    template: layer('template'),
    department: layer('department'),
    technician: layer('technician'),
    procedure: layer('procedure'),
    tester: layer('tester'),
    contract: layer('contract'),
    holiday: layer('holiday'),
    setting: layer('setting'),
    device: layer('device'),
    task: layer('task'),
    ticket: layer('ticket'),
    faultReport: layer('faultReport'),
    notice: layer('notice'),
    round: layer('round'),
    test: layer('test'),
    refusal: layer('refusal'),
  };
}

/** Keeps the layers, and with them the arrays, of kinds in which nothing has changed. */
function keepUnchanged(layers: Layers, last: Layers): void {
  for (const kind of replicaKinds) {
    const now = layers[kind];
    const before = last[kind];
    const same = now.rows.size === before.rows.size && [...now.rows].every(([id, row]) => before.rows.get(id) === row);
    if (same) now.all = before.all;
  }
}

function rowOf(replica: Replica, layers: Layers, kind: ReplicaKind, id: string): AnyRow | undefined {
  const laid = layers[kind].rows.get(id);
  return laid === undefined ? replica.get(kind, id) : (laid ?? undefined);
}

/** Returns the current tasks of a device, with new ones at the end. */
function tasksOf(replica: Replica, layers: Layers, deviceId: string): TaskRecord[] {
  const known = tasksByDevice(replica.all('task')).get(deviceId) ?? [];
  const { rows } = layers.task;
  const laid = known.flatMap((task) => (rowOf(replica, layers, 'task', task.id) as TaskRecord | undefined) ?? []);
  for (const row of rows.values()) {
    const task = row as TaskRecord | null;
    if (task?.deviceId === deviceId && replica.indexOf('task', task.id) < 0) laid.push(task);
  }
  return laid;
}

/** Returns whether the view still shows the rows that an effect has read. */
function stands(replica: Replica, layers: Layers, reading: Reading): boolean {
  if ('row' in reading) return rowOf(replica, layers, reading.kind, reading.id) === reading.row;
  const now = tasksOf(replica, layers, reading.tasksOf);
  return now.length === reading.rows.length && now.every((task, at) => task === reading.rows[at]);
}

/**
 * Applies one command; `own` are the kinds whose layer no view shows yet. Other layers are copied before they change.
 */
function layCommand(
  replica: Replica,
  { layers, own }: { layers: Layers; own: Set<ReplicaKind> },
  command: Command,
  known: Effect | undefined,
  context: OverlayContext,
): Effect {
  const valid = known?.readings.every((reading) => stands(replica, layers, reading));
  const effect = known && valid ? known : effectOf(replica, layers, command, context);
  const arrived = effect.patches.some((patch) => 'put' in patch && replica.get(patch.kind, patch.id) !== undefined);
  if (arrived) return effect;
  const view = viewOf(replica, layers);
  for (const [at, patch] of effect.patches.entries()) {
    const { kind, id } = patch;
    const before = rowOf(replica, layers, kind, id);
    const step = effect.steps[at];
    const after = step && step.before === before ? step.after : patched(patch, before, view);
    effect.steps[at] = { before, after };
    if (after === undefined) continue;
    if (!own.has(kind)) {
      own.add(kind);
      layers[kind] = { rows: new Map(layers[kind].rows), pending: new Set(layers[kind].pending), all: null };
    }
    layers[kind].rows.set(id, after);
    if (command.answer === null) layers[kind].pending.add(id);
  }
  return effect;
}

/** Returns the result of a patch on a row: null removes it, undefined leaves it unchanged. */
function patched(patch: Patch, before: AnyRow | undefined, view: ReplicaView): AnyRow | null | undefined {
  if ('put' in patch) return patch.put;
  if ('remove' in patch) return before && null;
  const change = patch.change as (row: AnyRow, view: ReplicaView) => AnyRow;
  return before === undefined ? undefined : change(before, view);
}

/** Reads the rows while commands are being applied. */
function viewOf(replica: Replica, layers: Layers): ReplicaView {
  return {
    get: <K extends ReplicaKind>(kind: K, id: string) =>
      rowOf(replica, layers, kind, id) as ReplicaRecords[K] | undefined,
  };
}

/** Asks the contract what a command changes; a body that this app cannot read changes nothing on the screens. */
function effectOf(replica: Replica, layers: Layers, command: Command, context: OverlayContext): Effect {
  const entry = readEntry(writeKey(command), command.call.body);
  if (!entry) return { patches: [], readings: [], steps: [] };
  const readings: Reading[] = [];
  const view: EffectView = {
    get<K extends ReplicaKind>(kind: K, id: string) {
      const row = rowOf(replica, layers, kind, id);
      readings.push({ kind, id, row });
      return row as ReplicaRecords[K] | undefined;
    },
    tasksOf(deviceId) {
      const rows = tasksOf(replica, layers, deviceId);
      readings.push({ tasksOf: deviceId, rows });
      return rows;
    },
  };
  const offsetMs = Math.round(command.clockOffsetMs);
  const patches = entry.write.effect(entry.body, {
    commandId: command.id,
    at: new Date(Date.parse(command.madeAt) + offsetMs).toISOString(),
    offsetMs,
    user: { id: command.userId, name: command.userName },
    timeZone: context.timeZone,
    view,
  });
  return { patches, readings, steps: [] };
}

function createView(replica: Replica, layers: Layers, revision: number): WardView {
  function get<K extends ReplicaKind>(kind: K, id: string): ReplicaRecords[K] | undefined {
    return rowOf(replica, layers, kind, id) as ReplicaRecords[K] | undefined;
  }
  const shown = (device: DeviceRecord): DeviceRecord => get('device', device.id) ?? device;
  return {
    revision,
    get ready() {
      return replica.ready && replica.downloadPercent === null;
    },
    get,
    all<K extends ReplicaKind>(kind: K) {
      return allOf(replica, layers[kind], kind) as readonly ReplicaRecords[K][];
    },
    isPending: (kind, id) => layers[kind].pending.has(id),
    deviceBySerial(serialNumber) {
      const device = replica.deviceBySerial(serialNumber);
      return device && shown(device);
    },
    searchDevices: (text, limit) => replica.searchDevices(text, limit).map(shown),
    count: (kind) => (layers[kind].rows.size === 0 ? replica.count(kind) : allOf(replica, layers[kind], kind).length),
    readAhead: replica.readAhead,
  };
}

function allOf(replica: Replica, layer: Layer, kind: ReplicaKind): readonly AnyRow[] {
  const base: readonly AnyRow[] = replica.all(kind);
  if (layer.rows.size === 0) return base;
  if (layer.all?.base === base) return layer.all.rows;
  const rows = base.slice();
  const removed = new Set<AnyRow>();
  for (const [id, row] of layer.rows) {
    const at = replica.indexOf(kind, id);
    const known = rows[at];
    if (row === null) {
      if (known) removed.add(known);
    } else if (at < 0) rows.push(row);
    else rows[at] = row;
  }
  const shown = removed.size === 0 ? rows : rows.filter((row) => !removed.has(row));
  layer.all = { base, rows: shown };
  return shown;
}
