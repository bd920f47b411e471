import { drawQr, type QrShape } from './draw-qr.ts';

/** Draws each text of a message; a text that cannot be encoded gives null. */
function answer(texts: readonly (string | null)[]): (QrShape | null)[] {
  return texts.map((text) => {
    try {
      return text === null ? null : drawQr(text);
    } catch {
      return null;
    }
  });
}

addEventListener('message', (event: MessageEvent<readonly (string | null)[]>) => {
  postMessage(answer(event.data));
});
