import { clockErrorText } from '#contract/rules/clock-error.ts';
import { wrongClockMs } from './status.ts';
import type { TabletWarning as Warning } from '../../types.ts';

/** Banners about this tablet, one for each code. */
export interface Warnings {
  show(code: Warning['code'], text: string): void;
  /**
   * Returns all current banners; the same array while nothing changes. `clockOffsetMs`: how far the server's clock is
   * ahead, or its minimum if that is `estimated`.
   */
  list(clockOffsetMs: number, estimated: boolean): readonly Warning[];
}

function clockWarning(offsetMs: number, estimated: boolean): Warning[] {
  if (Math.abs(offsetMs) <= wrongClockMs) return [];
  const error = clockErrorText(offsetMs);
  const text = estimated
    ? `The clock of this tablet is at least ${error}. Set it, or go on: times will be estimated.`
    : `The clock of this tablet is ${error}.`;
  return [{ code: 'clock', count: 1, text }];
}

/** Creates the list of banners; `onChange` is called for each new one. */
export function createWarnings(onChange: () => void): Warnings {
  const shown = new Map<Warning['code'], Warning>();
  let listed: { offsetMs: number; estimated: boolean; list: readonly Warning[] } | null = null;
  const changed = (): void => {
    listed = null;
    onChange();
  };
  return {
    show(code, text) {
      shown.set(code, { code, text, count: (shown.get(code)?.count ?? 0) + 1 });
      changed();
    },
    list(offsetMs, estimated) {
      if (listed?.offsetMs !== offsetMs || listed.estimated !== estimated) {
        const list = [...shown.values(), ...clockWarning(offsetMs, estimated)];
        listed = { offsetMs, estimated, list };
      }
      return listed.list;
    },
  };
}
