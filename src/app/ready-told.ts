const toldKey = (hospitalId: string) => `ready-told:${hospitalId}`;

/** Returns whether this tablet has already announced that it is ready for the ward of a hospital. */
export function wasToldReady(hospitalId: string): boolean {
  try {
    return localStorage.getItem(toldKey(hospitalId)) !== null;
  } catch {
    return false;
  }
}

/** Stores that the announcement was made. */
export function keepToldReady(hospitalId: string) {
  try {
    localStorage.setItem(toldKey(hospitalId), 'yes');
  } catch {
    // In a browser that stores nothing, the announcement appears again at the next start.
  }
}
