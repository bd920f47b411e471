/** How long an object URL stays valid for the browser's download. Units: ms. */
const addressLifeMs = 60_000;

/** Offers bytes to the user as a file with this name. */
export function saveFile(bytes: Blob, name: string) {
  const address = URL.createObjectURL(bytes);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), addressLifeMs);
}

/** Decodes a base64 text to bytes, for files inside an answer. */
export function blobOfBase64(text: string, type: string): Blob {
  return new Blob([Uint8Array.from(atob(text), (char) => char.charCodeAt(0))], { type });
}
