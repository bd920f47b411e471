import { createServer, connect } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { Transform } from 'node:stream';

/** A cable between browser and server that a test can cut; it affects pages and service workers alike. */
export interface TcpProxy {
  port: number;
  /** Drops all connections and refuses new ones. */
  cut(): void;
  mend(): void;
  /** Drops connections on which the browser sends a request whose first line matches; null drops none. */
  drop(line: RegExp | null): void;
  /** Limits the download rate from now on, for all connections together. Units: bytes per second. */
  slowDown(bytesPerSecond: number): void;
  /** Resolves when the browser has sent a request whose first line matches, before the server answers. */
  requestSeen(line: RegExp): Promise<void>;
  /** Connects the cable to another port, after a server restart. */
  aim(port: number): void;
  close(): Promise<void>;
}

/** Opens a proxy on 127.0.0.1 in front of a local port. */
export async function openTcpProxy(targetPort: number): Promise<TcpProxy> {
  let target = targetPort;
  let whole = true;
  let dropped: RegExp | null = null;
  /** Milliseconds per byte, and when the line is next free. */
  let msPerByte = 0;
  let freeAt = 0;
  const slow = () =>
    new Transform({
      transform(bytes: Buffer, _encoding, passOn) {
        const now = Date.now();
        freeAt = Math.max(freeAt, now) + bytes.length * msPerByte;
        if (freeAt <= now) passOn(null, bytes);
        else setTimeout(() => passOn(null, bytes), freeAt - now);
      },
    });
  const sockets = new Set<Socket>();
  const watches = new Set<{ line: RegExp; found: () => void }>();
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
    inner.on('data', (bytes: Buffer) => {
      const text = bytes.toString('latin1');
      if (dropped?.test(text)) inner.destroy();
      for (const watch of watches) {
        if (!watch.line.test(text)) continue;
        watches.delete(watch);
        watch.found();
      }
    });
    inner.pipe(outer);
    outer.pipe(slow()).pipe(inner);
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
    drop: (line) => {
      dropped = line;
    },
    slowDown: (bytesPerSecond) => {
      msPerByte = 1000 / bytesPerSecond;
    },
    requestSeen: (line) => new Promise((found) => watches.add({ line, found })),
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
