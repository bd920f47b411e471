import { useMedia } from '#ui/ui/use-media.ts';

/** All steps are listed from tablet width on. */
const wideQuery = '(min-width: 48rem)';

/** Returns whether there is room for the list of all steps. */
export const useWide = (): boolean => useMedia(wideQuery);
