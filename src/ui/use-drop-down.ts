import { type RefObject, useEffect, useRef, useState } from 'react';
import { useAnchored } from './use-anchored.ts';

/** A button and its drop-down. */
export interface DropDown<Part extends HTMLElement> {
  button: RefObject<HTMLButtonElement | null>;
  /** The element shown while `open`. */
  part: RefObject<Part | null>;
  open: boolean;
  setOpen: (open: boolean) => void;
  /** Closes and returns the focus to the button. */
  close: () => void;
  /**
   * Returns whether the focus is moving to another control. A container around the button does not count: a press on
   * plain text focuses it before the click, and closing then would remove the click's target.
   */
  leftFor: (to: EventTarget | null) => boolean;
}

/** In Chrome since 126, but missing from TypeScript's library. */
interface CloseWatcher extends EventTarget {
  destroy(): void;
}
declare const CloseWatcher: (new () => CloseWatcher) | undefined;

/**
 * Opens and closes a drop-down under its button; a press outside, once released, or Android's back button closes it.
 */
export function useDropDown<Part extends HTMLElement>(align: 'start' | 'end' | 'stretch'): DropDown<Part> {
  const button = useRef<HTMLButtonElement>(null);
  const part = useRef<Part>(null);
  const [open, setOpen] = useState(false);
  useAnchored(button, part, open, align);

  useEffect(() => {
    if (!open) return undefined;
    let isPressedOutside = false;
    const isOutside = ({ target }: PointerEvent) => !within(target, button, part);
    const press = (event: PointerEvent) => {
      isPressedOutside = isOutside(event);
    };
    // Safari on tablets sends no click for a press on plain text.
    const released = (event: PointerEvent) => {
      if (isPressedOutside && isOutside(event)) setOpen(false);
    };
    document.addEventListener('pointerdown', press);
    document.addEventListener('pointerup', released);
    // Without a CloseWatcher, back would leave the screen with the drop-down still open.
    const watcher = typeof CloseWatcher === 'undefined' ? null : new CloseWatcher();
    watcher?.addEventListener('close', () => setOpen(false));
    return () => {
      document.removeEventListener('pointerdown', press);
      document.removeEventListener('pointerup', released);
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
