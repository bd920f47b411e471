import { useEffect } from 'react';

/** Names the window after the screen. */
export function useScreenTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Ward Rounds`;
  }, [title]);
}
