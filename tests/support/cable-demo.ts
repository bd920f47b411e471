import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFilledServer } from './filled-server.ts';
import { openTcpProxy, type TcpProxy } from './tcp-proxy.ts';

/** A demo hospital for one test file, which may change it, behind a cable that can be cut. */
export interface CableDemo {
  origin: string;
  cable: TcpProxy;
  close(): Promise<void>;
}

/** Starts a built server with demo data behind a cable. */
export async function openCableDemo(env: Record<string, string> = {}): Promise<CableDemo> {
  const folder = mkdtempSync(join(tmpdir(), 'ward-cable-'));
  const server = await startFilledServer(join(folder, 'data'), 'demo', env);
  const cable = await openTcpProxy(0);
  cable.aim(server.port);
  return {
    origin: `http://localhost:${cable.port}`,
    cable,
    close: async () => {
      await cable.close();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
