import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { cx } from './class-names.ts';
import { Icon, type IconName } from './icons.tsx';
import { useAnchored } from './use-anchored.ts';

/** One line of a menu: an action or a link inside the app. */
export type MenuItem = { label: string; icon?: IconName; danger?: boolean; disabled?: boolean } & (
  | { onSelect: () => void }
  | { to: string }
);

interface MenuButtonProps {
  /** Spoken name; drawn as well unless `icon` stands alone. */
  label: string;
  items: readonly MenuItem[];
  icon?: IconName;
  iconOnly?: boolean;
  align?: 'start' | 'end';
  /** What the button shows instead of icon and label. */
  children?: ReactNode;
  className?: string;
}

const lineSelector = '[role=menuitem]';
const plainLook = 'border border-transparent text-primary-ink hover:bg-primary-soft aria-expanded:bg-primary-soft';

/** A button that opens a menu: arrows, Home, End and first letters move, Escape returns. Source: ARIA authoring practices, menu button. */
export function MenuButton({
  label,
  items,
  icon,
  iconOnly = false,
  align = 'start',
  children,
  className = plainLook,
}: MenuButtonProps) {
  const menuId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  useAnchored(button, menu, open, align);

  const lines = () => [...(menu.current?.querySelectorAll<HTMLElement>(lineSelector) ?? [])];
  const focusLine = (index: number) => lines().at(index)?.focus();
  const startAt = useRef(0);

  useEffect(() => {
    if (!open) return undefined;
    [...(menu.current?.querySelectorAll<HTMLElement>(lineSelector) ?? [])].at(startAt.current)?.focus();
    const pressOutside = (event: PointerEvent) => {
      const { target } = event;
      const inside = target instanceof Node && [button, menu].some((part) => part.current?.contains(target));
      if (!inside) setOpen(false);
    };
    document.addEventListener('pointerdown', pressOutside);
    return () => document.removeEventListener('pointerdown', pressOutside);
  }, [open]);

  const openAt = (index: number) => {
    startAt.current = index;
    setOpen(true);
  };
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const press = (event: KeyboardEvent) => {
    const all = lines();
    const at = all.findIndex((line) => line === document.activeElement);
    const letter = event.key.length === 1 ? event.key.toLowerCase() : undefined;
    if (event.key === 'ArrowDown') focusLine((at + 1) % all.length);
    else if (event.key === 'ArrowUp') focusLine(at - 1);
    else if (event.key === 'Home') focusLine(0);
    else if (event.key === 'End') focusLine(-1);
    else if (event.key === 'Escape') close();
    else if (event.key === 'Tab') return close();
    else if (letter !== undefined && letter !== ' ') {
      const rest = [...all.slice(at + 1), ...all.slice(0, at + 1)];
      rest.find((line) => line.textContent.trim().toLowerCase().startsWith(letter))?.focus();
    } else return undefined;
    event.preventDefault();
    event.stopPropagation();
    return undefined;
  };

  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="menu"
        aria-expanded={open}
        {...(open && { 'aria-controls': menuId })}
        {...(iconOnly && { 'aria-label': label, title: label })}
        onClick={() => (open ? close() : openAt(0))}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          openAt(event.key === 'ArrowDown' ? 0 : -1);
        }}
        className={cx(
          'inline-flex min-h-target min-w-target items-center justify-center gap-2 rounded-control px-3 font-semibold transition-colors',
          className,
        )}
      >
        {children ?? (
          <>
            {icon && <Icon name={icon} size={iconOnly ? 22 : 20} />}
            {!iconOnly && label}
            {!iconOnly && (
              <Icon name="chevron-down" size={16} className={cx('transition-transform', open && 'rotate-180')} />
            )}
          </>
        )}
      </button>
      {open && (
        <div
          ref={menu}
          id={menuId}
          role="menu"
          aria-label={label}
          tabIndex={-1}
          popover="manual"
          onKeyDown={press}
          className="fixed inset-auto m-0 min-w-56 animate-rise overflow-y-auto rounded-control border border-line bg-raised p-1 text-ink shadow-float"
        >
          {items.map((item) => (
            <MenuLine key={item.label} item={item} onDone={close} />
          ))}
        </div>
      )}
    </>
  );
}

function MenuLine({ item, onDone }: { item: MenuItem; onDone: () => void }) {
  const look = cx(
    'flex min-h-target w-full items-center gap-3 rounded-tag px-3 py-2 text-left font-medium no-underline hover:bg-primary-soft focus-visible:-outline-offset-2 aria-disabled:pointer-events-none aria-disabled:opacity-55',
    item.danger ? 'text-danger' : 'text-ink',
  );
  const inside = (
    <>
      {item.icon && <Icon name={item.icon} className={item.danger ? '' : 'text-muted'} />}
      {item.label}
    </>
  );
  if ('to' in item) {
    return (
      <Link role="menuitem" tabIndex={-1} to={item.to} onClick={onDone} className={look}>
        {inside}
      </Link>
    );
  }
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      aria-disabled={item.disabled || undefined}
      onClick={() => {
        if (item.disabled) return;
        onDone();
        item.onSelect();
      }}
      className={look}
    >
      {inside}
    </button>
  );
}
