import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { IconButton } from './button.tsx';
import { cx } from './class-names.ts';

interface DialogProps {
  open: boolean;
  title: string;
  /** Called by Escape, the backdrop and the close button. */
  onClose: () => void;
  children: ReactNode;
  /** Buttons in the footer, least destructive first. */
  actions?: ReactNode;
  /** The dialog stays open while an action runs. */
  busy?: boolean;
  /** Called with the element that had the focus when the dialog opened. */
  onOpened?: (opener: Element | null) => void;
  /** `screen` fills the whole screen. */
  size?: 'small' | 'medium' | 'large' | 'screen';
}

/**
 * In a low window the whole dialog scrolls, because a fixed title and buttons would leave too little height between
 * them.
 */
const sheet =
  'mt-auto max-h-[92dvh] rounded-t-card sm:m-auto sm:rounded-card low:block low:max-h-dvh low:overflow-y-auto low:overscroll-contain';
const sizes = {
  small: `${sheet} sm:max-w-md`,
  medium: `${sheet} sm:max-w-xl`,
  large: `${sheet} sm:max-w-4xl`,
  screen: 'h-dvh max-h-dvh pt-[env(safe-area-inset-top)] safe-px-0',
};

function isOutside(dialog: HTMLElement, event: MouseEvent): boolean {
  const box = dialog.getBoundingClientRect();
  const { clientX: x, clientY: y } = event;
  return x < box.left || x > box.right || y < box.top || y > box.bottom;
}

/**
 * Shows a modal dialog with the native element: a bottom sheet on phones, centred elsewhere; the focus returns to its
 * opener. It is rendered outside the surrounding part: a cell of a list would style its buttons, and browsers fire no
 * submit event for a form within a form.
 */
export function Dialog(props: DialogProps) {
  return props.open ? createPortal(<OpenDialog {...props} />, document.body) : null;
}

function OpenDialog({ title, onClose, children, actions, busy = false, onOpened, size = 'medium' }: DialogProps) {
  const titleId = useId();
  const ref = useRef<HTMLDialogElement>(null);
  const opened = useRef(onOpened);
  const isPressedOutside = useRef(false);

  useLayoutEffect(() => {
    const dialog = ref.current;
    const opener = document.activeElement;
    opened.current?.(opener);
    dialog?.showModal();
    dialog?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      dialog?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the backdrop belongs to the element itself
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      aria-busy={busy}
      onCancel={(event) => {
        if (event.target !== ref.current) return;
        event.preventDefault();
        if (!busy) onClose();
      }}
      onClose={(event) => {
        // A second Escape closes the dialog even though `cancel` was prevented, so a busy dialog is reopened.
        if (event.target !== ref.current || ref.current.open) return;
        if (busy) ref.current.showModal();
        else onClose();
      }}
      onMouseDown={(event) => {
        isPressedOutside.current = event.target === ref.current && isOutside(ref.current, event);
      }}
      onMouseUp={(event) => {
        // Closes on release: whoever slides back onto the dialog has changed their mind.
        if (event.target !== ref.current || busy || !isPressedOutside.current) return;
        if (isOutside(ref.current, event)) onClose();
      }}
      className={cx(
        'm-0 flex w-full max-w-full animate-rise flex-col overflow-hidden border border-line bg-raised p-0 text-ink shadow-float',
        sizes[size],
      )}
    >
      <h2 id={titleId} className="py-4 pr-16 pl-5 text-xl font-bold">
        {title}
      </h2>
      <div
        className={cx(
          'min-h-0 flex-auto overflow-y-auto overscroll-contain px-5',
          actions ? 'pb-5' : 'pb-[max(1.25rem,env(safe-area-inset-bottom))]',
        )}
      >
        {children}
      </div>
      {actions && (
        <div className="flex flex-wrap justify-end gap-3 border-t border-line bg-sunken px-5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] max-sm:*:grow">
          {actions}
        </div>
      )}
      <IconButton
        icon="x"
        label="Dismiss"
        disabled={busy}
        onClick={onClose}
        className={cx(
          'absolute',
          size === 'screen'
            ? 'top-[calc(env(safe-area-inset-top)+0.5rem)] right-[calc(env(safe-area-inset-right)+0.5rem)]'
            : 'top-2 right-2',
        )}
      />
    </dialog>
  );
}
