import * as contract from '#contract/index.ts';
import type { CallName, OfflineCallName } from '#contract/index.ts';
import type { CallSpec, FileRef, OfflineWrite } from '#contract/define.ts';
import type { ReplicaView } from '#contract/replica.ts';
import type { Session } from '#contract/session.ts';
import type { NewCommand, Outbox } from './outbox/outbox.ts';
import { SaveError } from './types.ts';
import type { Command, PickedFile, SavedEntry } from './types.ts';

/** The sentence when not even the text finds room. */
const fullText = 'This device is full: the entry could not be saved. Please free some storage and press Save again.';

/** A write with its validated body and all that the contract says of it. */
export interface PreparedWrite {
  name: CallName;
  spec: CallSpec;
  write: OfflineWrite;
  body: unknown;
}

/** Validates a body. Throws: SaveError `invalid` with the contract's sentences by field. */
export function prepare(name: OfflineCallName, input: unknown): PreparedWrite {
  const spec: CallSpec = contract.calls[name];
  const write = spec.offline;
  if (!write || !spec.body) throw new SaveError('invalid', 'This can only be done online.');
  const parsed = spec.body.safeParse(input);
  if (parsed.success) return { name, spec, write, body: parsed.data };
  const errors: Record<string, string[]> = {};
  for (const issue of parsed.error.issues) {
    const field = issue.path.join('.');
    errors[field] = [...(errors[field] ?? []), issue.message];
  }
  throw new SaveError('invalid', parsed.error.issues[0]?.message ?? 'Please check the marked fields.', errors);
}

/** The body without the files that found no room. */
export function withoutFiles(body: unknown, refused: ReadonlySet<string>): unknown {
  if (Array.isArray(body)) {
    return body.filter((item) => !isRefOf(item, refused)).map((item) => withoutFiles(item, refused));
  }
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).map(([key, value]) => [key, withoutFiles(value, refused)]));
}

function isRefOf(item: unknown, refused: ReadonlySet<string>): boolean {
  return (
    typeof item === 'object' &&
    item !== null &&
    'sha256' in item &&
    typeof item.sha256 === 'string' &&
    refused.has(item.sha256)
  );
}

/** True when the platform has no room left. */
export function isQuotaError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const inner: unknown = 'inner' in error ? error.inner : undefined;
  return error.name === 'QuotaExceededError' || (inner instanceof Error && inner.name === 'QuotaExceededError');
}

/** What a new entry takes from the engine. */
export interface SaveContext {
  session: Session;
  deviceId: string;
  now: number;
  clockOffsetMs: number;
  id: string;
  view: ReplicaView;
  replaces: string | null;
}

/** The command that a write becomes. */
export function commandOf({ name, spec, write, body }: PreparedWrite, context: SaveContext): NewCommand {
  const { session, id, view } = context;
  return {
    id,
    kind: write.kind,
    version: write.version,
    stream: write.stream(body, id),
    title: write.title(body, view),
    deviceIds: write.deviceIds(body),
    userId: session.userId,
    userName: session.userName,
    hospitalId: session.hospital?.id ?? '',
    deviceId: context.deviceId,
    call: { name, method: spec.method, path: `/api${contract.callPath(spec)}`, body },
    files: write.files(body),
    madeAt: new Date(context.now).toISOString(),
    clockOffsetMs: context.clockOffsetMs,
    dependsOn: null,
    state: 'waiting',
    attempts: 0,
    nextAttemptAt: 0,
    lastError: null,
    answer: null,
    replaces: context.replaces,
    replacedBy: null,
  };
}

/** Named files whose bytes neither come with the write nor lie on this device: nobody could ever send them. */
async function withoutBytes(
  outbox: Outbox,
  named: readonly FileRef[],
  carried: readonly PickedFile[],
): Promise<FileRef[]> {
  const here = new Set(carried.map((file) => file.ref.sha256));
  if (named.every((file) => here.has(file.sha256))) return [];
  for (const { sha256 } of await outbox.uploads()) here.add(sha256);
  return named.filter((file) => !here.has(file.sha256));
}

/**
 * Stores a write with its files in one transaction. Where there is no room for the files, the text is saved without
 * them and they are named in the result.
 * Throws: SaveError `storage-full` when the text finds no room either; nothing is stored then.
 */
export async function storeWrite(
  outbox: Outbox,
  prepared: PreparedWrite,
  context: SaveContext,
  files: readonly PickedFile[],
  draftKey: string | null,
): Promise<SavedEntry & { command: Command }> {
  const asked = commandOf(prepared, context);
  const named = new Set(asked.files.map((file) => file.sha256));
  const carried = files.filter((file) => named.has(file.ref.sha256));
  const gone = await withoutBytes(outbox, asked.files, carried);
  const body = withoutFiles(prepared.body, new Set(gone.map((file) => file.sha256)));
  const command = gone.length === 0 ? asked : commandOf({ ...prepared, body }, context);
  try {
    const added = await outbox.add(command, carried, draftKey);
    return { id: added.id, refusedFiles: gone, command: added };
  } catch (error) {
    if (!isQuotaError(error)) throw error;
  }
  const refusedFiles: FileRef[] = [...gone, ...carried.map((file) => file.ref)];
  const bare = withoutFiles(prepared.body, new Set(refusedFiles.map((file) => file.sha256)));
  try {
    await outbox.prune();
    const text = commandOf({ ...prepared, body: bare }, context);
    const added = await outbox.add(text, [], draftKey);
    return { id: added.id, refusedFiles, command: added };
  } catch (error) {
    if (!isQuotaError(error)) throw error;
    throw new SaveError('storage-full', fullText);
  }
}
