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
  /**
   * Whether the focus that moves to `to` has gone to another control. A container around the button is none: a press on
   * words gives it the focus before the click comes, and what closes meanwhile is not there for the click.
   */
  leftFor: (to: EventTarget | null) => boolean;
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
  const leftFor = (to: EventTarget | null) =>
    to instanceof Node && !within(to, button, part) && !to.contains(button.current);
  return { button, part, open, setOpen, close, leftFor };
}

function within(node: EventTarget | null, ...refs: readonly RefObject<HTMLElement | null>[]): boolean {
  return node instanceof Node && refs.some(({ current }) => current?.contains(node));
}
