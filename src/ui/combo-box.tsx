/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events -- a combobox pattern: the keys are heard by the input, a select cannot be typed into */
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { IconButton } from './button.tsx';
import { cx } from './class-names.ts';
import { controlLook, FieldFrame, type FieldProps } from './field.tsx';
import { Icon } from './icons.tsx';
import { Spinner } from './spinner.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

/** One suggestion: what it is called, and a second line to tell it from its likes. */
export interface ComboItem {
  id: string;
  label: string;
  detail?: string;
}

interface ComboBoxProps<Item extends ComboItem> extends FieldProps {
  /** Suggestions; filtered here by label and detail, unless `onSearch` is given: then the parent has done it. */
  items: readonly Item[];
  selected: Item | null;
  onSelect: (item: Item | null) => void;
  /** Hears the typed text and answers by new `items`. */
  onSearch?: (text: string) => void;
  /** Hears Enter on text that no suggestion is marked for: typed serials, keyboard-wedge scanners. */
  onEnterText?: (text: string) => void;
  /** Empties the field after a choice or an entered text, for adding several. */
  clearOnSelect?: boolean;
  loading?: boolean;
  /** Shown when nothing fits. */
  emptyText?: ReactNode;
  placeholder?: string;
  disabled?: boolean;
  /** Controls beside the field: plus, Scan. */
  trailing?: ReactNode;
  id?: string;
  className?: string;
}

function fits(item: ComboItem, text: string): boolean {
  return `${item.label} ${item.detail ?? ''}`.toLowerCase().includes(text.trim().toLowerCase());
}

/** A text input with suggestions, by keyboard, touch and scanner. Source: ARIA authoring practices, combobox with list autocomplete. */
export function ComboBox<Item extends ComboItem>({
  label,
  hint,
  error,
  required,
  labelHidden,
  id,
  className,
  items,
  selected,
  onSelect,
  onSearch,
  onEnterText,
  clearOnSelect = false,
  loading = false,
  emptyText = 'No matches.',
  placeholder,
  disabled,
  trailing,
}: ComboBoxProps<Item>) {
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  /** What is being typed; null while the field shows the chosen item. */
  const [typed, setTyped] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);

  const text = typed ?? selected?.label ?? '';
  const shown = typed === null || onSearch ? items : items.filter((item) => fits(item, typed));
  const activeItem = open ? shown[active] : undefined;
  const optionId = (item: Item) => `${listId}-${item.id}`;

  useEffect(() => {
    const option = activeItem && document.getElementById(`${listId}-${activeItem.id}`);
    option?.scrollIntoView({ block: 'nearest' });
  }, [activeItem, listId]);

  /** Lines drawn below the field, with that for none or for waiting; 0 while it is closed. */
  const drawn = open ? shown.length + 1 : 0;
  useEffect(() => {
    // At the foot of a window or behind a phone's bottom bar nobody would see them.
    if (drawn > 0) popup.current?.scrollIntoView({ block: 'nearest' });
  }, [drawn]);

  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const type = (next: string) => {
    setTyped(next);
    setOpen(true);
    setActive(-1);
    onSearch?.(next);
    if (next === '' && selected && !clearOnSelect) onSelect(null);
  };
  const choose = (item: Item) => {
    close();
    setTyped(clearOnSelect ? '' : null);
    if (clearOnSelect) onSearch?.('');
    onSelect(item);
  };
  const leave = () => {
    close();
    if (!clearOnSelect) setTyped(null);
  };
  const enter = () => {
    const exact = shown.filter((item) => item.label.toLowerCase() === text.trim().toLowerCase());
    const hit = activeItem ?? (exact.length === 1 ? exact[0] : undefined);
    if (hit) choose(hit);
    else if (text.trim() !== '' && onEnterText) {
      onEnterText(text.trim());
      if (clearOnSelect) type('');
    }
  };
  const press = (event: KeyboardEvent) => {
    const last = shown.length - 1;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const down = event.key === 'ArrowDown';
      if (!open) {
        setOpen(true);
        setActive(down ? 0 : last);
      } else if (down) setActive(active >= last ? 0 : active + 1);
      else setActive(active <= 0 ? last : active - 1);
    } else if (event.key === 'Enter' && (open || typed !== null)) {
      event.preventDefault();
      enter();
    } else if (event.key === 'Escape' && open) {
      event.preventDefault();
      event.stopPropagation();
      leave();
    } else if (event.key === 'Tab' && activeItem) choose(activeItem);
  };

  return (
    <FieldFrame {...{ label, hint, error, required, labelHidden, id, className }}>
      {(control) => (
        <div className="flex items-start gap-2">
          <div className="relative min-w-0 flex-1">
            <input
              {...control}
              ref={input}
              type="text"
              role="combobox"
              aria-autocomplete="list"
              aria-expanded={open}
              aria-controls={listId}
              {...(activeItem && { 'aria-activedescendant': optionId(activeItem) })}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              placeholder={placeholder}
              disabled={disabled}
              value={text}
              onChange={(event) => type(event.target.value)}
              onClick={() => setOpen(true)}
              onKeyDown={press}
              onBlur={leave}
              className={cx(controlLook, 'pr-12 text-ellipsis')}
            />
            {text !== '' && !disabled ? (
              <IconButton
                icon="x"
                label="Clear"
                className="absolute inset-y-0 right-0"
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => {
                  type('');
                  input.current?.focus();
                }}
              />
            ) : (
              <Icon name="chevron-down" className="pointer-events-none absolute top-3 right-3 text-muted" />
            )}
            <div
              ref={popup}
              hidden={!open}
              className="absolute inset-x-0 top-full z-30 mt-1.5 max-h-72 animate-rise overflow-y-auto overscroll-contain rounded-control border border-line bg-raised p-1 shadow-float"
            >
              <div id={listId} role="listbox" aria-label="Suggestions" aria-busy={loading}>
                {open &&
                  shown.map((item, index) => (
                    <div
                      key={item.id}
                      id={optionId(item)}
                      role="option"
                      tabIndex={-1}
                      aria-selected={item.id === selected?.id}
                      onMouseDown={(event) => event.preventDefault()}
                      onMouseMove={() => setActive(index)}
                      onClick={() => choose(item)}
                      className={cx(
                        'flex min-h-target cursor-pointer items-center gap-2 rounded-tag px-3 py-1.5',
                        index === active && 'bg-primary-soft text-primary-ink',
                      )}
                    >
                      <span className="min-w-0 flex-1">
                        <span className="block">{item.label}</span>
                        {item.detail && <span className="block text-sm text-muted">{item.detail}</span>}
                      </span>
                      {item.id === selected?.id && <Icon name="check" className="text-primary" />}
                    </div>
                  ))}
              </div>
              {loading && (
                <p className="flex min-h-target items-center gap-2 px-3 text-muted">
                  <Spinner /> Searching…
                </p>
              )}
              {!loading && shown.length === 0 && (
                <p className="flex min-h-target items-center px-3 text-muted">{emptyText}</p>
              )}
            </div>
            <div aria-live="polite">
              {open && !loading && (
                <VisuallyHidden>
                  {shown.length === 0
                    ? emptyText
                    : `${shown.length} ${shown.length === 1 ? 'suggestion' : 'suggestions'}`}
                </VisuallyHidden>
              )}
            </div>
          </div>
          {trailing}
        </div>
      )}
    </FieldFrame>
  );
}
