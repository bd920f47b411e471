/** The address of the bare app's devices, and of the files that its worker caches. */
export const devicesAddress = '/devices.json';
export const filesAddress = '/files.json';
/** Rows on a page of its list, as many as in ours. */
export const shownRows = 20;
/** Rows of its round, as many as in the long round of ours. */
export const roundRows = 200;
