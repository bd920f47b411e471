/**
 * Leads to the toasts by keyboard: F6 moves the focus to the newest one and back, Ctrl+Z or ⌘Z presses its Undo unless
 * a field is focused, where the keys undo typing. Returns a function that ends this.
 */
export function watchToastKeys(stack: HTMLElement): () => void {
  let before: Element | null = null;
  const pressed = (event: KeyboardEvent) => {
    const active = document.activeElement;
    if (event.key === 'F6') {
      const target = stack.contains(active) ? before : stack.lastElementChild?.querySelector('button');
      if (!(target instanceof HTMLElement)) return;
      before = active;
      event.preventDefault();
      target.focus();
    } else if (event.key === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey) {
      if (active?.closest('input:not([type=checkbox], [type=radio]), textarea, select, dialog')) return;
      const undo = [...stack.querySelectorAll<HTMLElement>('button:not([title])')].at(-1);
      if (!undo) return;
      event.preventDefault();
      undo.click();
    }
  };
  document.addEventListener('keydown', pressed);
  return () => document.removeEventListener('keydown', pressed);
}
