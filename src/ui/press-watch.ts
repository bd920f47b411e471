import { hold, release, releaseSoon } from './press.ts';

/** A finger that slides further is not pressing the button. Units: CSS pixels. */
const slip = 12;

/** What a press acts on. */
const pressable = 'button, a[href], summary, [role="tab"], [role="option"]';

interface Press {
  target: Element | null;
  x: number;
  y: number;
}

/**
 * Watches presses on the page. While one lasts, `useHeld` and `whenReleased` hold changes back. A press whose button
 * has moved away all the same counts for the button that it began on, and for nothing else. Returns: stops watching.
 */
export function watchPresses(page: Document): () => void {
  let press: Press | null = null;
  let moved: Element | null = null;

  const down = (event: PointerEvent) => {
    if (!event.isPrimary || event.button !== 0) return;
    hold();
    const target = event.target instanceof Element ? event.target.closest(pressable) : null;
    press = { target, x: event.clientX, y: event.clientY };
    moved = null;
  };
  // After a tap the browser sends the mouse's events, and moves the focus, when the finger is up already.
  const mouseDown = (event: MouseEvent) => {
    if (event.button === 0) hold();
  };
  const mouseUp = (event: MouseEvent) => {
    const { target = null, x = 0, y = 0 } = press ?? {};
    press = null;
    releaseSoon();
    if (!target?.isConnected || !(event.target instanceof Node) || target.contains(event.target)) return;
    if (Math.hypot(event.clientX - x, event.clientY - y) > slip) return;
    moved = target;
    setTimeout(() => {
      if (moved !== target) return;
      moved = null;
      if (target instanceof HTMLElement) target.click();
    });
  };
  const click = (event: MouseEvent) => {
    if (!moved || !event.isTrusted) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const pointerMove = (event: PointerEvent) => {
    if (event.pointerType === 'mouse' && event.buttons === 0) releaseSoon();
  };

  const listeners = new AbortController();
  const { signal } = listeners;
  const capture = { capture: true, signal };
  page.addEventListener('pointerdown', down, capture);
  page.addEventListener('mousedown', mouseDown, capture);
  page.addEventListener('mouseup', mouseUp, capture);
  page.addEventListener('click', click, capture);
  page.addEventListener('pointermove', pointerMove, { ...capture, passive: true });
  for (const ended of ['pointerup', 'pointercancel', 'dragend', 'contextmenu', 'keydown'] as const) {
    page.addEventListener(ended, releaseSoon, capture);
  }
  return () => {
    listeners.abort();
    press = null;
    moved = null;
    release();
  };
}
