import { type ReactNode, useEffect, useRef } from 'react';

/** A message that comes with an act: scrolled into view when it appears, since on a phone the button is far from it. */
export function InView({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Some browsers return a promise, which is not a cleanup function.
    place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={place} className="scroll-my-20">
      {children}
    </div>
  );
}
