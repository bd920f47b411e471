import { offlineWrites } from '#contract/index.ts';
import { replicaKinds } from '#contract/replica.ts';
import type { DeviceRecord, Patch, ReplicaKind, ReplicaRecords, ReplicaView } from '#contract/replica.ts';
import type { Command, WardView } from '../types.ts';
import { countsBeside } from './bare-view.ts';
import type { Replica } from './replica.ts';
import type { AnyRow } from './table.ts';

/** What effects have to know beside their command. */
export interface OverlayContext {
  timeZone: string;
}

/** A row of the view that an effect has read: the effect is made again only when another row stands there. */
interface Reading {
  kind: ReplicaKind;
  id: string;
  row: AnyRow | undefined;
}

/** A command's effect, and what each of its patches last made of the row under it. */
interface Effect {
  patches: readonly Patch[];
  readings: readonly Reading[];
  steps: { before: AnyRow | undefined; after: AnyRow | undefined }[];
}

/** The changed rows of one kind; never changed once a view shows it. */
interface Layer {
  rows: Map<string, AnyRow>;
  /** Ids that an unanswered command changes. */
  pending: Set<string>;
  /** The base array this layer was last laid over, and the array that came of it. */
  all: { base: readonly AnyRow[]; rows: readonly AnyRow[] } | null;
}
type Layers = Record<ReplicaKind, Layer>;

/** What is remembered of a replica between two calls, so that a call costs what has changed. */
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
  const view = createView(replica, layers, (last?.view.revision ?? replica.revision) + 1);
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
    device: layer('device'),
    task: layer('task'),
    ticket: layer('ticket'),
    round: layer('round'),
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
  return layers[kind].rows.get(id) ?? replica.get(kind, id);
}

/** Lays one command; `own` are the kinds whose layer no view shows yet, others are copied before they change. */
function layCommand(
  replica: Replica,
  { layers, own }: { layers: Layers; own: Set<ReplicaKind> },
  command: Command,
  known: Effect | undefined,
  context: OverlayContext,
): Effect {
  const valid = known?.readings.every(({ kind, id, row }) => rowOf(replica, layers, kind, id) === row);
  const effect = known && valid ? known : effectOf(replica, layers, command, context);
  const arrived = effect.patches.some((patch) => 'put' in patch && replica.get(patch.kind, patch.id) !== undefined);
  if (arrived) return effect;
  for (const [at, patch] of effect.patches.entries()) {
    const { kind, id } = patch;
    const before = rowOf(replica, layers, kind, id);
    const step = effect.steps[at];
    const after = step && step.before === before ? step.after : patched(patch, before);
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

function patched(patch: Patch, before: AnyRow | undefined): AnyRow | undefined {
  if ('put' in patch) return patch.put;
  const change = patch.change as (row: AnyRow) => AnyRow;
  return before === undefined ? undefined : change(before);
}

/** Asks the contract what a command changes; a body that this app cannot read changes nothing on the screens. */
function effectOf(replica: Replica, layers: Layers, command: Command, context: OverlayContext): Effect {
  const declared = offlineWrites.get(`${command.kind}@${command.version}`);
  const body = declared?.spec.body?.safeParse(command.call.body);
  if (!declared || !body?.success) return { patches: [], readings: [], steps: [] };
  const readings: Reading[] = [];
  const view: ReplicaView = {
    get<K extends ReplicaKind>(kind: K, id: string) {
      const row = rowOf(replica, layers, kind, id);
      readings.push({ kind, id, row });
      return row as ReplicaRecords[K] | undefined;
    },
  };
  const patches = declared.write.effect(body.data, {
    commandId: command.id,
    madeAt: command.madeAt,
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
      return replica.ready;
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
    count: (kind) => allOf(replica, layers[kind], kind).length,
  };
}

function allOf(replica: Replica, layer: Layer, kind: ReplicaKind): readonly AnyRow[] {
  const base: readonly AnyRow[] = replica.all(kind);
  if (layer.rows.size === 0) return base;
  if (layer.all?.base === base) return layer.all.rows;
  const rows = base.slice();
  for (const [id, row] of layer.rows) {
    const at = replica.indexOf(kind, id);
    if (at < 0) rows.push(row);
    else rows[at] = row;
  }
  layer.all = { base, rows };
  return rows;
}
