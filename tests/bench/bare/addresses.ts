/** Where the bare app finds its devices, and its worker the files that it keeps. */
export const devicesAddress = '/devices.json';
export const filesAddress = '/files.json';
/** Rows of a page of its list: as many as ours shows. */
export const shownRows = 20;
