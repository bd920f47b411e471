import { type KeyboardEvent, type RefObject, useEffect, useId } from 'react';
import { Checkbox } from './checkbox.tsx';
import { cx } from './class-names.ts';
import { controlLook, FieldFrame, type FieldProps } from './field.tsx';
import { Icon } from './icons.tsx';
import { lifted } from './use-anchored.ts';
import { useDropDown } from './use-drop-down.ts';

interface MultiSelectProps extends FieldProps {
  options: readonly { value: string; label: string }[];
  /** The chosen values. */
  value: readonly string[];
  onChange: (value: readonly string[]) => void;
  /** Called when the list loses the focus: the field counts as touched. */
  onBlur?: (() => void) | undefined;
  /** Shown while nothing is chosen. */
  placeholder: string;
  name?: string;
  id?: string;
  className?: string;
}

/**
 * Renders a drop-down of checkboxes that shows the checked ones, joined by commas. It closes on Escape or Enter, on a
 * press outside and when it loses the focus; arrows move between the boxes.
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
  const { button, part, open, setOpen, close, leftFor } = useDropDown<HTMLFieldSetElement>('stretch');
  const chosen = options.filter((option) => value.includes(option.value));

  return (
    <FieldFrame {...{ label, hint, error, required, labelHidden, id, className }}>
      {({ 'aria-required': _isRequired, 'aria-describedby': describedBy, ...control }) => (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it hears the focus of its parts leave
        <div
          onBlur={(event) => {
            if (event.relatedTarget !== null && !leftFor(event.relatedTarget)) return;
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
              if (event.key === 'ArrowDown') setOpen(true);
              else if (event.key === 'Escape' && open) {
                event.stopPropagation();
                close();
              } else return;
              event.preventDefault();
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
          {open && lifted(<TickList id={listId} ref={part} {...{ label, options, value, onChange }} onDone={close} />)}
        </div>
      )}
    </FieldFrame>
  );
}

interface TickListProps extends Pick<MultiSelectProps, 'label' | 'options' | 'value' | 'onChange'> {
  id: string;
  ref: RefObject<HTMLFieldSetElement | null>;
  /** Called on Escape or Enter. */
  onDone: () => void;
}

const boxesIn = (list: HTMLElement | null) => [...(list?.querySelectorAll<HTMLElement>('input[type=checkbox]') ?? [])];

/** Renders the checkboxes; the first one takes the focus. */
function TickList({ id, ref, label, options, value, onChange, onDone }: TickListProps) {
  useEffect(() => boxesIn(ref.current)[0]?.focus(), [ref]);

  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape' || event.key === 'Enter') onDone();
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const boxes = boxesIn(ref.current);
      const at = boxes.findIndex((box) => box === document.activeElement);
      // After a press beside the boxes, the list itself has the focus.
      const next = event.key === 'ArrowDown' ? at + 1 : Math.max(at, 0) - 1;
      boxes.at(next % boxes.length)?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const toggle = (ticked: string, isOn: boolean) =>
    onChange(options.map((option) => option.value).filter((one) => (one === ticked ? isOn : value.includes(one))));

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it hears the keys of its boxes
    <fieldset
      ref={ref}
      id={id}
      popover="manual"
      // Takes the focus after a press beside the boxes; otherwise `main` would get it.
      tabIndex={-1}
      onKeyDown={press}
      className="fixed inset-auto z-50 m-0 animate-rise overflow-y-auto rounded-control border border-line bg-raised px-3 py-1 text-ink shadow-float outline-none"
    >
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <Checkbox
          key={option.value}
          label={option.label}
          checked={value.includes(option.value)}
          onChange={(event) => toggle(option.value, event.target.checked)}
        />
      ))}
    </fieldset>
  );
}
