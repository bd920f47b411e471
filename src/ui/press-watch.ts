import { hold, release, releaseSoon } from './press.ts';

/** A finger that slides further is no longer pressing the button. Units: CSS pixels. */
const slip = 12;

/** Elements that react to a press. */
const pressable = 'button, a[href], summary, [role="tab"], [role="option"]';

interface Press {
  target: Element | null;
  x: number;
  y: number;
}

/**
 * Watches presses on the page. During a press, `useHeld` and `whenReleased` delay changes. If the pressed button moves
 * anyway, the press still counts for it and for nothing else. Returns a cleanup function.
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
  // After a tap the browser sends mouse events, and moves the focus, only when the finger is already up.
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
