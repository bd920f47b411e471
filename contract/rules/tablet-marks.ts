import type { TabletReport } from '../records/tablet.ts';
import { counted } from './counted.ts';

const dayMs = 24 * 60 * 60_000;
/** A tablet that has not been seen for this long may be lost. Units: days. */
const unseenDays = 7;

/** Why the app of a tablet will not open without network. */
const troubles = {
  'no-room': 'Will not open without network: no room for the app',
  'no-worker': 'Will not open without network: the browser cannot keep the app',
  unknown: 'Will not open without network yet',
} as const;

/** What the server knows about a tablet. */
interface Seen {
  seenAt: string;
  report: TabletReport | null;
  /** When it was reported lost, and when it came back after that. */
  lostAt: string | null;
  backAt: string | null;
}

/**
 * Lists what needs attention on a tablet, the most urgent first; nothing if all is well. Source: docs/product.md P280
 */
export function tabletMarks({ seenAt, report, lostAt, backAt }: Seen, now: Date, release: string): string[] {
  const marks: string[] = [];
  if (lostAt !== null) {
    marks.push(
      backAt === null
        ? 'Lost: signed out, and erased when it next reaches the server'
        : 'Lost: came back, was told to remove its data, and is sending its waiting entries',
    );
  }
  const since = (instant: string): number => now.getTime() - Date.parse(instant);
  if (report?.oldestAt && since(report.oldestAt) > dayMs) {
    marks.push(`Work has been waiting for ${counted(Math.floor(since(report.oldestAt) / dayMs), 'day', 'days')}`);
  }
  if (report?.refusal) marks.push('An entry was refused and needs its author');
  if (report?.nearlyFull) marks.push('Storage is nearly full');
  if (report?.trouble) marks.push(troubles[report.trouble]);
  if (report && report.release !== release) marks.push(`Runs release ${report.release}; the server has ${release}`);
  const unseen = Math.floor(since(seenAt) / dayMs);
  if (unseen >= unseenDays) marks.push(`Not seen for ${counted(unseen, 'day', 'days')}`);
  return marks;
}
