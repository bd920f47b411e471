import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';

/** A page that wakes draws within this time, or is reloaded. Units: milliseconds. */
const drawsWithinMs = 3_000;

function Drawn({ onDrawn }: { onDrawn: () => void }) {
  useEffect(onDrawn, [onDrawn]);
  return null;
}

/** Has React draw something apart from the screen, and reports when it has. */
function drawApart(onDrawn: () => void): void {
  const root = createRoot(document.createElement('div'));
  root.render(
    <Drawn
      onDrawn={() => {
        onDrawn();
        setTimeout(() => root.unmount());
      }}
    />,
  );
}

/**
 * Reloads a page that comes out of the back/forward cache and no longer draws: WebKit loses the message by which React
 * schedules its next turn if the page falls asleep before it arrives. `page` is the window.
 */
export function watchWaking(page: EventTarget, reload: () => void, draw = drawApart): void {
  page.addEventListener('pageshow', (event) => {
    if (!('persisted' in event) || event.persisted !== true) return;
    const timer = setTimeout(reload, drawsWithinMs);
    draw(() => clearTimeout(timer));
  });
}
