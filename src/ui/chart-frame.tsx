import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { cx } from './class-names.ts';

/** The colours of the theme as a canvas needs them. */
export interface Inks {
  primary: string;
  ok: string;
  warn: string;
  danger: string;
  text: string;
  line: string;
}

const inkClasses = [
  ['primary', 'text-primary'],
  ['ok', 'text-ok'],
  ['warn', 'text-warn'],
  ['danger', 'text-danger'],
  ['text', 'text-muted'],
  ['line', 'text-line'],
] as const satisfies readonly (readonly [keyof Inks, string])[];

interface ChartFrameProps {
  children: (inks: Inks) => ReactNode;
  /** The height, as a class. */
  height?: string;
}

/** Makes a chart a tab stop, where Enter leads to its table. The table is in the `details` after the chart. */
export const chartKeys = {
  tabIndex: 0,
  role: 'img',
  onKeyDown: ({ key, currentTarget }: KeyboardEvent<HTMLElement>) => {
    if (key !== 'Enter') return;
    const after = currentTarget.closest('section')?.querySelector('details');
    const table = after?.querySelector('table');
    if (!after || !table) return;
    after.open = true;
    table.tabIndex = -1;
    table.focus();
  },
};

/** Reserves space for a chart and passes it the theme's colours. */
export function ChartFrame({ children, height = 'h-64' }: ChartFrameProps) {
  const swatches = useRef<HTMLDivElement>(null);
  const inks = useInks(swatches);
  return (
    <div className={cx('relative', height)}>
      <div ref={swatches} hidden>
        {inkClasses.map(([ink, look]) => (
          <span key={ink} data-ink={ink} className={look} />
        ))}
      </div>
      {inks && children(inks)}
    </div>
  );
}

/** Reads the theme's colours, and reads them again when the theme changes. */
function useInks(swatches: RefObject<HTMLElement | null>): Inks | null {
  const [inks, setInks] = useState<Inks | null>(null);
  useEffect(() => {
    const read = () => {
      const colorOf = (ink: keyof Inks) => {
        const swatch = swatches.current?.querySelector(`[data-ink=${ink}]`);
        return swatch ? getComputedStyle(swatch).color : '#888';
      };
      setInks({
        primary: colorOf('primary'),
        ok: colorOf('ok'),
        warn: colorOf('warn'),
        danger: colorOf('danger'),
        text: colorOf('text'),
        line: colorOf('line'),
      });
    };
    read();
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const themed = new MutationObserver(read);
    dark.addEventListener('change', read);
    themed.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      dark.removeEventListener('change', read);
      themed.disconnect();
    };
  }, [swatches]);
  return inks;
}
