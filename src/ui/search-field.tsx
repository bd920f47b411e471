import { useEffect, useId, useRef, useState } from 'react';
import { IconButton } from './button.tsx';
import { cx } from './class-names.ts';
import { controlLook } from './field.tsx';
import { Icon } from './icons.tsx';

/** Longest search text: the box accepts no more. Units: characters. */
export const longestSearch = 200;

export interface SearchFieldProps {
  /** Accessible name, also the placeholder. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Delay after typing before the search starts. Units: ms. */
  debounceMs?: number;
  /** Converts the text on Enter, for example a scanned label to its serial number. */
  entered?: (text: string) => string;
  className?: string;
}

/** Renders a search box with a clear button; a delayed update never overwrites newer typing. */
export function SearchField({ label, value, onChange, debounceMs = 0, entered, className }: SearchFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  const [sent, setSent] = useState(value);
  if (value !== seen) {
    setSeen(value);
    if (value !== sent) setText(value);
  }
  useEffect(() => () => clearTimeout(timer.current), []);

  const send = (next: string, waitMs: number) => {
    setText(next);
    clearTimeout(timer.current);
    const deliver = () => {
      setSent(next);
      onChange(next);
    };
    if (waitMs > 0) timer.current = setTimeout(deliver, waitMs);
    else deliver();
  };

  return (
    <search className={cx('relative block min-w-0', className)}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Icon name="search" className="pointer-events-none absolute top-3 left-3 text-muted" />
      <input
        ref={input}
        id={id}
        type="search"
        placeholder={label}
        maxLength={longestSearch}
        autoComplete="off"
        enterKeyHint="search"
        value={text}
        onChange={(event) => send(event.target.value, debounceMs)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          // Enter searches and must not submit a surrounding form.
          event.preventDefault();
          send(entered?.(text) ?? text, 0);
        }}
        className={cx(controlLook, 'pr-12 pl-10 text-ellipsis max-sm:placeholder:text-[0.8125rem]')}
      />
      {text !== '' && (
        <IconButton
          icon="x"
          label="Clear"
          className="absolute inset-y-0 right-0"
          onClick={() => {
            send('', 0);
            input.current?.focus();
          }}
        />
      )}
    </search>
  );
}
