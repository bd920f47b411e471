import { type RefObject, useEffect, useState } from 'react';
import { usePrinting } from './use-printing.ts';

interface NearOptions {
  /** What has been near once remains so: for what is loaded then. */
  stays?: boolean;
  /** What is so far from the screen counts as near it. Units: percent of the screen's height. */
  within?: number;
}

const tellers = new WeakMap<Element, (isNear: boolean) => void>();
/**
 * One observer for each distance, shared by all parts of the page: one for each of hundreds of rows would cost more
 * than the rows.
 */
const watches = new Map<number, IntersectionObserver>();

function watchWithin(within: number): IntersectionObserver {
  const known = watches.get(within);
  if (known) return known;
  const watch = new IntersectionObserver(
    (seen) => {
      for (const { target, isIntersecting } of seen) tellers.get(target)?.(isIntersecting);
    },
    { rootMargin: `${within}% 0px` },
  );
  watches.set(within, watch);
  return watch;
}

/** Whether a part is on the screen or near it, for what only somebody who sees it needs. Paper shows all parts. */
export function useNear(part: RefObject<Element | null>, { stays = false, within = 50 }: NearOptions = {}): boolean {
  const [isNear, setNear] = useState(false);
  const isPrinting = usePrinting();
  if (stays && isPrinting && !isNear) setNear(true);
  const isSettled = stays && isNear;
  useEffect(() => {
    const element = part.current;
    if (!element || isSettled) return undefined;
    const watch = watchWithin(within);
    tellers.set(element, setNear);
    watch.observe(element);
    return () => {
      watch.unobserve(element);
      tellers.delete(element);
    };
  }, [part, isSettled, within]);
  return isNear || isPrinting;
}
