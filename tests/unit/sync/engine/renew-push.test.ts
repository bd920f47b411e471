import { expect, test } from 'vitest';
import { renewPush } from '#sync/engine/renew-push.ts';
import type { WireAnswer } from '#tests/faults/wire-answer.ts';
import { createBench, type Interception } from '../bench.ts';

const appUrl = 'https://ward.example.org';
const old = 'https://push.example.org/old';
const keys = { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) };
const answer = (status: number, body: unknown): WireAnswer => ({
  status,
  headers: { 'content-type': 'application/json', 'x-ward-protocol': '1' },
  body: JSON.stringify(body),
});

/** A tablet of a user whose browser has a new address; `endpoint` is the one that the server has. */
async function changed(endpoint: string | null, told: Interception = answer(204, null)) {
  const bench = createBench();
  const { engine } = await bench.signIn('asha');
  bench.network = ({ method, path }) => {
    if (path.endsWith('/Notices/preferences')) {
      return answer(200, {
        hasMail: false,
        off: { mail: [], push: [] },
        push: { key: 'the key', endpoint, isFailing: false },
      });
    }
    return method === 'PUT' && path.endsWith('/Notices/push') ? told : undefined;
  };
  const did: string[] = [];
  const subscription = {
    endpoint: 'https://push.example.org/new',
    toJSON: () => ({ keys }),
    unsubscribe: async () => did.push('unsubscribed') > 0,
  } as unknown as PushSubscription;
  const push = {
    getSubscription: async () => null,
    async subscribe(options?: PushSubscriptionOptionsInit) {
      did.push(`subscribed with ${options?.applicationServerKey as string}`);
      return subscription;
    },
  };
  const renew = () => bench.during(bench.tablet.inWorker((ports) => renewPush(ports, push, appUrl)));
  const sent = () => bench.requests.filter(({ path }) => path.endsWith('/Notices/push')).map(({ body }) => body);
  return { bench, engine, did, renew, sent };
}

test('P374 a renewed push endpoint reaches the server, with the session of the user', async () => {
  const { did, renew, sent } = await changed(old);
  await renew();
  expect(did).toEqual(['subscribed with the key']);
  expect(sent().map((text) => JSON.parse(text as string) as unknown)).toEqual([
    { endpoint: 'https://push.example.org/new', ...keys, appUrl },
  ]);
});

test('P374 no subscription is renewed for a user who has not enabled push, or has logged out', async () => {
  const off = await changed(null);
  await off.renew();
  expect([off.did, off.sent()]).toEqual([[], []]);
  const left = await changed(old);
  await left.bench.during(left.engine.logout());
  await left.renew();
  expect([left.did, left.sent()]).toEqual([[], []]);
});

test('P374 a subscription that the server refuses because the session has ended is dropped', async () => {
  const { did, renew } = await changed(
    old,
    answer(401, { statusCode: 401, message: 'Session ended.', code: 'auth.session' }),
  );
  await renew();
  expect(did).toEqual(['subscribed with the key', 'unsubscribed']);
});
