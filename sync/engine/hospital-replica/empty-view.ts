import type { WardView } from '../../types.ts';

/** The view without a hospital: empty and constant. */
export const emptyView: WardView = {
  revision: 0,
  ready: false,
  get: () => undefined,
  all: () => [],
  isPending: () => false,
  deviceBySerial: () => undefined,
  searchDevices: () => [],
  count: () => 0,
  readAhead: () => true,
};
