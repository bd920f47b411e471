import { wrongClockMs } from './status.ts';
import type { WardEngine } from './types.ts';

type Warning = ReturnType<WardEngine['warnings']>[number];

/** Banners that concern this device, each by its code. */
export interface Warnings {
  show(code: Warning['code'], text: string): void;
  /** All that hold now. The same array as long as nothing changes. `clockOffsetMs`: the server's clock ahead of ours. */
  list(clockOffsetMs: number): readonly Warning[];
}

function clockWarning(offsetMs: number): Warning[] {
  if (Math.abs(offsetMs) <= wrongClockMs) return [];
  const minutes = Math.round(Math.abs(offsetMs) / 60_000);
  const where = offsetMs > 0 ? 'behind' : 'ahead of';
  return [{ code: 'clock', text: `The clock of this device is ${minutes} minutes ${where} the server's.` }];
}

/** Keeps the banners; `onChange` hears of each that comes. */
export function createWarnings(onChange: () => void): Warnings {
  const shown = new Map<Warning['code'], string>();
  let listed: { offsetMs: number; list: readonly Warning[] } | null = null;
  const changed = (): void => {
    listed = null;
    onChange();
  };
  return {
    show(code, text) {
      shown.set(code, text);
      changed();
    },
    list(offsetMs) {
      if (listed?.offsetMs !== offsetMs) {
        const list = [...[...shown].map(([code, text]) => ({ code, text })), ...clockWarning(offsetMs)];
        listed = { offsetMs, list };
      }
      return listed.list;
    },
  };
}
