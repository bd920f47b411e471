import type { CallName } from '#contract/index.ts';

/**
 * Calls that take no idempotency key and enter nothing in the activity log: the session's own, bytes of a file that an
 * entry has named, what the app or a visitor tells without a user, which is a record of its own, and where a tablet takes
 * pushes.
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
