import { whenReleased } from './press.ts';

const pressable = 'button, a, label, summary, input, select, textarea';
/** Between the toasts and what is scrolled free of them. Units: CSS pixels. */
const gap = 12;

/**
 * Gives the page as much room at its end, in an element there, as the toasts take, so that nothing lies under them for
 * good. What stood at the end moves above them, and so does what was pressed last, which is often pressed next.
 * Returns: ends it.
 */
export function makeToastRoom(stack: HTMLElement, room: HTMLElement): () => void {
  const root = document.documentElement;
  /** Safari gives a tapped button no focus. */
  let pressed: Element | null = null;
  let height = 0;
  const follow = () => {
    const now = stack.offsetHeight === 0 ? 0 : stack.offsetHeight + gap;
    if (now === height) return;
    const grows = now > height;
    const wasAtEnd = root.scrollHeight - window.innerHeight - window.scrollY <= 1;
    height = now;
    // A property that parts inherit, such as one of the page's own, would restyle all rows of a long list.
    room.style.height = `${height}px`;
    root.style.scrollPaddingBottom = height === 0 ? '' : `calc(var(--edge) + ${height}px)`;
    if (!grows) return;
    if (wasAtEnd) window.scrollTo({ top: root.scrollHeight, behavior: 'instant' });
    window.scrollBy({ top: hiddenOf(pressed, stack), behavior: 'instant' });
  };
  let cancel = (): void => undefined;
  const observer = new ResizeObserver(() => {
    cancel();
    cancel = whenReleased(follow);
  });
  observer.observe(stack);
  const press = ({ target }: Event) => {
    if (target instanceof Element && !stack.contains(target)) pressed = target.closest(pressable);
  };
  document.addEventListener('click', press, { capture: true });
  return () => {
    cancel();
    observer.disconnect();
    document.removeEventListener('click', press, { capture: true });
    room.style.height = '';
    root.style.scrollPaddingBottom = '';
  };
}

/** How much of a part the toasts hide, with the gap; 0 where it is not on the screen. Units: CSS pixels. */
function hiddenOf(part: Element | null, stack: HTMLElement): number {
  if (!part?.isConnected || part.closest('dialog') || isHeld(part)) return 0;
  const { top, bottom } = part.getBoundingClientRect();
  const from = stack.getBoundingClientRect().top - gap;
  return top < window.innerHeight && bottom > from ? bottom - from : 0;
}

/** Whether a part stays where it is when the page scrolls, as the bars do. */
function isHeld(part: Element): boolean {
  for (let at: Element | null = part; at; at = at.parentElement) {
    const { position } = getComputedStyle(at);
    if (position === 'fixed' || position === 'sticky') return true;
  }
  return false;
}
