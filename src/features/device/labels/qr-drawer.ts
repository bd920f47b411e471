import type { QrShape } from './draw-qr.ts';

/** Draws QR codes off the main thread. */
export interface QrDrawer {
  /**
   * Draws one batch at a time. An empty text, or one that cannot be encoded, gives null. Throws: if the worker cannot
   * be loaded, or is closed.
   */
  draw(texts: readonly (string | null)[]): Promise<readonly (QrShape | null)[]>;
  close(): void;
}

interface Question {
  resolve: (shapes: readonly (QrShape | null)[]) => void;
  reject: (error: Error) => void;
}

/** Starts a drawer in a worker of its own; the worker's code is part of the app and loads without network. */
export function openQrDrawer(): QrDrawer {
  const worker = new Worker(new URL('./draw-worker.ts', import.meta.url), { type: 'module' });
  let asked: Question | null = null;
  let broken = false;
  worker.addEventListener('message', (event: MessageEvent<readonly (QrShape | null)[]>) => asked?.resolve(event.data));
  const fail = () => {
    broken = true;
    asked?.reject(new Error('The drawing is closed or could not be loaded.'));
  };
  worker.addEventListener('error', fail);
  return {
    draw: (texts) =>
      new Promise((resolve, reject) => {
        asked = { resolve, reject };
        if (broken) fail();
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
        worker.postMessage(texts);
      }),
    close() {
      worker.terminate();
      fail();
    },
  };
}
