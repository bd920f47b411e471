/** What has been typed but not sent, because a phone that opens its camera may unload the page. */
const storageKey = 'visitor-draft';

/** Keeps the answers of a form until they are sent or the tab is closed. */
export function keepDraft(form: HTMLFormElement): void {
  try {
    const typed = [...new FormData(form)].filter(([, value]) => typeof value === 'string');
    sessionStorage.setItem(storageKey, JSON.stringify([location.pathname, typed]));
  } catch {
    // Without storage, the form starts empty after a reload.
  }
}

/** Restores the kept answers of this label's form. */
export function fillDraft(form: HTMLFormElement): void {
  try {
    const [place, typed] = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as [string?, [string, string][]?];
    if (place !== location.pathname) return;
    for (const [name, value] of typed ?? []) {
      const field = form.elements.namedItem(name);
      if (field && 'value' in field) field.value = value;
    }
  } catch {
    // As above.
  }
}

/** Deletes the answers of a form that was sent. */
export function dropDraft(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Nothing was kept.
  }
}
