import { useEffect } from 'react';

/** Sets the window title to the screen's title. */
export function useScreenTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Ward Rounds`;
  }, [title]);
}
