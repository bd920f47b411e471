import { useLayoutEffect } from 'react';

/**
 * Sets the window title to the screen's title, before the screen adds the name of its record. The main part, which a link
 * focuses, is described by the title, so that a screen reader says where the user has arrived.
 */
export function useScreenTitle(title: string) {
  useLayoutEffect(() => {
    document.title = `${title} · Ward Rounds`;
    document.getElementById('main')?.setAttribute('aria-description', title);
  }, [title]);
}
