import { type RefObject, useEffect, useState } from 'react';
import { usePrinting } from './use-printing.ts';

interface NearOptions {
  /** Stays true once the element was near, for content that is loaded at that moment. */
  stays?: boolean;
  /** Distance from the viewport that counts as near. Units: percent of the viewport's height. */
  within?: number;
}

const tellers = new WeakMap<Element, (isNear: boolean) => void>();
/**
 * One observer per distance, shared by the whole page: one for each of hundreds of rows would cost more than the rows.
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

/**
 * Returns whether an element is in or near the viewport, to defer work that only a viewer needs. When printing, all
 * elements count as near.
 */
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
