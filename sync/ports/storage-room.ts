const probeName = 'room-probe';

/** Approximate size of the app's files, with a margin. Units: bytes. */
export const appBytes = 6_000_000;

/**
 * Returns whether the app's storage still has room for a file of this size. Chromium's estimate reports 10 GB above
 * usage whatever is free, so a file is set to that size and dropped, without writing its bytes. True if the browser
 * gives no information.
 */
export async function hasRoomFor(bytes: number): Promise<boolean> {
  const storage: Partial<StorageManager> | undefined = navigator.storage;
  const { usage = 0, quota = Infinity } = (await storage?.estimate?.().catch(() => undefined)) ?? {};
  if (quota > 0 && quota - usage < bytes) return false;
  try {
    const folder = await storage?.getDirectory?.();
    const file = await folder?.getFileHandle(probeName, { create: true });
    const writer = await file?.createWritable?.();
    try {
      await writer?.truncate(bytes);
    } finally {
      await writer?.abort().catch(() => undefined);
      await folder?.removeEntry(probeName).catch(() => undefined);
    }
    return true;
  } catch (error) {
    return !(error instanceof Error && error.name === 'QuotaExceededError');
  }
}

/** Room for a few photos; less than this counts as nearly full on any tablet. Units: bytes. */
const someRoom = 20_000_000;

/** Returns whether more than 80 % of the app's possible storage is used, or a few photos would fill the rest. */
export async function isNearlyFull(usedBytes: number): Promise<boolean> {
  return !(await hasRoomFor(Math.max(someRoom, usedBytes / 4)));
}
