const toldKey = (hospitalId: string) => `ready-told:${hospitalId}`;

/** Whether this tablet has said about a hospital that it is ready for the ward. */
export function wasToldReady(hospitalId: string): boolean {
  try {
    return localStorage.getItem(toldKey(hospitalId)) !== null;
  } catch {
    return false;
  }
}

/** Keeps that it was said. */
export function keepToldReady(hospitalId: string) {
  try {
    localStorage.setItem(toldKey(hospitalId), 'yes');
  } catch {
    // A browser that keeps nothing shows this again at the next start.
  }
}
