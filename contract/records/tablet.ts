/** Why an app will not open without network: no room for its files, a browser that cannot keep them, or not known. */
export const startTroubles = ['no-room', 'no-worker', 'unknown'] as const;

/** A tablet's report about itself; it names no record and no person. */
export interface TabletReport {
  /** Release of the app that it runs. */
  release: string;
  /** Browser and system, such as "Chrome 156 on Android". */
  engine: string;
  /** Storage used by the app; 0 if the browser does not say. Units: bytes. */
  usedBytes: number;
  nearlyFull: boolean;
  /** Entries that the server lacks, and when the oldest was made. */
  waiting: number;
  oldestAt: string | null;
  /** The latest refusal that still needs attention. */
  refusal: { code: string; at: string } | null;
  /** Why the app will not open without network; null if it will. */
  trouble: (typeof startTroubles)[number] | null;
}
