/** A control that had the focus and, once it is gone, where it was. */
interface Spot {
  control: HTMLElement;
  isAside: boolean;
  place?: Place;
}

interface Place {
  parent: Node;
  before: Node | null;
}

const controls =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]';
const typed = 'textarea, input:not([type=checkbox], [type=radio], [type=button], [type=file])';
/** Parts that the focus leaves for where it was before; it does not go to their neighbours. */
const asides = '#toasts, dialog, [role=dialog], [role=menu]';
/** The page stays where a screen has scrolled it, for example to its confirmation. */
const still: FocusOptions = { preventScroll: true };
/** A neighbour further away than this has nothing to do with what was pressed. */
const landmarks = 'main, header, body, :has(main)';

/**
 * Gives the focus a place when the control that had it is removed or disabled: the nearest control, or what had the
 * focus before a toast, dialog or menu, or the heading of the screen. Waits until the screen has had the chance to move
 * the focus itself. Returns a function that stops this.
 */
export function keepFocus(): () => void {
  let last: Spot | null = null;
  let outer: Spot | null = null;
  /** The screen that has the focus until its heading is drawn. */
  let waiting: Element | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let frame = 0;

  const check = () => {
    const active = document.activeElement;
    if (waiting && active === waiting) waiting = focusHeading();
    // Firefox leaves the focus on a disabled control, where no key does anything.
    if (!last || (active !== document.body && active !== last.control) || isReached(last.control)) return;
    if (isUsable(last.control)) locate(last, []);
    const wasClosed = last.isAside && !placeElement(last)?.closest(asides);
    const spots = [wasClosed ? null : last, last.isAside ? outer : null];
    last = null;
    waiting = spots.some((spot) => spot && take(spot)) ? null : focusHeading();
  };
  const checkSoon = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    frame = requestAnimationFrame(() => (timer = setTimeout(check)));
  };
  const focused = ({ target }: Event) => {
    if (!(target instanceof HTMLElement) || target === last?.control) return;
    const isAside = target.closest(asides) !== null;
    if (isAside && !last?.isAside) outer = last;
    last = { control: target, isAside };
  };
  const blurred = ({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget) return;
    // A blur without removal is deliberate, for example a press on the empty page. Browsers that fire blur on removal
    // do so before the control has left the page.
    setTimeout(() => {
      if (last?.control !== target) return;
      if (isReached(last.control)) last = null;
      else checkSoon();
    });
  };
  const observer = new MutationObserver((records) => {
    for (const spot of [last, outer]) if (spot && !isUsable(spot.control)) locate(spot, records);
    if (last) checkSoon();
  });
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled', 'hidden'] });
  document.addEventListener('focusin', focused);
  document.addEventListener('focusout', blurred);
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', focused);
    document.removeEventListener('focusout', blurred);
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

function isUsable(control: Element): boolean {
  return control.isConnected && !control.matches(':disabled') && !control.closest('[hidden], [inert]');
}

/** Returns whether the keyboard still reaches a control: a screen that waits for another one is hidden, not removed. */
const isReached = (control: HTMLElement): boolean => isUsable(control) && isSeen(control);

/** Finds out where a control was, from what was removed with it. */
function locate(spot: Spot, records: readonly MutationRecord[]): void {
  if (spot.control.isConnected && spot.control.parentNode)
    spot.place = { parent: spot.control.parentNode, before: spot.control };
  for (const { target, previousSibling, removedNodes } of records) {
    const gone: Node = spot.place?.parent ?? spot.control;
    if ([...removedNodes].some((node) => node.contains(gone))) spot.place = { parent: target, before: previousSibling };
  }
}

/** Focuses a spot, or the nearest control to where it was; returns whether there was one. */
function take(spot: Spot): boolean {
  const parent = placeElement(spot);
  const near = parent ? neighbourOf(parent, spot.place?.before ?? null) : undefined;
  const target = isReached(spot.control) ? spot.control : near;
  target?.focus(still);
  return target !== undefined && document.activeElement === target;
}

function placeElement({ place }: Spot): Element | null {
  return place?.parent instanceof Element ? place.parent : null;
}

/** Returns the control that follows a place, else the one before it, from the smallest part that has any. */
function neighbourOf(parent: Element, before: Node | null): HTMLElement | undefined {
  const from = before?.isConnected ? before : parent;
  for (let part: Element | null = parent; part && !part.matches(landmarks); part = part.parentElement) {
    const all = [...part.querySelectorAll<HTMLElement>(controls)].filter(isReached);
    // A text field opens the keyboard of a tablet over what the user looks at.
    const calm = all.filter((each) => !each.matches(typed));
    const found = calm.length > 0 ? calm : all;
    const next = found.find((each) => follows(each, from, parent)) ?? found.at(-1);
    if (next) return next;
    if (part.matches(asides)) break;
  }
  return undefined;
}

function follows(control: Node, from: Node, parent: Node): boolean {
  const place = from.compareDocumentPosition(control);
  return (place & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 && (from === parent || !from.contains(control));
}

/** Returns whether a control is drawn; happy-dom draws nothing and cannot tell. */
function isSeen(control: HTMLElement): boolean {
  return control.checkVisibility?.() ?? true;
}

/**
 * Focuses the heading of the screen, or the screen while its heading loads and the one before it is hidden; returns the
 * screen in that case.
 */
function focusHeading(): Element | null {
  const found = [...document.querySelectorAll<HTMLElement>('main h1, main')].filter(isSeen);
  const target = found.find((each) => each.tagName === 'H1') ?? found[0];
  if (!target) return null;
  target.tabIndex = -1;
  target.focus(still);
  return target.tagName === 'H1' ? null : target;
}
