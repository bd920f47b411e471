import { type ReactNode, useEffect, useRef } from 'react';

/** Scrolls a message into view when it appears, because on a phone the button that caused it is far away. */
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
