import { useEffect, useId, useRef, useState } from 'react';
import { counted } from '#contract/rules/counted.ts';
import { Icon } from '#ui/ui/icons.tsx';
import { lifted, useAnchored } from '#ui/ui/use-anchored.ts';
import { VisuallyHidden } from '#ui/ui/visually-hidden.tsx';

/** Serial numbers shown in the table cell. */
const shownSerials = 2;

/** The pointer has this long to reach the list across the gap below the button. Units: ms. */
const leaveMs = 300;

/**
 * Shows a template's serial numbers: the first ones in the cell (their number on a card), and all of them on hover,
 * focus or tap. The pointer may move onto them, and Escape hides them wherever the focus is. Source: WCAG 2.2, 1.4.13.
 */
export function SerialsTip({ templateName, serials }: { templateName: string; serials: readonly string[] }) {
  const tipId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const tip = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  useAnchored(button, tip, open, 'start');
  useEffect(() => {
    if (!open) return undefined;
    const hide = ({ key }: KeyboardEvent) => key === 'Escape' && setOpen(false);
    document.addEventListener('keydown', hide);
    return () => document.removeEventListener('keydown', hide);
  }, [open]);
  const rest = serials.length - shownSerials;
  if (serials.length === 0) return <span className="text-muted">None</span>;
  return (
    // React counts the pointer as inside while it is on the list, even where that is lifted out of this element.
    <span
      onMouseEnter={() => {
        clearTimeout(leaving.current);
        setOpen(true);
      }}
      onMouseLeave={() => {
        leaving.current = setTimeout(() => setOpen(false), leaveMs);
      }}
    >
      <button
        ref={button}
        type="button"
        aria-describedby={tipId}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onClick={() => setOpen(true)}
        className="-mx-2 inline-flex min-h-target max-w-full items-center gap-1.5 rounded-tag px-2 text-left hover:bg-primary-soft"
      >
        <VisuallyHidden>Serial numbers of {templateName}:</VisuallyHidden>
        <span className="text-sm whitespace-nowrap as-table:hidden">{counted(serials.length, 'device')}</span>
        <span className="min-w-0 as-card:hidden">
          {/* A line breaks between serial numbers, and within one only if it is wider than the column. */}
          {serials.slice(0, shownSerials).map((serial, index) => (
            <span key={serial} className="inline-block max-w-full font-mono text-sm wrap-anywhere">
              {(index > 0 ? ',\u00a0' : '') + serial}
            </span>
          ))}
          {rest > 0 && <span className="text-sm whitespace-nowrap text-muted"> and {rest} more</span>}
        </span>
        <Icon name="info" size={18} className="text-primary" />
      </button>
      {open ? (
        lifted(
          <div
            ref={tip}
            id={tipId}
            role="tooltip"
            popover="manual"
            className="fixed inset-auto z-50 m-0 max-w-80 overflow-y-auto rounded-control border border-line bg-raised px-4 py-3 font-mono text-sm leading-relaxed text-ink shadow-float"
          >
            {serials.join(', ')}
          </div>,
        )
      ) : (
        <span id={tipId} hidden>
          {serials.join(', ')}
        </span>
      )}
    </span>
  );
}
