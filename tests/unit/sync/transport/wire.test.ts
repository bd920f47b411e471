import { expect, test } from 'vitest';
import { exchange, readBody } from '#sync/transport/wire.ts';
import { createVirtualTime } from '#tests/faults/virtual-time.ts';

/** Measures how long a request to a silent server waits. Units: seconds of virtual time. */
async function waitedFor(body: string | ArrayBuffer | FormData): Promise<number> {
  const time = createVirtualTime(0);
  const clock = time.clock(
    () => 0,
    (resume) => resume(),
  );
  const ports = { clock, transport: { origin: 'https://ward.test', fetch: () => new Promise<never>(() => undefined) } };
  const asked = exchange(ports, { method: 'POST', path: '/api/x', headers: {}, body });
  let endedAt = -1;
  void asked.then(() => (endedAt = time.now()));
  await time.run(600_000);
  expect(await asked).toMatchObject({ kind: 'unreachable', code: 'timeout' });
  return Math.round(endedAt / 1000);
}

test('PU10 a large body gets the time it needs on a slow line', async () => {
  const file = new FormData();
  file.set('File', new Blob([new Uint8Array(10_000_000)]), 'register.xlsx');
  expect(await waitedFor('{}')).toBe(20);
  expect(await waitedFor(new ArrayBuffer(1_000_000))).toBe(40);
  expect(await waitedFor(file)).toBe(220);
});

test('PU10 a file may take any time as long as bytes arrive', async () => {
  const time = createVirtualTime(0);
  const clock = time.clock(
    () => 0,
    (resume) => resume(),
  );
  let sent = 0;
  const slow = new ReadableStream<Uint8Array>({
    async pull(stream) {
      await clock.delay(15_000, new AbortController().signal);
      if (sent === 4) stream.close();
      else stream.enqueue(new Uint8Array([(sent += 1)]));
    },
  });
  const read = readBody(clock, new Response(slow, { headers: { 'Content-Type': 'image/jpeg' } }));
  await time.run(600_000);
  const bytes = await read;
  expect([bytes.type, [...new Uint8Array(await bytes.arrayBuffer())]]).toEqual(['image/jpeg', [1, 2, 3, 4]]);
});
