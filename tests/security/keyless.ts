import type { CallName } from '#contract/index.ts';

/**
 * Calls that take no idempotency key and enter nothing in the activity log: the session's own, bytes of a file that an
 * entry has named, and what the app or a visitor tells without a user, which is a record of its own.
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
]);
