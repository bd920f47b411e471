import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { IconButton } from './button.tsx';
import { Icon } from './icons.tsx';
import { startLater } from './start-later.ts';
import { type Tone, toneIcon } from './tone.ts';
import { useAfterMount } from './use-after-mount.ts';

/** A short message that disappears on its own, with at most one action. */
export interface ToastMessage {
  text: string;
  tone?: Tone;
  /** A button such as Undo. */
  action?: { label: string; onAction: () => void };
  /** How long the toast stays if nobody touches it. Units: ms. */
  durationMs?: number;
}

/** Time to read a message and reach its action with a gloved hand. Units: ms. */
const readMs = 6_000;
const undoMs = 12_000;

const ToastContext = createContext<((message: ToastMessage) => void) | null>(null);

/** Returns a function that shows a toast. Throws: without a provider above. */
export function useToast(): (message: ToastMessage) => void {
  const show = useContext(ToastContext);
  if (!show) throw new Error('No ToastProvider.');
  return show;
}

const stackId = 'toasts';
const roomId = 'room-for-toasts';
const nameOfFoot = '--foot-height';

/**
 * Keeps the toasts above a screen's footer of this height, which is at the end of the page and needs no extra space;
 * null means no footer. Set only on the toast stack, because a property on the page would restyle all rows of a long
 * round. Units: CSS pixels.
 */
export function raiseToasts(footHeight: number | null): void {
  document.getElementById(roomId)?.toggleAttribute('hidden', footHeight !== null);
  const style = document.getElementById(stackId)?.style;
  if (footHeight === null) style?.removeProperty(nameOfFoot);
  else style?.setProperty(nameOfFoot, `calc(${footHeight}px + 0.5rem)`);
}

interface ToastProviderProps {
  /** False until the first screen is drawn; what watches the page loads after that. */
  hasScreen?: boolean;
  children: ReactNode;
}

const watch = (stack: HTMLElement, room: HTMLElement) =>
  startLater(async () => {
    const part = await import('./watch-page.ts');
    return () => part.watchPage(stack, room);
  });

/**
 * Shows the app's toasts at the bottom of the window, above the bottom bar (`--dock-height`) and a screen's footer
 * (`--foot-height`). The page ends above them.
 */
export function ToastProvider({ hasScreen = true, children }: ToastProviderProps) {
  const [toasts, setToasts] = useState<readonly (ToastMessage & { id: number })[]>([]);
  const [held, setHeld] = useState(false);
  const lastId = useRef(0);
  const room = useRef<HTMLDivElement>(null);
  const stack = useRef<HTMLElement>(null);
  useEffect(
    () => (hasScreen && stack.current && room.current ? watch(stack.current, room.current) : undefined),
    [hasScreen],
  );
  const show = useCallback((message: ToastMessage) => {
    lastId.current += 1;
    const id = lastId.current;
    setToasts((current) => [...current.slice(-2), { ...message, id }]);
  }, []);
  const remove = useCallback((id: number) => {
    setToasts((current) => current.filter((toast) => toast.id !== id));
    // A toast that is removed while it has the focus or the pointer fires no blur event.
    setHeld(false);
  }, []);
  return (
    <ToastContext value={show}>
      {children}
      <div ref={room} id={roomId} className="print:hidden" />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only the time of the toasts stops */}
      <section
        ref={stack}
        id={stackId}
        aria-label="Messages"
        onPointerEnter={() => setHeld(true)}
        onPointerLeave={({ currentTarget }) => setHeld(currentTarget.contains(document.activeElement))}
        onFocus={() => setHeld(true)}
        onBlur={({ currentTarget }) => setHeld(currentTarget.matches(':hover'))}
        className="pointer-events-none fixed inset-x-0 bottom-[calc(env(safe-area-inset-bottom)+var(--dock-height,0px)+var(--foot-height,0px)+0.75rem)] z-40 flex flex-col items-center gap-2 px-3 print:hidden"
      >
        {toasts.map((toast) => (
          <Toast key={toast.id} {...toast} held={held} onLeave={remove} />
        ))}
      </section>
    </ToastContext>
  );
}

interface ToastProps extends ToastMessage {
  id: number;
  /** The focus or the pointer is on a toast: none disappears. */
  held: boolean;
  onLeave: (id: number) => void;
}

function Toast({ id, text, tone = 'ok', action, durationMs = action ? undoMs : readMs, held, onLeave }: ToastProps) {
  const filled = useAfterMount();
  useEffect(() => {
    if (held) return undefined;
    const timer = setTimeout(() => onLeave(id), durationMs);
    return () => clearTimeout(timer);
  }, [held, durationMs, id, onLeave]);
  return (
    <div className="pointer-events-auto flex w-full max-w-md animate-rise items-center gap-2 rounded-control border border-brand-line bg-brand py-1.5 pr-1.5 pl-4 text-on-brand shadow-float">
      <Icon name={toneIcon[tone]} className="text-signal" />
      {/* The buttons are outside: their names repeat the text. */}
      <span role={tone === 'danger' ? 'alert' : 'status'} className="min-w-0 flex-1 py-2">
        {filled && text}
      </span>
      {action && (
        <button
          type="button"
          aria-label={`${action.label}: ${text}`}
          className="min-h-target rounded-tag px-3 font-bold text-signal underline underline-offset-4 hover:bg-brand-line"
          onClick={() => {
            onLeave(id);
            action.onAction();
          }}
        >
          {action.label}
        </button>
      )}
      <IconButton
        icon="x"
        label="Dismiss"
        onClick={() => onLeave(id)}
        className="text-on-brand! hover:bg-brand-line!"
      />
    </div>
  );
}
