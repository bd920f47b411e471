import { callPath, offlineWrites } from '#contract/index.ts';
import { SaveError } from '../types.ts';
import type { PickedFile } from '../types.ts';
import type { Command } from './command.ts';
import type { Outbox } from './outbox.ts';
import type { NewCommand, StoredCommand } from './schema.ts';
import { toStored, upcast } from './upcast.ts';

const format = 'ward-rounds-unsent';

interface UnsentFile {
  format: typeof format;
  version: 1;
  /** The entries as rows of the outbox. */
  commands: StoredCommand[];
  /** Bytes by sha256, base64. */
  files: Record<string, string>;
}

function toBase64(bytes: ArrayBuffer): string {
  let text = '';
  for (const byte of new Uint8Array(bytes)) text += String.fromCharCode(byte);
  return btoa(text);
}

function fromBase64(text: string): ArrayBuffer {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes.buffer;
}

/** Packs unsent entries with their files into one file that the app can import. */
export async function packUnsent(outbox: Outbox, commands: readonly Command[]): Promise<Blob> {
  const files: UnsentFile['files'] = {};
  for (const { sha256, size } of commands.flatMap((command) => command.files)) {
    const bytes = await outbox.bytes(sha256, 0, size);
    if (bytes !== undefined) files[sha256] = toBase64(bytes);
  }
  const content: UnsentFile = { format, version: 1, commands: commands.map(toStored), files };
  return new Blob([JSON.stringify(content)], { type: 'application/json' });
}

function isUnsentFile(content: unknown): content is UnsentFile {
  return (
    typeof content === 'object' &&
    content !== null &&
    'format' in content &&
    content.format === format &&
    'commands' in content &&
    Array.isArray(content.commands) &&
    'files' in content &&
    typeof content.files === 'object'
  );
}

/** Call, method and path come from the contract, never from the file. */
function trusted(row: StoredCommand): NewCommand | null {
  const known = offlineWrites.get(`${row.kind}@${row.version}`);
  if (!known || typeof row.id !== 'string') return null;
  const { seq: _seq, ...command } = upcast(row);
  const call = {
    name: known.name,
    method: known.spec.method,
    path: `/api${callPath(known.spec)}`,
    body: command.call.body,
  };
  // This tablet's clock has no relation to the clock that made the entry.
  const estimate = command.estimate && { estimate: { ...command.estimate, setBacks: null } };
  return { ...command, ...estimate, call, state: 'waiting', attempts: 0, nextAttemptAt: 0, answer: null };
}

/**
 * Imports saved entries of this user under their old ids, so that the server does not duplicate any.
 * Throws: SaveError `invalid` when the file is another one or holds only entries of other users.
 */
export async function unpackUnsent(
  outbox: Outbox,
  file: Blob,
  user: { id: string },
): Promise<{ added: number; known: number }> {
  const content = await file
    .text()
    .then((text): unknown => JSON.parse(text))
    .catch(() => null);
  if (!isUnsentFile(content)) throw new SaveError('invalid', 'This file holds no saved entries.');
  const own = content.commands.filter((command) => command.userId === user.id);
  const [first] = content.commands;
  if (own.length === 0 && first) {
    throw new SaveError('invalid', `These entries belong to ${first.userName}, who has to sign in to bring them in.`);
  }
  let added = 0;
  let known = 0;
  for (const command of own) {
    const entry = trusted(command);
    if (!entry || (await outbox.byId(entry.id)) !== undefined) {
      known += 1;
      continue;
    }
    const files = entry.files.flatMap((ref): PickedFile[] => {
      const text = content.files[ref.sha256];
      return text === undefined ? [] : [{ ref, bytes: fromBase64(text) }];
    });
    await outbox.add(entry, { files });
    added += 1;
  }
  return { added, known };
}
