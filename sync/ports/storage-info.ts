import type { StorageInfo } from './ports.ts';

const orElse = <Answer>(asked: Promise<Answer> | undefined, unsaid: Answer): Promise<Answer> =>
  asked ? asked.catch(() => unsaid) : Promise.resolve(unsaid);

/** The parts of `navigator.storage`, each missing in some browser. */
export interface BrowserStorage {
  estimate?(): Promise<StorageEstimate>;
  persisted?(): Promise<boolean>;
  /** Pages have it, workers do not. */
  persist?(): Promise<boolean>;
}

/**
 * Reads the browser's storage manager. WebKitGTK has none, Safari before 17 has no estimate, and a private window may
 * refuse: the estimate is then 0 of 0, and storage is not persistent.
 */
export function storageInfo(manager: BrowserStorage | undefined): StorageInfo {
  return {
    async estimate() {
      const { usage = 0, quota = 0 } = await orElse<StorageEstimate>(manager?.estimate?.(), {});
      return { usedBytes: usage, quotaBytes: quota };
    },
    persisted: () => orElse(manager?.persisted?.(), false),
    persist: () => orElse(manager?.persist?.(), false),
  };
}
