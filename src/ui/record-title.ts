import { useEffect } from 'react';

/** Puts the name of the record that is shown before the screen's title in the title of the window (P276). */
export function useRecordTitle(name: string | undefined): void {
  useEffect(() => {
    if (!name) return undefined;
    const lead = `${name} · `;
    document.title = lead + document.title;
    return () => {
      // Another screen may have set its own title meanwhile.
      if (document.title.startsWith(lead)) document.title = document.title.slice(lead.length);
    };
  }, [name]);
}
