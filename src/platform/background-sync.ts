/**
 * Returns whether the browser wakes a closed app's service worker when the network returns; Safari and Firefox do not.
 */
export const sendsWhenClosed = (): boolean => 'serviceWorker' in navigator && 'SyncManager' in window;
