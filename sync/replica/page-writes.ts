import { replicaSchema } from '#contract/records/replica.ts';
import type { Changes } from '#contract/calls/sync.ts';
import type { Clock } from '../ports/ports.ts';
import type { Copy } from './copy.ts';
import { segmentsOf } from './memory.ts';
import { headAfter } from './store.ts';
import type { Head } from './store.ts';

/** Writes the server's answers to the replica. */
export interface PageWrites {
  /**
   * Stores a page that was requested at `asked` and moves the cursor, in one transaction (rule PL1). Resolves to false
   * if the page does not follow the stored ones because another tab was faster: ask again from `cursor`.
   */
  applyPage(changes: Changes, asked?: number): Promise<boolean>;
  /** Records that the server was reached, and whether the digest matched. */
  touch(digestChecked?: boolean): Promise<void>;
}

/** Contacts closer together than this are not worth a write. */
const contactWriteMs = 60_000;

/** Creates writing through `copy`. */
export function createPageWrites(copy: Copy, clock: Clock): PageWrites {
  let contactWrittenAt = 0;

  /** Takes over a head in which only the contact is new, and stores it if that is worth a write. */
  async function contact(next: Head): Promise<void> {
    const { head } = copy;
    const writtenLately = next.contactAt !== null && next.contactAt - contactWrittenAt < contactWriteMs;
    if (writtenLately && next.checkedAt === head.checkedAt) {
      copy.noteContact(next);
      return;
    }
    contactWrittenAt = next.contactAt ?? 0;
    const numbered = { ...next, seq: head.seq + 1 };
    if (await copy.write({ head: numbered, segments: [], apply: (rows) => rows })) copy.announce(false);
    // The tab that stored the rows may have closed before it packed them.
    copy.tidyLater();
  }

  async function applyPage(changes: Changes, asked: number): Promise<boolean> {
    const { head } = copy;
    const follows = asked === head.cursor && (head.epoch === null || head.epoch === changes.epoch);
    if (copy.closed || !follows || changes.schema !== replicaSchema) return false;
    // Shows the first rows as soon as they arrive.
    const segments = segmentsOf(changes, { isAwaited: head.cursor === 0 });
    const after = headAfter(head, changes, clock.now());
    if (segments.length === 0 && after.cursor === head.cursor && after.complete === head.complete) {
      await contact(after);
      return true;
    }
    const stored = await copy.write({
      head: { ...after, seq: head.seq + Math.max(1, segments.length) },
      segments,
      apply(rows) {
        for (const [at, segment] of segments.entries()) rows.apply(head.seq + 1 + at, segment);
        return rows;
      },
    });
    if (!stored) return false;
    copy.announce(segments.length > 0 || head.epoch === null);
    copy.tidyLater();
    return true;
  }

  return {
    applyPage: (changes, asked = copy.head.cursor) => copy.inTurn(() => applyPage(changes, asked)),
    touch: (digestChecked = false) =>
      copy.inTurn(async () => {
        const now = clock.now();
        const { head } = copy;
        if (!copy.closed) await contact({ ...head, contactAt: now, checkedAt: digestChecked ? now : head.checkedAt });
      }),
  };
}
