import type { FailureClass } from '../records/values.ts';

/** Their names on screens. */
export const failureClassWords = {
  component: 'Component failed',
  wear: 'Wear, preventable by maintenance',
  accessory: 'Accessory or consumable',
  battery: 'Battery',
  'use-error': 'Use error',
  'physical-damage': 'Physical damage',
  environment: 'Environment: power, gas or climate',
  'network-or-software': 'Network or software',
  'could-not-reproduce': 'Could not reproduce',
  'caused-by-maintenance': 'Caused by maintenance',
  'no-fault': 'No fault in the device',
} as const satisfies Record<FailureClass, string>;

/** Returns the failure class of a ticket in words; a missing one is named as such. */
export function failureWords(failureClass: FailureClass | null): string {
  return failureClass === null ? 'Not stated' : failureClassWords[failureClass];
}

/** Returns whether the device itself failed; a ticket without a class counts, so that leaving it out improves no figure. */
export function countsAsFailure(failureClass: FailureClass | null): boolean {
  return failureClass !== 'use-error' && failureClass !== 'could-not-reproduce' && failureClass !== 'no-fault';
}
