import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { cx } from './class-names.ts';
import { Icon, type IconName } from './icons.tsx';
import { lifted } from './use-anchored.ts';
import { useDropDown } from './use-drop-down.ts';

/** A menu item: an action or a link inside the app. */
export type MenuItem = { label: string; icon?: IconName; danger?: boolean; disabled?: boolean } & (
  | { onSelect: () => void }
  | { to: string }
);

interface MenuButtonProps {
  /** Accessible name; also shown unless `icon` stands alone. */
  label: string;
  items: readonly MenuItem[];
  icon?: IconName;
  iconOnly?: boolean;
  align?: 'start' | 'end';
  /** Content of the button in place of icon and label. */
  children?: ReactNode;
  className?: string;
}

const plainLook = 'border border-transparent text-primary-ink hover:bg-primary-soft aria-expanded:bg-primary-soft';

/**
 * Renders a button that opens a menu: arrows, Home, End and first letters move, Escape returns. Source: ARIA authoring
 * practices, menu button.
 */
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
  const { button, part, open, setOpen, close } = useDropDown<HTMLDivElement>(align);
  const [startAt, setStartAt] = useState(0);
  const openAt = (index: number) => {
    setStartAt(index);
    setOpen(true);
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
      {open && lifted(<Menu id={menuId} ref={part} {...{ label, items, startAt }} onDone={close} />)}
    </>
  );
}

interface MenuProps extends Pick<MenuButtonProps, 'label' | 'items'> {
  id: string;
  ref: RefObject<HTMLDivElement | null>;
  /** Index of the item that takes the focus first; -1 for the last. */
  startAt: number;
  /** Called when an item is chosen or the menu is left by keyboard. */
  onDone: () => void;
}

const linesIn = (menu: HTMLElement | null) => [...(menu?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];

/** Renders the open menu and handles its keys. */
function Menu({ id, ref, label, items, startAt, onDone }: MenuProps) {
  useEffect(() => linesIn(ref.current).at(startAt)?.focus(), [ref, startAt]);

  const press = (event: KeyboardEvent) => {
    const lines = linesIn(ref.current);
    const at = lines.findIndex((line) => line === document.activeElement);
    const letter = event.key.length === 1 ? event.key.toLowerCase() : undefined;
    if (event.key === 'ArrowDown') lines.at((at + 1) % lines.length)?.focus();
    else if (event.key === 'ArrowUp') lines.at(at - 1)?.focus();
    else if (event.key === 'Home') lines.at(0)?.focus();
    else if (event.key === 'End') lines.at(-1)?.focus();
    else if (event.key === 'Escape') onDone();
    else if (event.key === 'Tab') return onDone();
    else if (letter !== undefined && letter !== ' ') {
      const rest = [...lines.slice(at + 1), ...lines.slice(0, at + 1)];
      rest.find((line) => line.textContent.trim().toLowerCase().startsWith(letter))?.focus();
    } else return undefined;
    event.preventDefault();
    event.stopPropagation();
    return undefined;
  };

  return (
    <div
      ref={ref}
      id={id}
      role="menu"
      aria-label={label}
      tabIndex={-1}
      popover="manual"
      onKeyDown={press}
      className="fixed inset-auto z-50 m-0 max-w-full min-w-56 animate-rise overflow-y-auto rounded-control border border-line bg-raised p-1 text-ink shadow-float"
    >
      {items.map((item) => (
        <MenuLine key={'to' in item ? `${item.label} ${item.to}` : item.label} item={item} onDone={onDone} />
      ))}
    </div>
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
      <span className="min-w-0 wrap-anywhere">{item.label}</span>
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
