/** The release of app and server, as in package.json. */
export const release = '1.1.0';
