import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, expect, it } from 'vitest';
import { answer, openSender, photosOfReport, received, reportAt } from '#tests/support/visitor-phone.ts';
import type { VisitorApi } from '#ui/visitor/api.ts';
import { missingPhotos } from '#ui/visitor/send.ts';
import { type KeptReport, openStore, type VisitorStore } from '#ui/visitor/store.ts';

const day = 24 * 60 * 60_000;
let store: VisitorStore;
let now: number;
beforeEach(() => {
  store = openStore({ indexedDB: new IDBFactory(), IDBKeyRange });
  now = Date.parse('2026-11-28T05:00:00Z');
});
const report = (id: string, part: Partial<KeptReport> = {}) => reportAt(now, id, part);
const withPhotos = (part: Partial<Omit<KeptReport, 'body'>> = {}) =>
  reportAt(now, 'one', { ...photosOfReport, ...part });
const world = (api: Partial<VisitorApi>) => openSender(store, api, () => now);

it('sends waiting reports in the order in which they were made, with the id as key', async () => {
  const ids: string[] = [];
  const { sender, stored } = world({
    send: async ({ id }) => {
      ids.push(id);
      return answer(201, received);
    },
  });
  await store.add(report('second', { madeAt: now + 1 }));
  await store.add(report('first'));
  await sender.sendAll();
  await sender.sendAll();
  expect(ids).toEqual(['first', 'second']);
  expect((await stored()).map(({ state, status }) => [state, status?.reference])).toEqual([
    ['sent', 'R-ABC234'],
    ['sent', 'R-ABC234'],
  ]);
});

it('retries a report whose response was lost under the same id until there is a response', async () => {
  const ids: string[] = [];
  const { sender, stored } = world({
    send: async ({ id }) => (ids.push(id) < 3 ? null : answer(201, received)),
  });
  await store.add(report('one'));
  for (let tries = 0; tries < 3; tries += 1) await sender.sendAll();
  expect(ids).toEqual(['one', 'one', 'one']);
  expect((await stored())[0]?.state).toBe('sent');
});

it('sends the photos, and resumes after the page was left between two', async () => {
  const got: string[] = [];
  let isOnline = false;
  const { sender, stored } = world({
    send: async () => answer(201, { ...received, photos: 2 }),
    photo: async (_id, sha256, secret) => {
      if (!isOnline && got.length > 0) return null;
      got.push(`${sha256} ${secret.length}`);
      return answer(204, null);
    },
  });
  await store.add(withPhotos());
  await sender.sendAll();
  expect((await stored())[0]?.state).toBe('photos');
  isOnline = true;
  await sender.sendAll();
  expect([...new Set(got)]).toEqual(['1 64', '2 64']);
  const [kept] = await stored();
  expect(kept?.state).toBe('sent');
  expect(missingPhotos(kept!)).toEqual([]);
});

it('sends the photos again to a server restored from a backup, whether it lost the report or only its photos', async () => {
  const here = new Set<string>();
  let knows = false;
  const status = () => ({ ...received, photos: 2, arrived: [...here] });
  const { sender, stored } = world({
    send: async (body) => {
      expect(body.photos?.length).toBe(2);
      knows = true;
      return answer(201, status());
    },
    states: async () => answer(200, knows ? [status()] : []),
    photo: async (_id, sha256) => {
      here.add(sha256);
      return answer(204, null);
    },
  });
  const all = async () => {
    await sender.sendAll();
    await sender.follow();
    await sender.sendAll();
    expect([(await stored())[0]?.state, [...here].toSorted()]).toEqual(['sent', ['1', '2']]);
  };
  await store.add(withPhotos());
  await all();
  here.clear();
  knows = false;
  await all();
  here.delete('2');
  await all();
});

it('says which photos did not arrive: refused by the server, refused in a flood, or no longer on the phone', async () => {
  const { sender, stored } = world({
    send: async () => answer(201, { ...received, photos: 2 }),
    photo: async (_id, sha256) => answer(sha256 === '1' ? 415 : 204, { code: 'file.wrong_type' }),
    states: async () => answer(200, [{ ...received, photos: 2, arrived: ['2'] }]),
  });
  await store.add(withPhotos());
  await sender.sendAll();
  await sender.follow();
  const [kept] = await stored();
  expect([kept?.state, missingPhotos(kept!).map(({ sha256 }) => sha256)]).toEqual(['sent', ['1']]);
  const flooded = withPhotos({ state: 'sent', status: received });
  expect(missingPhotos(flooded)).toHaveLength(2);
  expect(missingPhotos({ ...flooded, status: { ...received, photos: 2 } })).toHaveLength(2);
});

it('a report whose state cannot be stored on the phone does not block the next one', async () => {
  const ids: string[] = [];
  const { sender } = world({
    send: async ({ id }) => {
      ids.push(id);
      if (id === 'first') throw new Error('QuotaExceededError');
      return answer(201, received);
    },
  });
  await store.add(report('first'));
  await store.add(report('second', { madeAt: now + 1 }));
  await sender.sendAll();
  expect(ids).toEqual(['first', 'second']);
});

it("does not wait for years after the phone's clock is set back", async () => {
  let asked = 0;
  const { sender } = world({
    send: async () => {
      asked += 1;
      return answer(429, { code: 'report.browser_limit' }, 600_000);
    },
  });
  await store.add(report('one'));
  await sender.sendAll();
  now -= 6 * 365 * day;
  await sender.sendAll();
  expect(asked).toBe(2);
});

it('solves the challenge of a hospital with many reports, and sends the same report again', async () => {
  const proofs: (string | undefined)[] = [];
  const { sender, stored } = world({
    send: async ({ proof }) => {
      proofs.push(proof);
      return proof === undefined
        ? answer(428, { code: 'report.proof_needed', context: { challenge: {} } })
        : answer(201, received);
    },
  });
  await store.add(report('one'));
  await sender.sendAll();
  expect(proofs).toEqual([undefined, 'proof']);
  expect((await stored())[0]?.state).toBe('sent');
});

it('waits as long as the rate limit says', async () => {
  let asked = 0;
  const { sender, stored } = world({
    send: async () => {
      asked += 1;
      return asked === 1 ? answer(429, { code: 'report.browser_limit' }, 60_000) : answer(201, received);
    },
  });
  await store.add(report('one'));
  await sender.sendAll();
  await sender.sendAll();
  expect([asked, (await stored())[0]?.state]).toEqual([1, 'waiting']);
  now += 60_000;
  await sender.sendAll();
  expect([asked, (await stored())[0]?.state]).toEqual([2, 'sent']);
});

it.each([
  [403, 'report.off'],
  [404, 'record.unknown'],
  [400, 'input.invalid'],
])('shows the reason of a report refused with %i, and stops asking', async (status, code) => {
  let asked = 0;
  const { sender, stored } = world({
    send: async () => {
      asked += 1;
      return answer(status, { code });
    },
  });
  await store.add(report('one'));
  await sender.sendAll();
  await sender.sendAll();
  expect([asked, (await stored())[0]?.state, (await stored())[0]?.refusal]).toEqual([1, 'refused', code]);
});

it('a failing server is asked again', async () => {
  const { sender, stored } = world({ send: async () => answer(503, null) });
  await store.add(report('one'));
  await sender.sendAll();
  expect((await stored())[0]?.state).toBe('waiting');
});

it('tracks its reports by reference and secret, even after they have arrived', async () => {
  const { sender, stored } = world({
    send: async () => answer(201, received),
    states: async (reports) => {
      expect(reports).toEqual([{ reference: 'R-ABC234', secret: 'a'.repeat(64), photos: [] }]);
      return answer(200, [{ ...received, state: 'accepted', ticketNumber: 'BD-2026-000171' }]);
    },
  });
  await store.add(report('one'));
  await sender.sendAll();
  await sender.follow();
  expect((await stored())[0]?.status).toMatchObject({ state: 'accepted', ticketNumber: 'BD-2026-000171' });
});

it('resends a report that the server no longer has, as after a restored backup', async () => {
  const ids: string[] = [];
  const { sender, stored } = world({
    send: async ({ id }) => {
      ids.push(id);
      return answer(201, received);
    },
    states: async () => answer(200, []),
  });
  await store.add(report('one'));
  await sender.sendAll();
  await sender.follow();
  expect((await stored())[0]).toMatchObject({ state: 'waiting', status: null });
  await sender.sendAll();
  expect(ids).toEqual(['one', 'one']);
  expect((await stored())[0]?.state).toBe('sent');
});

it('keeps reports for 30 days, and waiting ones until they are sent', async () => {
  await store.add(report('old', { state: 'sent', status: received, madeAt: now - 31 * day }));
  await store.add(report('young', { state: 'sent', status: received, madeAt: now - 29 * day }));
  await store.add(report('waits', { madeAt: now - 40 * day }));
  expect((await store.reports(now)).map(({ id }) => id)).toEqual(['young', 'waits']);
});

it('uses one id for its browser', async () => {
  const [one, other] = await Promise.all([store.browserId(), store.browserId()]);
  expect(one).toMatch(/^[0-9a-f-]{36}$/);
  expect(other).toBe(one);
  expect(await store.browserId()).toBe(one);
});
