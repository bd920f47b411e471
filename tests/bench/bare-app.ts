import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { devicesAddress, filesAddress } from './bare/addresses.ts';

const source = fileURLToPath(new URL('bare', import.meta.url));
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.json': 'application/json' };

/** Builds the bare app and serves it with a list of devices, as JSON text. */
export async function serveBareApp(devices: string): Promise<{ port: number; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'ward-bench-bare-'));
  await build({
    configFile: false,
    root: source,
    logLevel: 'warn',
    plugins: [react()],
    build: { outDir: folder, emptyOutDir: true, target: 'es2023' },
  });
  await cp(join(source, 'worker.js'), join(folder, 'worker.js'));
  const assets = (await readdir(join(folder, 'assets'))).map((name) => `/assets/${name}`);
  const made: Record<string, string> = {
    [devicesAddress]: devices,
    [filesAddress]: JSON.stringify(['/', devicesAddress, ...assets]),
  };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://bare');
    const file = extname(pathname) === '' ? '/index.html' : pathname;
    const text = made[pathname];
    Promise.resolve(text ?? readFile(join(folder, file))).then(
      (body) => response.writeHead(200, { 'content-type': types[extname(file)] ?? 'text/plain' }).end(body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
