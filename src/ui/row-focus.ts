/** The focus of a row that goes, and of its return. */
export interface RowFocus {
  /** Puts the focus on the same control of the row that stands there now: the next one, or the last. */
  toNext: () => void;
  /** Puts the focus on the same control of the row once it is back. */
  toRestored: () => void;
}

const rows = '[role="row"]:has([role="cell"]), li';
/** How long a list may take to show the row again. Units: ms. */
const comesBackMs = 5_000;
const controls = 'a[href], button:not(:disabled)';

/** Where the focus goes when the row around the focused control is deleted; null when it stands in no row. */
export function rowFocus(control: Element | null): RowFocus | null {
  const row = control?.closest<HTMLElement>(rows);
  if (!control || !row) return null;
  const place = [...row.querySelectorAll(controls)].indexOf(control);
  const neighbours = [row.nextElementSibling, row.previousElementSibling];
  const key = row.dataset['row'];
  const list = row.closest('main');
  const into = (other: Element | null): boolean => {
    const found = other?.isConnected ? other.querySelectorAll<HTMLElement>(controls) : undefined;
    const target = found?.[place] ?? found?.[found.length - 1];
    target?.focus();
    return target !== undefined;
  };
  return {
    toNext: () => {
      if (!neighbours.some(into))
        list?.querySelector<HTMLElement>('input[type=search], h1 ~ * a[href], a[href]')?.focus();
    },
    toRestored: () => {
      if (key === undefined) return;
      const found = () => into(document.querySelector(`[data-row="${CSS.escape(key)}"]`));
      if (found()) return;
      const watch = new MutationObserver(() => {
        // A user who has moved on meanwhile keeps their focus.
        if (document.activeElement !== document.body || found()) watch.disconnect();
      });
      watch.observe(document.body, { childList: true, subtree: true });
      setTimeout(() => watch.disconnect(), comesBackMs);
    },
  };
}
