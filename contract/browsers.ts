/**
 * The oldest browsers that the app supports, by major version: what its styles need (Tailwind 4: `@property`,
 * `color-mix`). Sources: https://tailwindcss.com/docs/compatibility, README.md.
 */
export const oldestBrowsers = { chrome: '111', firefox: '128', safari: '16.4' } as const;
