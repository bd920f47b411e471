/** Returns a field's control: the element with its name, or the one inside a part with its name. */
export function controlOf(form: HTMLFormElement, name: string): HTMLElement | null {
  const quoted = CSS.escape(name);
  return (
    form.querySelector<HTMLElement>(`[name="${quoted}"]`) ??
    form.querySelector<HTMLElement>(`[data-field="${quoted}"] :is(input, select, textarea, button)`)
  );
}

/** Shows and focuses a field's control. */
export function leadTo(field: HTMLElement | null | undefined): void {
  field?.scrollIntoView({ block: 'center' });
  field?.focus({ preventScroll: true });
}

/** Focuses the first control on the screen, from top to bottom, whose field is among the names. */
export function leadToFirst(form: HTMLFormElement, names: readonly string[]): void {
  const wrong = new Set(names.map((name) => controlOf(form, name)));
  leadTo([...form.querySelectorAll<HTMLElement>('input, select, textarea, button')].find((each) => wrong.has(each)));
}
