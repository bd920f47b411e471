import { connect, createServer, type AddressInfo } from 'node:net';

/** A line in front of a port of this machine. */
export interface SlowLine {
  port: number;
  /** How many bytes have come down. */
  bytes(): number;
  close(): void;
}

/** Opens a line that brings so many bytes a second, each after so long a way in either direction. Units: bytes, milliseconds. */
export async function openSlowLine(target: number, bytesPerSecond: number, oneWayMs: number): Promise<SlowLine> {
  /** When the line is free again. */
  let freeAt = 0;
  let bytes = 0;
  const server = createServer((inner) => {
    const outer = connect(target, '127.0.0.1');
    let lastAt = 0;
    for (const socket of [inner, outer]) {
      socket.setNoDelay(true);
      socket.on('error', () => socket.destroy());
    }
    inner.on('close', () => outer.destroy());
    outer.on('close', () => setTimeout(() => inner.end(), Math.max(0, lastAt - performance.now()) + 5));
    inner.on('data', (sent) => setTimeout(() => outer.write(sent), oneWayMs));
    outer.on('data', (sent) => {
      bytes += sent.length;
      const now = performance.now();
      freeAt = Math.max(freeAt, now) + (sent.length / bytesPerSecond) * 1000;
      lastAt = freeAt + oneWayMs;
      outer.pause();
      setTimeout(() => outer.resume(), freeAt - now);
      setTimeout(() => inner.write(sent), lastAt - now);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, bytes: () => bytes, close: () => void server.close() };
}
