/** An answer that is already JSON text, cached by the server or built by the database. `T` is its type. */
export class ReadyJson<T> {
  /** The text; a long one in pieces, so that no string of several megabytes blocks the event loop. */
  readonly pieces: readonly string[];
  /** Never set; without it, any text would pass for any answer. */
  declare readonly said: T;
  constructor(...pieces: readonly string[]) {
    this.pieces = pieces;
  }
  get text(): string {
    return this.pieces.join('');
  }
}
