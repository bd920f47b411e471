import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join, normalize } from 'node:path';
import { replicaSchema } from '#contract/records/replica.ts';
import { changesPageSize } from '#contract/calls/sync.ts';
import { deviceRows } from '#tests/support/device-rows.ts';

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
};

/** Returns a first download of `count` devices in pages as the server sends them, as JSON texts. */
function changePages(count: number): string[] {
  const rows = deviceRows(count);
  const pages: string[] = [];
  for (let from = 0; from < count; from += changesPageSize) {
    const part = rows.slice(from, from + changesPageSize);
    const next = from + part.length;
    const versions = part.map((_, at) => from + at + 1);
    pages.push(
      JSON.stringify({
        epoch: 'bench',
        schema: replicaSchema,
        rows: [{ kind: 'device', versions, rows: part }],
        tombstones: [],
        next,
        head: count,
        more: next < count,
        serverTime: '2026-01-05T08:00:00.000Z',
      }),
    );
  }
  return pages;
}

/** Serves the built bench page and the pages of changes from this process. */
export async function serveBench(folder: string): Promise<{ origin: string; close(): Promise<void> }> {
  const made = new Map<number, string[]>();
  const pagesOf = (count: number): string[] => {
    const pages = made.get(count) ?? changePages(count);
    made.set(count, pages);
    return pages;
  };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://bench');
    const [, area, count, at] = url.pathname.split('/');
    if (area === 'changes') {
      const text = pagesOf(Number(count))[Number(at)];
      response.writeHead(text === undefined ? 404 : 200, { 'content-type': 'application/json' }).end(text);
      return;
    }
    const path = normalize(url.pathname === '/' ? '/index.html' : url.pathname);
    const type = types[/\.\w+$/.exec(path)?.[0] ?? ''] ?? 'application/octet-stream';
    readFile(join(folder, path)).then(
      (bytes) => response.writeHead(200, { 'content-type': type }).end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
