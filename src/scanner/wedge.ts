/** Longest pause between two keys of one scan: Bluetooth scanners stay under it, fingers rarely. Units: milliseconds. */
const keyGapMs = 50;

/** Longest pause before the closing Enter, which some scanners send late. Units: milliseconds. */
const enterGapMs = 120;

/** Fewer characters than this are typed by hand. */
const shortestScan = 4;

/** What the reader needs of a keydown event. */
export interface WedgeKey {
  key: string;
  repeat?: boolean;
  ctrlKey?: boolean;
  altKey?: boolean;
  metaKey?: boolean;
}

export interface WedgeReader {
  /** Takes a keydown; returns true for the Enter that ends a scan, so that it need not submit a form. */
  press(event: WedgeKey): boolean;
}

const silentKeys: ReadonlySet<string> = new Set(['Shift', 'CapsLock', 'Control', 'Alt', 'AltGraph', 'NumLock']);

/**
 * Recognises a keyboard-wedge scanner: characters faster than fingers type, ended by Enter.
 * Ctrl+] is how such scanners send the GS1 separator (\x1d).
 */
export function createWedgeReader({ now, onScan }: { now: () => number; onScan: (text: string) => void }): WedgeReader {
  let text = '';
  let lastAtMs = -Infinity;
  return {
    press(event) {
      if (silentKeys.has(event.key)) return false;
      const atMs = now();
      const gapMs = atMs - lastAtMs;
      lastAtMs = atMs;
      if (event.key === 'Enter') {
        const scanned = gapMs <= enterGapMs ? text : '';
        text = '';
        if (scanned.length < shortestScan) return false;
        onScan(scanned);
        return true;
      }
      const character = toCharacter(event);
      if (character === undefined) text = '';
      else text = gapMs <= keyGapMs ? text + character : character;
      return false;
    },
  };
}

function toCharacter({ key, repeat, ctrlKey, altKey, metaKey }: WedgeKey): string | undefined {
  if (repeat || metaKey || key.length !== 1) return undefined;
  if (ctrlKey && !altKey) return key === ']' ? '\x1d' : undefined;
  return key;
}
