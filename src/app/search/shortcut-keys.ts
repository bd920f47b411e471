const storageKey = 'single-keys';

/** A key this soon before or after another one comes from a hand scanner. Units: ms. */
const burstMs = 60;

/** Returns whether single keys (/ and ?) are shortcuts on this tablet. Source: WCAG 2.1.4, which asks for a switch. */
export function hasSingleKeys(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off';
  } catch {
    return true;
  }
}

/** Switches single keys on or off; in a browser that stores nothing, until the app is closed. */
export function switchSingleKeys(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, 'off');
  } catch {
    // The choice cannot be stored.
  }
}

/** What the keys do. */
export interface Shortcuts {
  search: () => void;
  help: () => void;
}

/**
 * Calls `search` on Ctrl+K, ⌘K or /, and `help` on ?. A single key counts only outside fields and dialogs, and only if
 * no other key is pressed around it: the labels that hand scanners type contain both. Returns a function that ends
 * this.
 */
export function watchShortcuts({ search, help }: Shortcuts): () => void {
  let lastKeyMs = -Infinity;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const pressed = (event: KeyboardEvent) => {
    const gapMs = event.timeStamp - lastKeyMs;
    if (event.key !== 'Shift') {
      lastKeyMs = event.timeStamp;
      clearTimeout(waiting);
    }
    if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
    if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
      event.preventDefault();
      search();
      return;
    }
    const act = { '/': search, '?': help }[event.key];
    if (!act || gapMs < burstMs || event.ctrlKey || event.metaKey || event.altKey || !hasSingleKeys()) return;
    if (event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]')) return;
    // Firefox would search in the page.
    event.preventDefault();
    waiting = setTimeout(act, burstMs);
  };
  document.addEventListener('keydown', pressed);
  return () => {
    clearTimeout(waiting);
    document.removeEventListener('keydown', pressed);
  };
}
