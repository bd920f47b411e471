const storageKey = 'visitor-reports';

/** Notes that somebody reports a fault from a label on this phone, for the app that is opened here later. */
export function noteVisitorReport(): void {
  try {
    localStorage.setItem(storageKey, 'yes');
  } catch {
    // Where nothing can be stored, no report can wait either.
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
