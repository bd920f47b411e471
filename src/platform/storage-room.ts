const probeName = 'room-probe';

/**
 * Whether a file of this size still finds room in the app's storage. Chromium's estimate names 10 GB more than what is used,
 * whatever is left, so a file is given that size and dropped: nothing is written. True where a browser does not say.
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

/** Some photos: less than this is little on any tablet. Units: bytes. */
const someRoom = 20_000_000;

/** Whether more than 80 % of what the app may store is used, or some photos would fill the rest. */
export async function isNearlyFull(usedBytes: number): Promise<boolean> {
  return !(await hasRoomFor(Math.max(someRoom, usedBytes / 4)));
}
