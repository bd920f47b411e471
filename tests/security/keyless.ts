import type { CallName } from '#contract/index.ts';

/**
 * Calls that take no idempotency key and enter nothing in the activity log: the session's own, bytes of a file that an
 * entry has named, what the app or a visitor reports without a user, which is a separate record, and where a tablet
 * receives pushes.
 */
export const keyless: ReadonlySet<CallName> = new Set<CallName>([
  'login',
  'refresh',
  'logout',
  'putAttachment',
  'reportTablet',
  'reportCrash',
  'sendFaultReport',
  'faultReportStates',
  'putFaultPhoto',
  'subscribePush',
  'unsubscribePush',
  'tryPush',
  'tryMail',
  'stopMail',
  'askForPasswordLink',
  'passwordByLink',
]);
