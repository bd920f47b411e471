import { counted } from '#contract/rules/counted.ts';
import type { OutboxEntry } from '#ui/engine/engine.ts';
import type { IconName } from '#ui/ui/icons.tsx';
import type { Tone } from '#ui/ui/tone.ts';

/** An entry's state: text, icon and tone. */
export interface EntryState {
  words: string;
  tone: Tone;
  icon: IconName;
}

/** Describes the state of an entry. Source: docs/product.md P50. */
export function entryState(entry: OutboxEntry, moment: (instant: string) => string): EntryState {
  switch (entry.state) {
    case 'sending':
      return { words: 'Sending', tone: 'info', icon: 'cloud-up' };
    case 'attention':
      return {
        words: `Needs attention: ${entry.error?.message ?? 'refused by the server'}`,
        tone: 'danger',
        icon: 'cloud-alert',
      };
    case 'acked':
    case 'done': {
      const at = entry.answeredAt === null ? '' : ` ${moment(entry.answeredAt)}`;
      const awaited = entry.files.filter((file) => !file.received).length;
      if (awaited === 0) return { words: `Received by the server${at}`, tone: 'ok', icon: 'cloud-ok' };
      return {
        words: `Received by the server${at}, ${countFiles(awaited)} still to send`,
        tone: 'info',
        icon: 'cloud-up',
      };
    }
    case 'signed-out':
      return { words: `Saved on this tablet. Waits until ${entry.userName} signs in.`, tone: 'warn', icon: 'user' };
    case 'waiting':
      return { words: 'Saved on this tablet', tone: 'warn', icon: 'clock' };
  }
}

/** Counts files in words: `1 file`, `2 files`. */
export function countFiles(count: number): string {
  return counted(count, 'file');
}

/** Why an entry was saved without a file. */
export const lostReasons = {
  'no-room': 'no room on this tablet',
  'bytes-gone': 'no longer on this tablet',
  'no-storage': 'this browser stores no files',
} satisfies Record<OutboxEntry['lost'][number]['reason'], string>;
