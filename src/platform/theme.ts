/** The theme the user chose on this tablet. */
export type ThemeChoice = 'system' | 'light' | 'dark';

const storageKey = 'theme';
/** Colours of the browser's own bars: the header's background in each theme. */
const barColors = { light: '#0b2b33', dark: '#0c1d22' };

/** Returns the theme stored on this tablet, or the system's. */
export function readTheme(): ThemeChoice {
  try {
    const kept = localStorage.getItem(storageKey);
    return kept === 'light' || kept === 'dark' ? kept : 'system';
  } catch {
    return 'system';
  }
}

/** Applies the chosen theme to the page and the browser's bars. */
export function applyTheme(choice: ThemeChoice) {
  const root = document.documentElement;
  if (choice === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = choice;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.media.includes('dark') ? 'dark' : 'light';
    meta.content = barColors[choice === 'system' ? own : choice];
  }
}

/** Stores and applies a theme. */
export function chooseTheme(choice: ThemeChoice) {
  try {
    if (choice === 'system') localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, choice);
  } catch {
    // In a browser that stores nothing, the theme lasts until the app is closed.
  }
  applyTheme(choice);
}
