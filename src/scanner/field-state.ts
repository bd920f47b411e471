/** A field as it was before a scan was typed into it. */
export interface FieldState {
  readonly field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
  readonly value: string;
  readonly caret: readonly [number, number] | undefined;
}

/** Remembers text and caret of the field that has the focus; undefined where no field has it. */
export function keepField(): FieldState | undefined {
  const field = document.activeElement;
  if (field instanceof HTMLSelectElement) return { field, value: field.value, caret: undefined };
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return undefined;
  // A number or date field has no caret that a script may read.
  const { selectionStart, selectionEnd } = field;
  const caret =
    selectionStart === null || selectionEnd === null ? undefined : ([selectionStart, selectionEnd] as const);
  return { field, value: field.value, caret };
}

/** Gives a field its text and caret back, as if nothing had been typed since. */
export function putBack(state: FieldState | undefined): void {
  if (!state) return;
  const { field, value, caret } = state;
  if (field !== document.activeElement) return;
  if (field.value !== value) {
    // React learns of a change only through the setter of the element's own class.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
    field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
  }
  if (caret && !(field instanceof HTMLSelectElement)) field.setSelectionRange(...caret);
}
