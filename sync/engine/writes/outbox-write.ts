/** Prepares a write for the outbox: validates it, makes a command of it, stores it with its files. */
import * as contract from '#contract/index.ts';
import type { CallName, OfflineCallName } from '#contract/index.ts';
import type { CallSpec, OfflineWrite } from '#contract/define.ts';
import { keptFiles } from '#contract/rules/missing-file.ts';
import type { FileRef, MissingReason } from '#contract/records/values.ts';
import type { ReplicaView } from '#contract/records/replica.ts';
import type { Session } from '#contract/calls/session.ts';
import { mayMake } from '../../outbox/add-entry.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import type { NewCommand } from '../../outbox/schema.ts';
import { recordOfStream } from '../../outbox/upcast.ts';
import { isQuotaError } from '../../ports/quota-error.ts';
import { SaveError } from '../../types.ts';
import type { LostFile, PickedFile, SavedEntry, SaveOptions } from '../../types.ts';
import type { Command, TimeEstimate } from '../../outbox/command.ts';

/** Shown when there is no room even for the text. */
const fullText = 'This tablet is full: the entry could not be saved. Please free some storage and press Save again.';

/** A write with its validated body and its declaration in the contract. */
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
  return { name, spec, write, body: checked(spec, input) };
}

/** Parses a body with the contract. Throws: SaveError `invalid`. */
function checked({ body }: CallSpec, input: unknown): unknown {
  const parsed = body!.safeParse(input);
  if (parsed.success) return parsed.data;
  const errors: Record<string, string[]> = {};
  for (const issue of parsed.error.issues) {
    const field = issue.path.join('.');
    errors[field] = [...(errors[field] ?? []), issue.message];
  }
  throw new SaveError('invalid', parsed.error.issues[0]?.message ?? 'Please check the marked fields.', errors);
}

/** Marks the files that cannot be stored, so that the record names what is missing. */
function withMissing(body: unknown, lost: ReadonlyMap<unknown, MissingReason>): unknown {
  if (Array.isArray(body)) return body.map((item) => withMissing(item, lost));
  if (typeof body !== 'object' || body === null) return body;
  const missing = 'sha256' in body ? lost.get(body.sha256) : undefined;
  if (missing !== undefined) return { ...body, missing };
  return Object.fromEntries(Object.entries(body).map(([key, value]) => [key, withMissing(value, lost)]));
}

/**
 * Returns the write as saved without files. Throws: SaveError `invalid` if it is empty without them, such as a note of
 * photos alone: its form can still be changed.
 */
export function withoutFiles(prepared: PreparedWrite, lost: readonly LostFile[]): PreparedWrite {
  if (lost.length === 0) return prepared;
  const reasons = new Map(lost.map(({ sha256, reason }) => [sha256, reason]));
  const body = checked(prepared.spec, withMissing(prepared.body, reasons));
  return { ...prepared, body };
}

/** The engine's parts that a new entry needs. */
export interface CommandContext {
  session: Session;
  tabletId: string;
  now: number;
  clockOffsetMs: number;
  /** Present while the time is estimated (rule ST9). */
  estimate?: TimeEstimate;
  id: string;
  view: ReplicaView;
  replaces: string | null;
  /** Files that the entry is saved without. */
  lost?: readonly LostFile[];
}

/** The same, with what storing it needs. */
export interface SaveContext extends CommandContext {
  /** The entries on this tablet that its screens show. */
  entries: readonly Command[];
}

/** Returns the command for a write. */
export function commandOf({ name, spec, write, body: said }: PreparedWrite, context: CommandContext): NewCommand {
  const { session, id, view } = context;
  const body = write.complete?.(said, view) ?? said;
  const stream = write.stream(body, id);
  return {
    id,
    kind: write.kind,
    version: write.version,
    stream,
    about: write.about?.(body) ?? recordOfStream(stream),
    makes: write.makes?.(body) ?? null,
    title: write.title(body, view),
    deviceIds: write.deviceIds(body),
    userId: session.userId,
    userName: session.userName,
    hospitalId: session.hospital?.id ?? '',
    tabletId: context.tabletId,
    call: { name, method: spec.method, path: `/api${contract.callPath(spec)}`, body },
    files: keptFiles(write.files(body)),
    ...(context.lost && context.lost.length > 0 && { lost: [...context.lost] }),
    madeAt: new Date(context.now).toISOString(),
    clockOffsetMs: context.clockOffsetMs,
    ...(context.estimate && { estimate: context.estimate }),
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

/**
 * Finds files whose bytes can never be sent: not part of the write, not on this tablet, and not in an earlier record.
 */
async function withoutBytes(
  outbox: Outbox,
  named: readonly FileRef[],
  known: ReadonlySet<string>,
): Promise<LostFile[]> {
  const here = new Set(known);
  if (named.every((file) => here.has(file.sha256))) return [];
  for (const { sha256 } of await outbox.uploads()) here.add(sha256);
  return named.filter((file) => !here.has(file.sha256)).map((file) => ({ ...file, reason: 'bytes-gone' }));
}

/** Lists the files that could not be stored on this tablet, by name and with the reason. */
export function lostFilesText(lost: readonly Pick<LostFile, 'name' | 'reason'>[]): string {
  const named = (reason: LostFile['reason']): string =>
    lost
      .filter((file) => file.reason === reason)
      .map(({ name }) => name)
      .join(', ');
  const sentences: Record<LostFile['reason'], string> = {
    'no-room': `This tablet has no room for ${named('no-room')}.`,
    'bytes-gone': `This tablet no longer has ${named('bytes-gone')}.`,
    'no-storage': `This browser stores no files for the app: ${named('no-storage')} cannot be sent.`,
  };
  return (Object.keys(sentences) as LostFile['reason'][])
    .filter((reason) => named(reason) !== '')
    .map((reason) => sentences[reason])
    .join(' ');
}

/** Refuses a save that would lose files. Throws: SaveError `files-not-kept` if there are any. */
export function refuseLost(lost: readonly LostFile[]): void {
  if (lost.length > 0) throw new SaveError('files-not-kept', lostFilesText(lost), {}, lost);
}

/**
 * Stores a write with its files in one transaction. If a file cannot be kept, `lostFiles` decides: either the text is
 * saved without it, and the entry and the result name it, or nothing is saved.
 * Throws: SaveError `files-not-kept` with the files if `lostFiles` is `refuse`, `storage-full` if there is no room for
 * the text either, `not-saved` if `given` was aborted before the commit; nothing is stored then.
 */
export async function storeWrite(
  outbox: Outbox,
  prepared: PreparedWrite,
  context: SaveContext,
  files: readonly PickedFile[],
  draftKey: string | null,
  lostFiles: NonNullable<SaveOptions['lostFiles']>,
  given?: AbortSignal,
): Promise<SavedEntry> {
  async function store(refusedFiles: LostFile[], carried: readonly PickedFile[]): Promise<SavedEntry> {
    const command =
      refusedFiles.length === 0
        ? whole
        : commandOf(withoutFiles(prepared, refusedFiles), { ...context, lost: refusedFiles });
    const hasNoMaker = !context.entries.some((one) => mayMake(one, command));
    const { id } = await outbox.add(command, { files: carried, draftKey, hasNoMaker }, given);
    return { id, refusedFiles };
  }

  const whole = commandOf(prepared, context);
  const { files: named } = whole;
  const hashes = new Set(named.map((file) => file.sha256));
  // Files that an earlier record names already are sent without bytes (PU15).
  const earlier = new Set(prepared.write.known?.(prepared.body, context.view).map(({ sha256 }) => sha256));
  const carried = files.filter((file) => hashes.has(file.ref.sha256));
  const missing = await withoutBytes(outbox, named, new Set([...earlier, ...carried.map(({ ref }) => ref.sha256)]));
  if (lostFiles === 'refuse') refuseLost(missing);
  try {
    return await store(missing, carried);
  } catch (error) {
    if (!isQuotaError(error)) throw error;
  }
  await outbox.prune().catch((error: unknown) => {
    if (!isQuotaError(error)) throw error;
  });
  // Smallest first, so that as many as possible fit.
  const bySize = carried.toSorted((a, b) => a.ref.size - b.ref.size);
  const noRoom = (files: readonly PickedFile[]) =>
    files.filter(({ ref }) => !earlier.has(ref.sha256)).map(({ ref }): LostFile => ({ ...ref, reason: 'no-room' }));
  for (let kept = bySize.length; kept >= 0; kept -= 1) {
    try {
      return await store([...missing, ...noRoom(bySize.slice(kept))], bySize.slice(0, kept));
    } catch (error) {
      if (!isQuotaError(error)) throw error;
    }
    if (lostFiles === 'refuse') refuseLost(noRoom(carried));
  }
  throw new SaveError('storage-full', fullText);
}
