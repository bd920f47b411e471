import { openPhone } from './phone.ts';

/**
 * Sends the reports that wait on a phone on which somebody has signed in since. They stay in a database of their own and
 * go without the user's session.
 */
export async function sendWaiting(): Promise<void> {
  const { store, sender } = openPhone(() => undefined);
  await sender.sendAll().finally(() => store.close());
}
