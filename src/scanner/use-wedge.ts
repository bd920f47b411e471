import { useEffectEvent, useLayoutEffect } from 'react';

import { type FieldState, keepField, putBack } from './field-state.ts';
import { createWedgeReader, type WedgeScan } from './wedge.ts';

/** Fields that accept a scan as their text. */
const ownFields = '[role=combobox], input[type=search], [data-takes-scans]';

/**
 * Listens for a keyboard-wedge scanner anywhere on the screen. The focused field gets back the text and caret it had
 * before the scan. A field that accepts scans keeps its text, and a Tab at the end of a scan reaches it as Enter.
 */
export function useWedge(onScan: (scan: WedgeScan<FieldState | undefined>) => void, enabled = true) {
  const report = useEffectEvent((scan: WedgeScan<FieldState | undefined>, target: EventTarget | null) => {
    if (isOwnField(target)) {
      target.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true }),
      );
      return;
    }
    putBack(scan.readings[0]?.mark);
    onScan(scan);
  });
  // A layout effect, so that a visible screen accepts scans even if the tablet is busy.
  useLayoutEffect(() => {
    if (!enabled) return undefined;
    // When the key was pressed, not when it was handled: on a slow tablet a scanner would otherwise look like typing.
    let keyAtMs = 0;
    let target: EventTarget | null = null;
    const reader = createWedgeReader({
      now: () => keyAtMs,
      mark: keepField,
      onScan: (scan) => report(scan, target),
    });
    const press = (event: KeyboardEvent) => {
      // Such a field handles Enter itself, including the one that replaces Tab.
      if (event.key === 'Enter' && isOwnField(event.target)) return reader.forget();
      keyAtMs = event.timeStamp;
      ({ target } = event);
      if (!reader.press(event)) return undefined;
      event.preventDefault();
      event.stopPropagation();
      return undefined;
    };
    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  }, [enabled]);
}

function isOwnField(target: EventTarget | null): target is Element {
  return target instanceof Element && target.matches(ownFields);
}
