const storageKey = 'visitor-reports';

/** Records that somebody reported a fault from a label on this phone, for an app opened here later. */
export function noteVisitorReport(): void {
  try {
    localStorage.setItem(storageKey, 'yes');
  } catch {
    // Without storage, no report can be waiting either.
  }
}

/** Returns whether a fault was ever reported from a label on this phone. */
export function hasVisitorReports(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null;
  } catch {
    return false;
  }
}
