import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** A slow line in front of a local port. */
export interface SlowLine {
  port: number;
  /** Returns how many bytes have been received. */
  bytes(): number;
  close(): void;
}

/**
 * Opens a network link with this bandwidth, and this latency in each direction. Units: bytes per second, milliseconds.
 */
export async function openSlowLine(target: number, bytesPerSecond: number, oneWayMs: number): Promise<SlowLine> {
  /** When the line is next free. */
  let freeAt = 0;
  let bytes = 0;
  const server = createServer((inner) => {
    const outer = connect(target, '127.0.0.1');
    const up = oneWay(outer);
    const down = oneWay(inner);
    for (const socket of [inner, outer]) {
      socket.setNoDelay(true);
      socket.on('error', () => socket.destroy());
    }
    inner.on('close', () => outer.destroy());
    outer.on('close', () => down.end());
    inner.on('data', (sent) => up.send(sent, performance.now() + oneWayMs));
    outer.on('data', (sent) => {
      bytes += sent.length;
      const now = performance.now();
      freeAt = Math.max(freeAt, now) + (sent.length / bytesPerSecond) * 1000;
      outer.pause();
      setTimeout(() => outer.resume(), freeAt - now);
      down.send(sent, freeAt + oneWayMs);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, bytes: () => bytes, close: () => void server.close() };
}

/**
 * Simulates one direction of a connection: data arrives on time and in order, however late the timers of a busy machine
 * fire.
 */
function oneWay(to: Socket): { send(sent: Buffer, at: number): void; end(): void } {
  let arrived: Promise<unknown> = Promise.resolve();
  return {
    send(sent, at) {
      arrived = arrived.then(() => wait(Math.max(0, at - performance.now()))).then(() => to.write(sent));
    },
    end() {
      void arrived.then(() => to.end());
    },
  };
}
