import type { WardView } from './types.ts';

/** What there is to see without a hospital: nothing, and it never changes. */
export const emptyView: WardView = {
  revision: 0,
  ready: false,
  get: () => undefined,
  all: () => [],
  isPending: () => false,
  deviceBySerial: () => undefined,
  searchDevices: () => [],
  count: () => 0,
};
