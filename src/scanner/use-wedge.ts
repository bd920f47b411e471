import { useEffect, useEffectEvent } from 'react';

import { createWedgeReader } from './wedge.ts';

/** Fields that take a scan as their own text. */
const ownFields = '[role=combobox], input[type=search], [data-takes-scans]';

/** Listens for a keyboard-wedge scanner anywhere on the screen; what it typed into a note is removed again. */
export function useWedge(onScan: (text: string) => void, enabled = true) {
  const report = useEffectEvent((text: string) => {
    takeOut(text);
    onScan(text);
  });
  useEffect(() => {
    if (!enabled) return undefined;
    // The time of the key press, not of its handling: otherwise a slow tablet would take a scanner for fingers.
    let keyAtMs = 0;
    const reader = createWedgeReader({ now: () => keyAtMs, onScan: (text) => report(text) });
    const press = (event: KeyboardEvent) => {
      keyAtMs = event.timeStamp;
      if (event.target instanceof Element && event.target.matches(ownFields)) return;
      if (!reader.press(event)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  }, [enabled]);
}

function takeOut(text: string) {
  const field = document.activeElement;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  // The GS1 separator is a key combination that writes nothing.
  const written = text.replaceAll('\x1d', '');
  if (!field.value.endsWith(written)) return;
  const setValue = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set;
  setValue?.call(field, field.value.slice(0, -written.length));
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
