import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Checkbox } from './checkbox.tsx';
import { cx } from './class-names.ts';
import { controlLook, FieldFrame, type FieldProps } from './field.tsx';
import { Icon } from './icons.tsx';
import { useAnchored } from './use-anchored.ts';

interface MultiSelectProps extends FieldProps {
  options: readonly { value: string; label: string }[];
  /** The chosen values. */
  value: readonly string[];
  onChange: (value: readonly string[]) => void;
  /** The list was left: the field counts as touched. */
  onBlur?: (() => void) | undefined;
  /** Shown while nothing is chosen. */
  placeholder: string;
  name?: string;
  id?: string;
  className?: string;
}

const boxes = 'input[type=checkbox]';

function within(target: EventTarget | null, ...parts: readonly (HTMLElement | null)[]): boolean {
  return target instanceof Node && parts.some((part) => part?.contains(target));
}

/**
 * A drop-down of tick boxes that shows what is ticked, joined by commas. It closes on Escape or Enter, on a press outside
 * and when the focus leaves it; arrows move between the boxes.
 */
export function MultiSelect({
  label,
  hint,
  error,
  required,
  labelHidden,
  id,
  className,
  options,
  value,
  onChange,
  onBlur,
  placeholder,
  name,
}: MultiSelectProps) {
  const listId = useId();
  const valueId = useId();
  const requiredId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLFieldSetElement>(null);
  const [open, setOpen] = useState(false);
  useAnchored(button, list, open, 'stretch');

  useEffect(() => {
    if (!open) return undefined;
    list.current?.querySelector<HTMLElement>(boxes)?.focus();
    const pressOutside = (event: PointerEvent) => {
      if (!within(event.target, button.current, list.current)) setOpen(false);
    };
    document.addEventListener('pointerdown', pressOutside);
    return () => document.removeEventListener('pointerdown', pressOutside);
  }, [open]);

  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape' || event.key === 'Enter') {
      setOpen(false);
      button.current?.focus();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const all = [...(list.current?.querySelectorAll<HTMLElement>(boxes) ?? [])];
      const at = all.findIndex((box) => box === document.activeElement);
      all.at((at + (event.key === 'ArrowDown' ? 1 : -1)) % all.length)?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const chosen = options.filter((option) => value.includes(option.value));
  const toggle = (ticked: string, isOn: boolean) =>
    onChange(options.map((option) => option.value).filter((one) => (one === ticked ? isOn : value.includes(one))));

  return (
    <FieldFrame {...{ label, hint, error, required, labelHidden, id, className }}>
      {({ 'aria-required': _isRequired, 'aria-describedby': describedBy, ...control }) => (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it hears the focus of its parts leave
        <div
          onBlur={(event) => {
            if (within(event.relatedTarget, button.current, list.current)) return;
            onBlur?.();
            if (event.relatedTarget !== null) setOpen(false);
          }}
        >
          <button
            {...control}
            ref={button}
            type="button"
            name={name}
            aria-expanded={open}
            aria-controls={open ? listId : undefined}
            aria-describedby={cx(valueId, required && requiredId, describedBy)}
            onClick={() => setOpen(!open)}
            onKeyDown={(event) => {
              if (event.key === 'Escape' && open) return press(event);
              if (event.key !== 'ArrowDown') return undefined;
              event.preventDefault();
              setOpen(true);
              return undefined;
            }}
            className={cx(controlLook, 'relative pr-10 text-left')}
          >
            <span id={valueId} className={cx('block wrap-anywhere', chosen.length === 0 && 'text-muted')}>
              {chosen.map((option) => option.label).join(', ') || placeholder}
            </span>
            <Icon
              name="chevron-down"
              className={cx('pointer-events-none absolute top-3 right-3 text-muted', open && 'rotate-180')}
            />
          </button>
          {required && (
            <span id={requiredId} className="sr-only">
              Required.
            </span>
          )}
          {open && (
            <fieldset
              ref={list}
              id={listId}
              popover="manual"
              className="fixed inset-auto m-0 animate-rise overflow-y-auto rounded-control border border-line bg-raised px-3 py-1 text-ink shadow-float"
            >
              <legend className="sr-only">{label}</legend>
              {options.map((option) => (
                <Checkbox
                  key={option.value}
                  label={option.label}
                  checked={value.includes(option.value)}
                  onKeyDown={press}
                  onChange={(event) => toggle(option.value, event.target.checked)}
                />
              ))}
            </fieldset>
          )}
        </div>
      )}
    </FieldFrame>
  );
}
