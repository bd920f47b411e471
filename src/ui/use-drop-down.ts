import { type RefObject, useEffect, useRef, useState } from 'react';
import { useAnchored } from './use-anchored.ts';

/** A button and the part that drops down from it. */
export interface DropDown<Part extends HTMLElement> {
  button: RefObject<HTMLButtonElement | null>;
  /** The part that is drawn while `open`. */
  part: RefObject<Part | null>;
  open: boolean;
  setOpen: (open: boolean) => void;
  /** Closes and gives the focus back to the button. */
  close: () => void;
  /** Whether the node is in the button or in the part. */
  holds: (node: EventTarget | null) => boolean;
}

/** Chrome's, since 126; TypeScript's library does not have it yet. */
interface CloseWatcher extends EventTarget {
  destroy(): void;
}
declare const CloseWatcher: (new () => CloseWatcher) | undefined;

/** Opens and closes a part under its button; a press outside closes it, and so does Android's back. */
export function useDropDown<Part extends HTMLElement>(align: 'start' | 'end' | 'stretch'): DropDown<Part> {
  const button = useRef<HTMLButtonElement>(null);
  const part = useRef<Part>(null);
  const [open, setOpen] = useState(false);
  useAnchored(button, part, open, align);

  useEffect(() => {
    if (!open) return undefined;
    const pressOutside = (event: PointerEvent) => {
      if (!within(event.target, button, part)) setOpen(false);
    };
    document.addEventListener('pointerdown', pressOutside);
    // Without one, back would leave the screen with the part still open.
    const watcher = typeof CloseWatcher === 'undefined' ? null : new CloseWatcher();
    watcher?.addEventListener('close', () => setOpen(false));
    return () => {
      document.removeEventListener('pointerdown', pressOutside);
      watcher?.destroy();
    };
  }, [open]);

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return { button, part, open, setOpen, close, holds: (node) => within(node, button, part) };
}

function within(node: EventTarget | null, ...refs: readonly RefObject<HTMLElement | null>[]): boolean {
  return node instanceof Node && refs.some(({ current }) => current?.contains(node));
}
