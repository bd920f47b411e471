import { calls } from '#contract/index.ts';
import type { BodyInput } from '#contract/define.ts';
import type { NoticePreferences } from '#contract/calls/notice.ts';
import { openOutboxDatabase } from '../outbox/database.ts';
import { createMeta } from '../outbox/meta.ts';
import { createOutbox } from '../outbox/outbox.ts';
import type { Ports } from '../ports/ports.ts';
import { requestOf } from '../transport/client.ts';
import { createSender } from './sender.ts';

type Subscription = BodyInput<(typeof calls)['subscribePush']>;

/**
 * Tells the server the new address of this browser at its push service, which may replace the address at any time.
 * Promises: only a user who has switched push on and is still signed in gets a subscription. Source: docs/product.md
 * P374.
 */
export async function renewPush(
  ports: Ports,
  push: Pick<PushManager, 'getSubscription' | 'subscribe'>,
  appUrl: string,
): Promise<void> {
  const db = await openOutboxDatabase(ports.databases);
  try {
    const outbox = createOutbox(db, () => ports.clock.now());
    const meta = createMeta(db);
    const person = await meta.get('person');
    if (!person || person.ended) return;
    const { client } = await createSender(
      ports,
      { meta, outbox },
      { onChange: () => undefined, onFreshSession: () => undefined },
    );
    const asked = await client.sendAs(person.userId, requestOf(calls.noticePreferences, {}));
    if (asked.kind !== 'ours' || asked.status !== 200) return;
    const { endpoint, key } = (asked.body as NoticePreferences).push;
    if (endpoint === null) return;
    const made =
      (await push.getSubscription()) ?? (await push.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
    if (made.endpoint === endpoint) return;
    const { p256dh = '', auth = '' } = made.toJSON().keys ?? {};
    const body: Subscription = { endpoint: made.endpoint, p256dh, auth, appUrl };
    const told = await client.sendAs(person.userId, requestOf(calls.subscribePush, { body }));
    // The user has logged out in the meantime: nobody may get this user's notices here.
    if (told.kind === 'signed-out') await made.unsubscribe();
  } finally {
    db.close();
  }
}
