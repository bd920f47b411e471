/** The recipient refuses a message permanently. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

/** The recipient asks for a pause before the next attempt. */
export class Later extends Error {
  override readonly name = 'Later';
  readonly pauseMs: number;
  constructor(message: string, pauseMs: number) {
    super(message);
    this.pauseMs = pauseMs;
  }
}
