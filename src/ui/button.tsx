import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { cx } from './class-names.ts';
import { Icon, type IconName } from './icons.tsx';
import { Spinner } from './spinner.tsx';

/** Emphasis of a button: one primary per view; danger for destructive actions; signal for Scan only. */
export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'signal';

const looks: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-primary text-on-primary hover:bg-primary-hover',
  secondary: 'border-line-strong bg-surface text-ink hover:border-primary hover:bg-primary-soft',
  ghost: 'border-transparent bg-transparent text-primary-ink hover:bg-primary-soft',
  danger: 'border-transparent bg-danger text-on-danger hover:bg-danger-hover',
  signal: 'border-transparent bg-signal text-on-signal hover:brightness-95',
};

const shape =
  'inline-flex min-h-target min-w-target items-center justify-center gap-2 rounded-control border text-base font-semibold no-underline transition-colors select-none active:translate-y-px disabled:pointer-events-none disabled:opacity-55 aria-disabled:opacity-70 motion-reduce:active:translate-y-0';

interface LookProps {
  variant?: ButtonVariant | undefined;
  /** Shown before the label. */
  icon?: IconName;
  /** Makes the button as wide as its container. */
  wide?: boolean | undefined;
}

interface ButtonProps extends LookProps, ComponentPropsWithRef<'button'> {
  /** While the action runs, the button keeps focus and label, shows a spinner and ignores further presses. */
  busy?: boolean;
}

function lookOf({ variant = 'secondary', wide }: LookProps, padding: string, className?: string): string {
  return cx(shape, looks[variant], padding, wide && 'w-full', className);
}

/** Renders a button with a label; its type defaults to "button". */
export function Button({ variant, icon, wide, busy, className, children, onClick, type, ...rest }: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={press}
      className={lookOf({ variant, wide }, 'px-4 py-2', className)}
    >
      {busy ? <Spinner /> : icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children' | 'aria-label'> {
  icon: IconName;
  /** Accessible name, also the tooltip. */
  label: string;
  variant?: ButtonVariant;
}

/** Renders a square button with only an icon. */
export function IconButton({ icon, label, variant = 'ghost', className, type, ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      aria-label={label}
      title={label}
      className={lookOf({ variant }, 'p-2', className)}
    >
      <Icon name={icon} size={22} />
    </button>
  );
}

interface ButtonLinkProps extends LookProps {
  children: ReactNode;
  className?: string;
  /** Link state passed to the next screen besides its address. */
  state?: object;
  /** Other attributes of the link: `download`, `target`, `aria-label`. */
  anchor?: Omit<ComponentPropsWithRef<'a'>, 'href' | 'className' | 'children'>;
}

/** Renders a link that looks like a button: `to` stays inside the app, `href` leaves it (tel:, mailto:, a file). */
export function ButtonLink({
  variant,
  icon,
  wide,
  className,
  children,
  state,
  anchor,
  ...target
}: ButtonLinkProps & ({ to: string } | { href: string })) {
  const look = lookOf({ variant, wide }, 'px-4 py-2', className);
  const inside = (
    <>
      {icon && <Icon name={icon} />}
      {children}
    </>
  );
  return 'to' in target ? (
    <Link {...anchor} to={target.to} state={state} className={look}>
      {inside}
    </Link>
  ) : (
    <a {...anchor} href={target.href} className={look}>
      {inside}
    </a>
  );
}
