/** An answer that is already JSON: kept by the server or made by the database. `T` is its type. */
export class ReadyJson<T> {
  /** Its text; a long one in pieces, so that no string of megabytes holds the event loop. */
  readonly pieces: readonly string[];
  /** Nothing has it; without it any text would pass for any answer. */
  declare readonly said: T;
  constructor(...pieces: readonly string[]) {
    this.pieces = pieces;
  }
  get text(): string {
    return this.pieces.join('');
  }
}
