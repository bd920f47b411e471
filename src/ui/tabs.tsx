import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { cx } from './class-names.ts';

/** A tab and its content. */
export interface Tab<Id extends string> {
  id: Id;
  label: string;
  /** A number next to the label. */
  count?: number;
  content: ReactNode;
}

interface TabsProps<Id extends string> {
  /** Accessible name of the tab list. */
  label: string;
  tabs: readonly Tab<Id>[];
  active: Id;
  onChange: (id: Id) => void;
}

/** A shadow at an edge beyond which there are more tabs; the cover that hides it scrolls with the tabs. */
const shadowsWhereMore =
  '[background:linear-gradient(to_right,var(--color-canvas)_50%,transparent)_left/2.5rem_100%_no-repeat_local,linear-gradient(to_left,var(--color-canvas)_50%,transparent)_right/2.5rem_100%_no-repeat_local,linear-gradient(to_right,var(--color-line),transparent)_left/0.75rem_100%_no-repeat_scroll,linear-gradient(to_left,var(--color-line),transparent)_right/0.75rem_100%_no-repeat_scroll]';

/**
 * Renders a row of tabs over one panel; arrows, Home and End move and select. Source: ARIA authoring practices, tabs.
 */
export function Tabs<Id extends string>({ label, tabs, active, onChange }: TabsProps<Id>) {
  const base = useId();
  const row = useRef<HTMLDivElement>(null);
  const at = tabs.findIndex((tab) => tab.id === active);

  // On a phone, a tab opened by its address may be outside the visible part of the row.
  const shownAt = useRef(0);
  useEffect(() => {
    if (shownAt.current === at) return;
    shownAt.current = at;
    row.current?.querySelector(`[data-tab="${active}"]`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [active, at]);

  const press = (event: KeyboardEvent) => {
    const moves: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 };
    const to = moves[event.key];
    const next = to === undefined ? undefined : tabs[(to + tabs.length) % tabs.length];
    if (!next) return;
    event.preventDefault();
    onChange(next.id);
    row.current?.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus();
  };

  return (
    <div>
      <div
        ref={row}
        role="tablist"
        aria-label={label}
        className={cx('flex gap-1 overflow-x-auto border-b border-line [scrollbar-width:none]', shadowsWhereMore)}
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${base}-${tab.id}`}
            data-tab={tab.id}
            aria-selected={tab.id === active}
            aria-controls={`${base}-panel`}
            tabIndex={tab.id === active ? 0 : -1}
            onClick={() => onChange(tab.id)}
            onKeyDown={press}
            className={cx(
              'relative inline-flex min-h-12 shrink-0 items-center gap-2 rounded-t-tag px-3 lg:px-4 font-semibold transition-colors after:absolute after:inset-x-3 after:bottom-0 after:h-[3px] after:rounded-t-full focus-visible:-outline-offset-3',
              tab.id === active
                ? 'text-primary-ink after:bg-primary'
                : 'text-muted hover:bg-primary-soft hover:text-ink',
            )}
          >
            {tab.label}
            {tab.count !== undefined && (
              <span className="min-w-6 rounded-full bg-neutral-soft px-1.5 text-center text-sm text-neutral">
                {tab.count}
              </span>
            )}
          </button>
        ))}
      </div>
      <div
        key={active}
        id={`${base}-panel`}
        role="tabpanel"
        tabIndex={0}
        aria-labelledby={`${base}-${active}`}
        className="rounded-tag py-4"
      >
        {tabs[at]?.content}
      </div>
    </div>
  );
}
