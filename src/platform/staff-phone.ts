const storageKey = 'staff-phone';
/** The addresses of labels, which the visitors' worker controls. */
export const labelScope = '/equipmentdetails/';

/** Unregisters the service worker of the visitors' page, which would handle labels instead of the app's. */
export async function endVisitorsWorker(): Promise<void> {
  const all = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  await Promise.all(all.filter(({ scope }) => scope.endsWith(labelScope)).map((each) => each.unregister()));
}

/** Records whether somebody is signed in on this phone, for the page behind a label, which loads no engine. */
export function noteStaffPhone(isStaff: boolean): void {
  try {
    if (isStaff) void endVisitorsWorker().catch(() => undefined);
    if (isStaff) localStorage.setItem(storageKey, 'yes');
    else localStorage.removeItem(storageKey);
  } catch {
    // Without storage a label opens the visitors' page, which links to the app.
  }
}

/** Returns whether somebody is signed in on this phone. */
export function isStaffPhone(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null;
  } catch {
    return false;
  }
}
