import { useEffect } from 'react';

/** Sets the window's title to that of the screen. */
export function useScreenTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Ward Rounds`;
  }, [title]);
}
