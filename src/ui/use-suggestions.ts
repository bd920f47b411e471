import { type KeyboardEvent, useState } from 'react';
import { containsWords, sameKey, searchWords } from '#contract/rules/text.ts';

/** One suggestion: its name, and a second line to distinguish it from similar ones. */
export interface ComboItem {
  id: string;
  label: string;
  detail?: string;
}

/** The suggestions of a field, and its callbacks. */
export interface SuggestionsProps<Item extends ComboItem> {
  /** Filtered by label and detail, unless `onSearch` is given: then the parent has filtered them. */
  items: readonly Item[];
  selected: Item | null;
  onSelect: (item: Item | null) => void;
  /** Called with the typed text; the parent then passes new `items`. */
  onSearch?: (text: string) => void;
  /** Called on Enter without a marked suggestion: typed serials, hand scanners. */
  onEnterText?: (text: string) => void;
  /** Clears the field after a choice or an entered text, for adding several. */
  clearOnSelect?: boolean;
}

/** Returns the items that contain every word of a text. */
function fitting<Item extends ComboItem>(items: readonly Item[], text: string): readonly Item[] {
  const words = searchWords(text);
  return items.filter((item) => containsWords(`${item.label} ${item.detail ?? ''}`, words));
}

/** Returns the index that an arrow key marks next, wrapping at the ends. */
function nextLine(key: 'ArrowDown' | 'ArrowUp', active: number, last: number): number {
  if (key === 'ArrowDown') return active >= last ? 0 : active + 1;
  return active <= 0 ? last : active - 1;
}

/** Manages a field with suggestions: its text, its list, the marked line, and the keys. */
export function useSuggestions<Item extends ComboItem>({
  items,
  selected,
  onSelect,
  onSearch,
  onEnterText,
  clearOnSelect = false,
}: SuggestionsProps<Item>) {
  /** The typed text; null while the field shows the chosen item. */
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);

  const text = typed ?? selected?.label ?? '';
  const shown = typed === null || onSearch ? items : fitting(items, typed);
  const activeItem = isOpen ? shown[active] : undefined;

  const close = () => {
    setIsOpen(false);
    setActive(-1);
  };
  const type = (next: string) => {
    setTyped(next);
    setIsOpen(true);
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
    const exact = shown.filter((item) => sameKey(item.label) === sameKey(text));
    const hit = activeItem ?? (exact.length === 1 ? exact[0] : undefined);
    if (hit) choose(hit);
    else if (text.trim() !== '' && onEnterText) {
      onEnterText(text.trim());
      if (clearOnSelect) type('');
      // Closes the list, because the parent's message about the text is shown below the field.
      close();
    }
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setIsOpen(true);
      setActive(nextLine(event.key, isOpen ? active : -1, shown.length - 1));
    } else if (event.key === 'Enter' && (isOpen || typed !== null)) {
      event.preventDefault();
      enter();
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      event.stopPropagation();
      leave();
    } else if (event.key === 'Tab' && activeItem) choose(activeItem);
  };
  return { text, shown, isOpen, activeItem, open: () => setIsOpen(true), mark: setActive, type, choose, leave, press };
}
