import { createServer, connect } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

/** A cable between browser and server that a test can pull out: it binds pages and service workers alike. */
export interface TcpProxy {
  port: number;
  /** Drops all connections and refuses new ones. */
  cut(): void;
  mend(): void;
  /** Points the cable at another server, after a restart on another port. */
  aim(port: number): void;
  close(): Promise<void>;
}

/** Opens a proxy on 127.0.0.1 in front of a port of this machine. */
export async function openTcpProxy(targetPort: number): Promise<TcpProxy> {
  let target = targetPort;
  let whole = true;
  const sockets = new Set<Socket>();
  const server: Server = createServer((inner) => {
    if (!whole) {
      inner.destroy();
      return;
    }
    const outer = connect(target, '127.0.0.1');
    for (const socket of [inner, outer]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        inner.destroy();
        outer.destroy();
      });
    }
    inner.pipe(outer);
    outer.pipe(inner);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => {
      whole = false;
      for (const socket of sockets) socket.destroy();
    },
    mend: () => {
      whole = true;
    },
    aim: (port) => {
      target = port;
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
