import { keepFocus } from './kept-focus.ts';
import { watchPresses } from './press-watch.ts';
import { watchToastKeys } from './toast-keys.ts';
import { makeToastRoom } from './toast-room.ts';

/** Starts what looks after presses, the focus and the toasts once the first screen is drawn; returns a function that ends it. */
export function watchPage(stack: HTMLElement, room: HTMLElement): () => void {
  const ends = [watchPresses(document), keepFocus(), watchToastKeys(stack), makeToastRoom(stack, room)];
  return () => {
    for (const end of ends) end();
  };
}
