import { openPhone } from './phone.ts';

/**
 * Sends the reports left waiting on a phone on which somebody has signed in since. They stay in their own database and
 * are sent without the user's session.
 */
export async function sendWaiting(): Promise<void> {
  const { store, sender } = openPhone(() => undefined);
  await sender.sendAll().finally(() => store.close());
}
