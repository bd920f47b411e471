/** A picture shown as a thumbnail in a row and large on demand. */
export interface Picture {
  /** The hash of its bytes, unique among the pictures shown together. */
  id: string;
  name: string;
  /**
   * Loads the bytes, which the browser may be unable to display. Throws: an Error whose message is meant for the user.
   */
  load: () => Promise<Blob>;
}

/** Returns whether a browser can possibly draw this type; not all browsers draw all of them. */
export function isPicture(mime: string): boolean {
  return mime.startsWith('image/');
}
