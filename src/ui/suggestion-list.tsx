/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- a combobox pattern: the keys are heard by the input, a select cannot be typed into */
import { type ReactNode, useEffect, useRef } from 'react';
import { cx } from './class-names.ts';
import { Icon } from './icons.tsx';
import { Spinner } from './spinner.tsx';
import type { ComboItem } from './use-suggestions.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

interface SuggestionListProps<Item extends ComboItem> {
  /** The id that the input refers to in `aria-controls`. */
  id: string;
  isOpen: boolean;
  shown: readonly Item[];
  activeItem: Item | undefined;
  selected: Item | null;
  loading: boolean;
  /** Shown when nothing matches. */
  emptyText: ReactNode;
  /** Called when the pointer is over a suggestion. */
  onMark: (index: number) => void;
  onChoose: (item: Item) => void;
}

/** Returns the id of a suggestion's element, for `aria-activedescendant`. */
export function suggestionId(listId: string, item: ComboItem): string {
  return `${listId}-${item.id}`;
}

/** Shows suggestions below a field while open; their number is announced. */
export function SuggestionList<Item extends ComboItem>({
  id,
  isOpen,
  shown,
  activeItem,
  selected,
  loading,
  emptyText,
  onMark,
  onChoose,
}: SuggestionListProps<Item>) {
  const popup = useRef<HTMLDivElement>(null);
  const activeId = activeItem && suggestionId(id, activeItem);
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  /** Number of lines below the field, including "none" or "loading"; 0 while closed. */
  const drawn = isOpen ? shown.length + 1 : 0;
  useEffect(() => {
    // At the bottom of a window or behind a phone's bottom bar the list would be hidden.
    if (drawn === 0) return;
    popup.current?.scrollIntoView({ block: 'nearest' });
    // In a low window there may not be room for both.
    document.activeElement?.scrollIntoView({ block: 'nearest' });
  }, [drawn]);

  const isEmpty = shown.length === 0;
  const count = `${shown.length} ${shown.length === 1 ? 'suggestion' : 'suggestions'}`;
  return (
    <>
      <div
        ref={popup}
        hidden={!isOpen}
        // Keeps the focus in the field, even after a press on the edge or scroll bar: losing it closes the list.
        onMouseDown={(event) => event.preventDefault()}
        className="absolute inset-x-0 top-full z-30 mt-1.5 max-h-72 low:max-h-[60dvh] animate-rise overflow-y-auto overscroll-contain rounded-control border border-line bg-raised p-1 shadow-float"
      >
        <div id={id} role="listbox" aria-label="Suggestions" aria-busy={loading}>
          {isOpen &&
            shown.map((item, index) => (
              <div
                key={item.id}
                id={suggestionId(id, item)}
                role="option"
                tabIndex={-1}
                aria-selected={item.id === selected?.id}
                onMouseMove={() => onMark(index)}
                onClick={() => onChoose(item)}
                className={cx(
                  'flex min-h-target cursor-pointer items-center gap-2 rounded-tag px-3 py-1.5',
                  item === activeItem && 'bg-primary-soft text-primary-ink outline-3 -outline-offset-3 outline-focus',
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
        {!loading && isEmpty && <p className="flex min-h-target items-center px-3 text-muted">{emptyText}</p>}
      </div>
      <div aria-live="polite">
        {isOpen && !loading && <VisuallyHidden>{isEmpty ? emptyText : count}</VisuallyHidden>}
      </div>
    </>
  );
}
