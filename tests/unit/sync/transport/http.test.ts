import { expect, test, vi } from 'vitest';
import { send } from '#sync/transport/http.ts';
import type { WireRequest } from '#sync/transport/http.ts';

const signal = () => new AbortController().signal;

/** Creates a network that answers each request with a status, and records the requests. */
function network(answer: () => Promise<Response>) {
  const asked: Request[] = [];
  const fetch: typeof globalThis.fetch = (input) => {
    if (input instanceof Request) asked.push(input);
    return answer();
  };
  return { asked, transport: { origin: 'https://ward.test', fetch } };
}

const request: WireRequest = {
  method: 'GET',
  path: '/api/Sync/digest?limit=2',
  headers: { Accept: 'application/json' },
};

test('a request names the protocol and its user, follows no redirect and is not cached', async () => {
  const { asked, transport } = network(async () => new Response('{}'));
  await send(transport, { ...request, token: 'token-1' }, signal());
  await send(transport, request, signal());
  expect(asked).toHaveLength(2);
  expect(asked[0]).toMatchObject({
    url: 'https://ward.test/api/Sync/digest?limit=2',
    method: 'GET',
    redirect: 'manual',
    cache: 'no-store',
    credentials: 'same-origin',
  });
  expect(Object.fromEntries(asked[0]?.headers ?? [])).toEqual({
    accept: 'application/json',
    authorization: 'Bearer token-1',
    'x-ward-protocol': '1',
  });
  expect(asked[1]?.headers.has('Authorization')).toBe(false);
});

test('a body is sent unchanged: text, bytes, or a form with its files', async () => {
  const form = new FormData();
  form.set('name', 'Ventilator');
  form.set('File', new Blob(['abc']), 'register.csv');
  const bodyRead = async <T>(body: WireRequest['body'], read: (asked: Request) => Promise<T>) => {
    let found: T | undefined;
    const fetch: typeof globalThis.fetch = async (input) => {
      if (input instanceof Request) found = await read(input);
      return new Response('{}');
    };
    const post = { ...request, method: 'POST', headers: {}, ...(body !== undefined && { body }) };
    await send({ origin: 'https://ward.test', fetch }, post, signal());
    return found;
  };
  expect(await bodyRead('{"a":1}', (asked) => asked.text())).toBe('{"a":1}');
  const bytes = new Uint8Array([1, 2, 3]);
  expect(await bodyRead(bytes.buffer, (asked) => asked.arrayBuffer())).toEqual(bytes.buffer);
  const received = await bodyRead(form, (asked) => asked.formData());
  expect(received?.get('name')).toBe('Ventilator');
  const file = received?.get('File');
  expect(file instanceof Blob && (await file.text())).toBe('abc');
});

test('a request is sent once without copying, since a copied body would be sent as a stream', async () => {
  const copied = vi.spyOn(Request.prototype, 'clone');
  const { asked, transport } = network(async () => new Response('{}'));
  await send(transport, { ...request, method: 'POST', body: '{"a":1}' }, signal());
  expect(asked).toHaveLength(1);
  expect(copied).not.toHaveBeenCalled();
  copied.mockRestore();
});

test('the client never retries a request: the outbox does, with its own backoff', async () => {
  const busy = network(async () => new Response('{}', { status: 503, headers: { 'Retry-After': '0' } }));
  expect((await send(busy.transport, request, signal())).status).toBe(503);
  expect(busy.asked).toHaveLength(1);
  const away = network(() => Promise.reject(new TypeError('Failed to fetch')));
  await expect(send(away.transport, request, signal())).rejects.toThrow('Failed to fetch');
  expect(away.asked).toHaveLength(1);
});

test('an abort reaches the network', async () => {
  const { asked, transport } = network(() => new Promise<never>(() => undefined));
  const stop = new AbortController();
  void send(transport, request, stop.signal);
  await new Promise((resolve) => setImmediate(resolve));
  expect(asked[0]?.signal.aborted).toBe(false);
  stop.abort();
  expect(asked[0]?.signal.aborted).toBe(true);
});
