/** Where a fault of the app was noticed: a screen that could not be drawn, other code, a promise, a worker. */
export const crashKinds = ['screen', 'code', 'promise', 'worker'] as const;

/** A fault of the app as it is reported; it holds no text of the hospital: messages of errors are left out. */
export interface CrashReport {
  kind: (typeof crashKinds)[number];
  /** Name of the error, such as `TypeError`. */
  name: string;
  /** Positions in the app's files, the innermost first: `/assets/index-D0cX.js:1:2345`. */
  stack: string[];
  /** The screen's address with its parameters by name: `/vendor/:id`. */
  route: string;
  release: string;
  /** Browser and system. */
  engine: string;
}

/** A position of a stack. */
export const stackPosition = /^\/[\w./-]{1,120}:\d{1,7}:\d{1,7}$/;
/** Positions that a report has at most. */
export const maxStack = 12;
