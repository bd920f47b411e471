import { expect, test } from 'vitest';
import { createOnlineCalls } from '#sync/engine/online/online-calls.ts';
import { createVirtualTime } from '#tests/faults/virtual-time.ts';
import { pictureOf } from '#ui/work/file-bytes.ts';

test('PU10 a photo that stops in the middle says so after 20 s, and opens at the next press', async () => {
  const time = createVirtualTime(0);
  const clock = time.clock(
    () => 0,
    (resume) => resume(),
  );
  let isCancelled = false;
  const stalled = new ReadableStream<Uint8Array>({
    start: (stream) => stream.enqueue(new Uint8Array([1])),
    cancel: () => void (isCancelled = true),
  });
  const answers = [new Response(stalled), new Response(new Uint8Array([1, 2]))];
  const { download } = createOnlineCalls({
    clock,
    client: { openStream: async () => answers.shift() } as never,
    responseCache: {} as never,
    userId: () => undefined,
    onPasswordChanged: async () => undefined,
  });
  const engine = { download, localFile: async () => undefined };
  const picture = pictureOf(engine, { sha256: 'a', mime: 'image/jpeg', name: 'R-ABC234-1.jpg' }, new Map());

  // The row loads the photo, too, and a press while it does waits for the same bytes.
  const loads = [picture.load(), picture.load()].map((load) =>
    load.catch((error: unknown) => [time.now(), error instanceof Error && error.message]),
  );
  await time.run(600_000);
  const said = 'This file is not on this tablet. Connect to the network to open it.';
  expect(await Promise.all(loads)).toEqual([
    [20_000, said],
    [20_000, said],
  ]);
  expect(isCancelled).toBe(true);
  expect((await picture.load()).size).toBe(2);
});
