import { type ReactNode, useId, useRef } from 'react';
import { IconButton } from './button.tsx';
import { cx } from './class-names.ts';
import { controlLook, FieldFrame, type FieldProps } from './field.tsx';
import { Icon } from './icons.tsx';
import { suggestionId, SuggestionList } from './suggestion-list.tsx';
import { type ComboItem, type SuggestionsProps, useSuggestions } from './use-suggestions.ts';

interface ComboBoxProps<Item extends ComboItem> extends FieldProps, SuggestionsProps<Item> {
  loading?: boolean;
  /** Shown when nothing matches. */
  emptyText?: ReactNode;
  placeholder?: string;
  disabled?: boolean;
  /** Controls next to the field: plus, Scan. */
  trailing?: ReactNode;
  id?: string;
  className?: string;
}

/**
 * Renders a text input with suggestions, for keyboard, touch and scanner. Source: ARIA authoring practices, combobox
 * with list autocomplete.
 */
export function ComboBox<Item extends ComboItem>({
  label,
  hint,
  error,
  required,
  labelHidden,
  id,
  className,
  loading = false,
  emptyText = 'No matches.',
  placeholder,
  disabled,
  trailing,
  ...choice
}: ComboBoxProps<Item>) {
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const { text, shown, isOpen, activeItem, open, mark, type, choose, leave, press } = useSuggestions(choice);
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
              aria-expanded={isOpen}
              aria-controls={listId}
              {...(activeItem && { 'aria-activedescendant': suggestionId(listId, activeItem) })}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              placeholder={placeholder}
              disabled={disabled}
              value={text}
              onChange={(event) => type(event.target.value)}
              onClick={open}
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
            <SuggestionList
              id={listId}
              {...{ isOpen, shown, activeItem, loading, emptyText }}
              selected={choice.selected}
              onMark={mark}
              onChoose={choose}
            />
          </div>
          {trailing}
        </div>
      )}
    </FieldFrame>
  );
}
