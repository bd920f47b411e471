/** What a tablet says that was reported lost (rule AU12); who reported it is not told to a finder. */
export const lostText =
  'This tablet was reported lost. Everyone was signed out and the hospital’s data was removed from it. Entries that were waiting are still sent under their authors’ names. To use the tablet again, sign in.';
