/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';

/** Text that stays left to right in every language: serial numbers, references, phone numbers. */
export function Latin({ children }: { children: ComponentChildren }) {
  return (
    <bdi dir="ltr" class="font-mono font-bold whitespace-nowrap">
      {children}
    </bdi>
  );
}

// Forced colours remove backgrounds and draw borders, even transparent ones.
const looks = {
  primary: 'border-transparent bg-primary text-on-primary',
  secondary: 'border-line-strong bg-surface text-ink',
} as const;

interface ButtonProps {
  look?: keyof typeof looks;
  type?: 'button' | 'submit';
  id?: string;
  /** The button keeps the focus while its action runs; its owner ignores further presses. */
  isBusy?: boolean;
  onClick?: () => void;
  children: ComponentChildren;
}

/** A button as wide as the page, large enough for a gloved finger. */
export function BigButton({ look = 'primary', type = 'button', id, isBusy = false, onClick, children }: ButtonProps) {
  return (
    <button
      type={type}
      id={id}
      aria-disabled={isBusy}
      onClick={onClick}
      class={`min-h-14 w-full rounded-control border px-4 py-2 text-lg font-semibold aria-disabled:opacity-70 ${looks[look]}`}
    >
      {children}
    </button>
  );
}

/** A card on the page. */
export function Card({ children }: { children: ComponentChildren }) {
  return <section class="space-y-4 rounded-card border border-line bg-surface p-4 shadow-card">{children}</section>;
}

const tones = {
  info: 'border-info-line bg-info-soft',
  danger: 'border-danger-line bg-danger-soft',
  ok: 'border-ok-line bg-ok-soft',
} as const;

/** A message that is announced when it appears. */
export function Notice({ tone, children }: { tone: keyof typeof tones; children: ComponentChildren }) {
  return (
    <div role={tone === 'danger' ? 'alert' : 'status'} class={`rounded-control border px-3 py-2 ${tones[tone]}`}>
      {children}
    </div>
  );
}
