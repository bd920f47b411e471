import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { DatabaseStartError } from './database-start-error.ts';
import { identifyProcess } from './embedded-process.ts';

const Holder = z.object({ pid: z.number().int().positive(), startedAt: z.string() });

/**
 * Locks a data folder against a second server; a lock whose process has died is taken over. Promises: the lock file
 * appears with its content in one step, and a lock that changed after it was judged stale is never discarded.
 * Throws: DatabaseStartError when a live server holds the lock.
 */
export async function takeLock(lockFile: string, dataDir: string): Promise<{ release(): Promise<void> }> {
  const self = await identifyProcess(process.pid);
  const content = JSON.stringify({ pid: process.pid, startedAt: self?.startedAt ?? '' });
  const draft = `${lockFile}.${process.pid}.new`;
  await writeFile(draft, content);
  try {
    while (!(await linkUnlessTaken(draft, lockFile))) await removeIfStale(lockFile, dataDir);
  } finally {
    await rm(draft, { force: true });
  }
  return { release: () => rm(lockFile, { force: true }) };
}

/** Returns whether a live server holds a lock. */
export async function isLocked(lockFile: string): Promise<boolean> {
  const content = await readFile(lockFile, 'utf8').catch(() => '');
  return (await liveHolder(content)) !== undefined;
}

async function linkUnlessTaken(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

async function removeIfStale(lockFile: string, dataDir: string): Promise<void> {
  const judged = await readFile(lockFile, 'utf8').catch(() => undefined);
  if (judged === undefined) return;
  const holder = await liveHolder(judged);
  if (holder !== undefined) throw inUse(holder, dataDir);

  const aside = `${lockFile}.${process.pid}.stale`;
  const moved = await rename(lockFile, aside).then(
    () => true,
    () => false,
  );
  if (!moved) return;
  const taken = await readFile(aside, 'utf8');
  if (taken !== judged) {
    await linkUnlessTaken(aside, lockFile);
    await rm(aside, { force: true });
    throw inUse((await liveHolder(taken)) ?? 'unknown', dataDir);
  }
  await rm(aside, { force: true });
}

async function liveHolder(content: string): Promise<number | undefined> {
  const holder = Holder.safeParse(parseJson(content));
  if (!holder.success) return undefined;
  const live = await identifyProcess(holder.data.pid);
  return live?.startedAt === holder.data.startedAt ? holder.data.pid : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function inUse(pid: number | string, dataDir: string): DatabaseStartError {
  return new DatabaseStartError(
    `Another Ward Rounds server (process ${pid}) already uses the data folder ${dataDir}: stop it first, or give this one a DATA_DIR of its own.`,
  );
}
