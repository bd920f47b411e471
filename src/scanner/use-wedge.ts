import { useEffectEvent, useLayoutEffect } from 'react';

import { type FieldState, keepField, putBack } from './field-state.ts';
import { createWedgeReader, type WedgeScan } from './wedge.ts';

/** Fields that take a scan as their own text. */
const ownFields = '[role=combobox], input[type=search], [data-takes-scans]';

/**
 * Listens for a keyboard-wedge scanner anywhere on the screen. The field with the focus gets back the text and the caret
 * that it had before the scan. A field that takes scans keeps its text; a Tab at the end of a scan reaches it as Enter.
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
  // A layout effect: a screen that can be seen already takes a scan, however busy the tablet is.
  useLayoutEffect(() => {
    if (!enabled) return undefined;
    // The time of the key press, not of its handling: otherwise a slow tablet would take a scanner for fingers.
    let keyAtMs = 0;
    let target: EventTarget | null = null;
    const reader = createWedgeReader({
      now: () => keyAtMs,
      mark: keepField,
      onScan: (scan) => report(scan, target),
    });
    const press = (event: KeyboardEvent) => {
      // Such a field reads its own Enter, and the one that stands for a Tab here.
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
