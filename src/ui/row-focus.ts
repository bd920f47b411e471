/** Moves the focus when a row is deleted or restored. */
export interface RowFocus {
  /** Focuses the same control in the row that took the deleted row's place, or in the last row. */
  toNext: () => void;
  /** Focuses the same control once the row is back. */
  toRestored: () => void;
}

const rows = '[role="row"]:has([role="cell"]), li';
/** How long to wait for a list to show the restored row. Units: ms. */
const comesBackMs = 5_000;
const controls = 'a[href], button:not(:disabled)';

/** Finds where the focus should go when the row around a control is deleted; null if the control is in no row. */
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
        if (found()) end.abort();
      });
      const end = new AbortController();
      const { signal } = end;
      signal.addEventListener('abort', () => watch.disconnect());
      watch.observe(document.body, { childList: true, subtree: true });
      // Does not take the focus from a user who has moved on.
      for (const act of ['keydown', 'pointerdown'])
        document.addEventListener(act, () => end.abort(), { capture: true, signal });
      setTimeout(() => end.abort(), comesBackMs);
    },
  };
}
