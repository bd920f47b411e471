import { drawQr, type QrShape } from './draw-qr.ts';

/** Draws each text of a message; one that has no code yields nothing. */
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
