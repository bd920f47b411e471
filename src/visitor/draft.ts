import type { KeptPhoto, KeptReport } from './store.ts';

/** What has been typed or photographed but not sent, because a phone that opens its camera may unload the page. */
const storageKey = 'visitor-draft';
const photosKey = 'visitor-draft-photos';
const attemptKey = 'visitor-draft-attempt';

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

/** Keeps the photos of a form like its answers. */
export function keepPhotos(photos: readonly KeptPhoto[]): void {
  try {
    // Photos that were removed must not come back where the others find no room.
    sessionStorage.removeItem(photosKey);
    const texts = photos.map(({ sha256, bytes }) => [
      sha256,
      btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('')),
    ]);
    if (texts.length > 0) sessionStorage.setItem(photosKey, JSON.stringify([location.pathname, texts]));
  } catch {
    // As above.
  }
}

/** Returns the kept photos of this label's form. */
export function keptPhotos(): KeptPhoto[] {
  try {
    const [place, texts] = JSON.parse(sessionStorage.getItem(photosKey) ?? '[]') as [string?, [string, string][]?];
    if (place !== location.pathname) return [];
    return (texts ?? []).map(([sha256, text]) => ({
      sha256,
      bytes: Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0)).buffer,
    }));
  } catch {
    return [];
  }
}

/** What identifies a report on the server. */
export type Attempt = Pick<KeptReport['body'], 'id' | 'secret' | 'reportedAt'>;
/** The latest press of Send that nothing has answered, and what it was to send. */
let latest: [answers: string, attempt: Attempt] | null = null;

/**
 * Returns the same identity for the same answers until they are sent, even after a reload: the server may have taken a
 * report whose answer was lost.
 */
export function attemptOf(answers: string, now: number): Attempt {
  try {
    latest = (JSON.parse(sessionStorage.getItem(attemptKey) ?? 'null') as typeof latest) ?? latest;
  } catch {
    // This page remembers it by itself.
  }
  if (latest?.[0] === answers) return latest[1];
  const secret = `${crypto.randomUUID()}${crypto.randomUUID()}`.replaceAll('-', '');
  latest = [answers, { id: crypto.randomUUID(), secret, reportedAt: new Date(now).toISOString() }];
  try {
    sessionStorage.setItem(attemptKey, JSON.stringify(latest));
  } catch {
    // As above.
  }
  return latest[1];
}

/** Deletes the answers and photos of a form that was sent. */
export function dropDraft(): void {
  latest = null;
  try {
    sessionStorage.removeItem(attemptKey);
    sessionStorage.removeItem(storageKey);
    sessionStorage.removeItem(photosKey);
  } catch {
    // Nothing was kept.
  }
}
