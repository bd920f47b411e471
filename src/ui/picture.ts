/** A picture that is shown small in a row and large on demand. */
export interface Picture {
  /** Unique among those it is shown with: the hash of its bytes. */
  id: string;
  name: string;
  /** Its bytes, in which the browser may not be able to read a picture. Throws: an Error with a sentence for the user. */
  load: () => Promise<Blob>;
}

/** Whether a browser may draw a file of this type: not all of them read all pictures. */
export function isPicture(mime: string): boolean {
  return mime.startsWith('image/');
}
