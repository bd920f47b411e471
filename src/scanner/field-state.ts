/** A field's state before a scan was typed into it. */
export interface FieldState {
  readonly field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
  readonly value: string;
  readonly caret: readonly [number, number] | undefined;
}

/** Remembers text and caret of the focused field; undefined if no field has the focus. */
export function keepField(): FieldState | undefined {
  const field = document.activeElement;
  if (field instanceof HTMLSelectElement) return { field, value: field.value, caret: undefined };
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return undefined;
  // Scripts cannot read the caret of a number or date field.
  const { selectionStart, selectionEnd } = field;
  const caret =
    selectionStart === null || selectionEnd === null ? undefined : ([selectionStart, selectionEnd] as const);
  return { field, value: field.value, caret };
}

/** Restores a field's text and caret, as if nothing had been typed. */
export function putBack(state: FieldState | undefined): void {
  if (!state) return;
  const { field, value, caret } = state;
  if (field !== document.activeElement) return;
  if (field.value !== value) {
    // React notices a change only through the setter of the element's own class.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
    field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
  }
  if (caret && !(field instanceof HTMLSelectElement)) field.setSelectionRange(...caret);
}
