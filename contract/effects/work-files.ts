import type { FileRef } from '../records/values.ts';
import type { WorkFile } from '../records/ward.ts';

/** The files of a task or ticket with those of an entry, in the server's order; duplicates count once. */
export function filesWith({ files: known }: { files: readonly WorkFile[] }, refs: readonly FileRef[]): WorkFile[] {
  const fresh = new Map(refs.map((ref) => [ref.sha256, ref]));
  for (const { sha256 } of known) fresh.delete(sha256);
  const named = [...fresh.values()].sort((a, b) => (a.sha256 < b.sha256 ? -1 : 1));
  return [...known, ...named.map((ref) => namedFile(ref))];
}

/** Returns a file as records show it before the server has its bytes. */
export function namedFile({ sha256, name, mime, size, missing }: FileRef): WorkFile {
  return { sha256, name, mime, size, received: false, ...(missing && { missing }) };
}
