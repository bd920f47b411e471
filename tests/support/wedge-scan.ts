import { createEvent, fireEvent } from '@testing-library/react';

/** Time of the last key press: keys have exactly the stated gaps, however slow this machine is. */
let keyAtMs = 0;

/** A key: its character, the physical key, and the gap before it (units: milliseconds). */
export interface WedgeStroke {
  key: string;
  code?: string;
  shiftKey?: boolean;
  gapMs?: number;
}

/** Presses keys as a browser reports them: a key that nobody handles is typed at the caret of the focused field. */
export function pressKeys(strokes: readonly WedgeStroke[]): void {
  for (const { gapMs = 5, ...stroke } of strokes) {
    keyAtMs += gapMs;
    const target = document.activeElement ?? document.body;
    const press = createEvent.keyDown(target, stroke);
    Object.defineProperty(press, 'timeStamp', { value: keyAtMs });
    if (fireEvent(target, press) && stroke.key.length === 1) write(target, stroke.key);
  }
}

/**
 * Sends a text as a keyboard-wedge scanner does, long after the previous key; `gaps` are the gaps before single
 * characters.
 */
export function scanByWedge(
  text: string,
  { end = 'Enter', gaps = {} }: { end?: string; gaps?: Readonly<Record<number, number>> } = {},
): void {
  keyAtMs += 10_000;
  pressKeys([...text].map((key, at) => ({ key, gapMs: gaps[at] ?? 5 })));
  pressKeys([{ key: end }]);
}

function write(target: Element, character: string): void {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
  const { value } = target;
  const start = target.selectionStart ?? value.length;
  const next = value.slice(0, start) + character + value.slice(target.selectionEnd ?? start);
  fireEvent.input(target, { target: { value: next } });
  target.setSelectionRange(start + 1, start + 1);
}
