/** Longest gap between two keys from a scanner; people rarely type faster. Units: milliseconds. */
const scannerGapMs = 50;

/** Longest gap between two bursts from a scanner with a bad radio link. Units: milliseconds. */
const stumbleMs = 100;

/** A longer gap between two keys means that a person paused. Units: milliseconds. */
const personPauseMs = 300;

/** Keys without an end key are forgotten after this time. Units: milliseconds. */
const forgottenMs = 2_000;

/** Longest gap before the Enter or Tab that ends a scan; some scanners send it late. Units: milliseconds. */
const endGapMs = { clean: 500, other: 120 } as const;

/** A second end key within this time belongs to the same scan (Tab and Enter, CR and LF). Units: milliseconds. */
const secondEndMs = 120;

/** Fewer characters count as typed by hand. */
const shortestScan = 4;

/** A burst of this length comes from a scanner, whatever the gap after it. */
const surelyScannedLength = 3;

/** Most bursts in one scan; earlier input is dropped. */
const mostBursts = 40;

/** If a smaller share of the gaps is scanner-fast, a person typed the text before the scan. */
const scannerShare = 2 / 3;

/** The parts of a keydown event that the reader uses. */
export interface WedgeKey {
  key: string;
  /** The physical key, from which the US-keyboard character is derived. */
  code?: string;
  repeat?: boolean;
  shiftKey?: boolean;
  ctrlKey?: boolean;
  altKey?: boolean;
  metaKey?: boolean;
}

/** One possible reading of the keys. */
export interface WedgeReading<Mark> {
  readonly text: string;
  /** What the same keys type on a US keyboard; undefined if the browser does not report physical keys. */
  readonly usText: string | undefined;
  /** What `mark` returned before the first key of this reading. */
  readonly mark: Mark;
}

/** A scan: one reading, or several candidates to choose from, shortest first. */
export interface WedgeScan<Mark> {
  readonly readings: readonly WedgeReading<Mark>[];
  readonly isCertain: boolean;
}

interface WedgeOptions<Mark> {
  now: () => number;
  /** Called before handling a key that may start a scan, to remember the field that receives it. */
  mark: () => Mark;
  onScan: (scan: WedgeScan<Mark>) => void;
}

export interface WedgeReader {
  /**
   * Handles a keydown; returns true for a key that ends a scan, so that it neither submits a form nor moves the focus.
   */
  press(event: WedgeKey): boolean;
  /** Forgets the keys so far, because a field has used them. */
  forget(): void;
}

/** Characters that arrived at scanner speed. */
interface Burst<Mark> extends WedgeReading<Mark> {
  /** The gap before the burst. Units: milliseconds. */
  gapMs: number;
}

const silentKeys: ReadonlySet<string> = new Set(['Shift', 'CapsLock', 'Control', 'Alt', 'AltGraph', 'NumLock']);

/**
 * Recognises a keyboard-wedge scanner: characters that arrive faster than a person types, ended by Enter or Tab. A
 * label is everything since the last end key or a human-length pause; if a gap leaves that unclear, `onScan` receives
 * each candidate.
 */
export function createWedgeReader<Mark>({ now, mark, onScan }: WedgeOptions<Mark>): WedgeReader {
  let bursts: Burst<Mark>[] = [];
  let lastAtMs = -Infinity;
  let endedAtMs = -Infinity;

  const end = (gapMs: number, atMs: number): boolean => {
    const scan = gapMs <= endGapMs[bursts.length === 1 ? 'clean' : 'other'] ? scanOf(bursts) : undefined;
    const isSecondEnd = bursts.length === 0 && atMs - endedAtMs <= secondEndMs;
    bursts = [];
    if (!scan) return isSecondEnd;
    endedAtMs = atMs;
    onScan(scan);
    return true;
  };

  return {
    press(event) {
      if (silentKeys.has(event.key)) return false;
      const atMs = now();
      const gapMs = atMs - lastAtMs;
      lastAtMs = atMs;
      if (event.key === 'Enter' || event.key === 'Tab') return end(gapMs, atMs);
      const text = toCharacter(event);
      if (text === undefined) {
        bursts = [];
        return false;
      }
      const usText = toUsCharacter(event);
      const last = bursts.at(-1);
      if (last && gapMs <= scannerGapMs)
        bursts[bursts.length - 1] = { ...joined(last, { text, usText }), gapMs: last.gapMs };
      else bursts = [...(gapMs > forgottenMs ? [] : bursts.slice(-mostBursts)), { text, usText, gapMs, mark: mark() }];
      return false;
    },
    forget() {
      bursts = [];
    },
  };
}

function joined<First extends Pick<WedgeReading<unknown>, 'text' | 'usText'>>(
  first: First,
  next: Pick<WedgeReading<unknown>, 'text' | 'usText'>,
): First {
  const usText = first.usText === undefined || next.usText === undefined ? undefined : first.usText + next.usText;
  return { ...first, text: first.text + next.text, usText };
}

/** Joins bursts backwards from the last one: those that certainly belong to it, and those that may. */
function scanOf<Mark>(bursts: readonly Burst<Mark>[]): WedgeScan<Mark> | undefined {
  const last = bursts.at(-1);
  if (!last) return undefined;
  let sure: WedgeReading<Mark> = last;
  let possible: WedgeReading<Mark> = last;
  let isDoubtful = false;
  let slowGaps = 0;
  for (let at = bursts.length - 1; at > 0; at -= 1) {
    const [before, burst] = [bursts[at - 1], bursts[at]];
    const bond = before && burst ? bondOf(before.text, burst.gapMs) : 'none';
    if (!before || bond === 'none') break;
    isDoubtful ||= bond === 'doubt';
    slowGaps += 1;
    possible = joined(before, possible);
    if (!isDoubtful) sure = possible;
  }
  const gaps = possible.text.length - 1;
  const mayBeWhole = isDoubtful && gaps >= shortestScan - 1 && (gaps - slowGaps) / gaps >= scannerShare;
  const readings = [sure, ...(mayBeWhole ? [possible] : [])].filter(({ text }) => text.length >= shortestScan);
  return readings.length === 0 ? undefined : { readings, isCertain: !mayBeWhole };
}

/** Judges whether the text before a gap belongs to what follows. */
function bondOf(before: string, gapMs: number): 'sure' | 'doubt' | 'none' {
  const isScanned = before.length >= surelyScannedLength;
  if (gapMs > personPauseMs) return before.length > 1 ? 'doubt' : 'none';
  return isScanned || (before.length > 1 && gapMs <= stumbleMs) ? 'sure' : 'doubt';
}

const usKeys: Readonly<Record<string, string>> = {
  Digit1: '1!',
  Digit2: '2@',
  Digit3: '3#',
  Digit4: '4$',
  Digit5: '5%',
  Digit6: '6^',
  Digit7: '7&',
  Digit8: '8*',
  Digit9: '9(',
  Digit0: '0)',
  Minus: '-_',
  Equal: '=+',
  BracketLeft: '[{',
  BracketRight: ']}',
  Backslash: '\\|',
  Semicolon: ';:',
  Quote: '\'"',
  Backquote: '`~',
  Comma: ',<',
  Period: '.>',
  Slash: '/?',
  Space: '  ',
};

/** Stands for a dead key, which waits for a letter to put an accent on. */
const deadKey = '\ufffd';

/** Scanners send the GS1 separator as Ctrl+]; the physical key also matches if the tablet has another layout. */
const isSeparator = ({ key, code, ctrlKey, altKey }: WedgeKey) =>
  ctrlKey === true && !altKey && (key === ']' || code === 'BracketRight');

function toCharacter(event: WedgeKey): string | undefined {
  const { key, repeat, ctrlKey, altKey, metaKey } = event;
  if (repeat || metaKey) return undefined;
  if (isSeparator(event)) return '\x1d';
  if (ctrlKey && !altKey) return undefined;
  if (key === 'Dead') return deadKey;
  return key.length === 1 ? key : undefined;
}

function toUsCharacter(event: WedgeKey): string | undefined {
  const { code = '', key, shiftKey } = event;
  if (isSeparator(event)) return '\x1d';
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter !== undefined) return shiftKey ? letter : letter.toLowerCase();
  if (code.startsWith('Numpad')) return key;
  return usKeys[code]?.[shiftKey ? 1 : 0];
}
