/** Whether the browser wakes the service worker of a closed app when the network is back; Safari and Firefox do not. */
export const sendsWhenClosed = (): boolean => 'serviceWorker' in navigator && 'SyncManager' in window;
