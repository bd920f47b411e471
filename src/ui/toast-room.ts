import { whenReleased } from './press.ts';

const pressable = 'button, a, label, summary, input, select, textarea';
/** Distance between the toasts and content scrolled clear of them. Units: CSS pixels. */
const gap = 12;

/**
 * Adds space at the end of the page as high as the toasts, so that they cover nothing permanently. If the page was
 * scrolled to its end, it scrolls further, and so does the element pressed last, which is often pressed again. Returns
 * a cleanup function.
 */
export function makeToastRoom(stack: HTMLElement, room: HTMLElement): () => void {
  const root = document.documentElement;
  /** Safari does not focus a tapped button. */
  let pressed: Element | null = null;
  let height = 0;
  const follow = () => {
    const now = stack.offsetHeight === 0 ? 0 : stack.offsetHeight + gap;
    if (now === height) return;
    const grows = now > height;
    const wasAtEnd = root.scrollHeight - window.innerHeight - window.scrollY <= 1;
    height = now;
    // Set on the element itself: an inherited property on the page would restyle all rows of a long list.
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

/** Returns how much of an element the toasts hide, including the gap; 0 if it is off screen. Units: CSS pixels. */
function hiddenOf(part: Element | null, stack: HTMLElement): number {
  if (!part?.isConnected || part.closest('dialog') || isHeld(part)) return 0;
  const { top, bottom } = part.getBoundingClientRect();
  const from = stack.getBoundingClientRect().top - gap;
  return top < window.innerHeight && bottom > from ? bottom - from : 0;
}

/** Returns whether an element stays in place when the page scrolls, as the bars do. */
function isHeld(part: Element): boolean {
  for (let at: Element | null = part; at; at = at.parentElement) {
    const { position } = getComputedStyle(at);
    if (position === 'fixed' || position === 'sticky') return true;
  }
  return false;
}
