import { counted } from '#contract/rules/counted.ts';
import { wrongClockMs } from './status.ts';
import type { TabletWarning as Warning } from '../../types.ts';

/** Banners about this tablet, one for each code. */
export interface Warnings {
  show(code: Warning['code'], text: string): void;
  /** All current banners; the same array while nothing changes. `clockOffsetMs`: how far the server's clock is ahead. */
  list(clockOffsetMs: number): readonly Warning[];
}

function clockWarning(offsetMs: number): Warning[] {
  if (Math.abs(offsetMs) <= wrongClockMs) return [];
  const minutes = Math.round(Math.abs(offsetMs) / 60_000);
  const where = offsetMs > 0 ? 'behind' : 'ahead of';
  return [
    {
      code: 'clock',
      count: 1,
      text: `The clock of this tablet is ${counted(minutes, 'minute')} ${where} the server's.`,
    },
  ];
}

/** Keeps the banners; `onChange` is called for each new one. */
export function createWarnings(onChange: () => void): Warnings {
  const shown = new Map<Warning['code'], Warning>();
  let listed: { offsetMs: number; list: readonly Warning[] } | null = null;
  const changed = (): void => {
    listed = null;
    onChange();
  };
  return {
    show(code, text) {
      shown.set(code, { code, text, count: (shown.get(code)?.count ?? 0) + 1 });
      changed();
    },
    list(offsetMs) {
      if (listed?.offsetMs !== offsetMs) {
        const list = [...shown.values(), ...clockWarning(offsetMs)];
        listed = { offsetMs, list };
      }
      return listed.list;
    },
  };
}
