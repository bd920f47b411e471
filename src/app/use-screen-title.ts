import { useLayoutEffect } from 'react';

/** Sets the window title to the screen's title, before the screen adds the name of its record. */
export function useScreenTitle(title: string) {
  useLayoutEffect(() => {
    document.title = `${title} · Ward Rounds`;
  }, [title]);
}
