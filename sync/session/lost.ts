/** Message on a tablet that was reported lost (rule AU12); it does not tell a finder who reported it. */
export const lostText =
  'This tablet was reported lost. Everyone was signed out and the hospital’s data was removed from it. Waiting entries will still be sent under their authors’ names. Sign in to use this tablet again.';
