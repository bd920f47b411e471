/** An answer that is JSON already: kept by the server or made by the database. `T` is what it says. */
export class ReadyJson<T> {
  readonly text: string;
  /** Nothing has it; without it any text would pass for any answer. */
  declare readonly said: T;
  constructor(text: string) {
    this.text = text;
  }
}
