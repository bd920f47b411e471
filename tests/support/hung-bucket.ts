import { createServer, type Socket } from 'node:net';

/** The question whether the bucket exists, which a server asks when it starts. */
const existence = /^HEAD \/ward-files\/? /;

/**
 * Starts a bucket that accepts connections and never answers, until `letGo` cuts them and all later ones. One that
 * `exists` says so and hangs from then on, which spares a test the time limit of a start.
 */
export async function startHungBucket({ exists = false } = {}) {
  const sockets = new Set<Socket>();
  const hung = new Set<Socket>();
  let hangs = true;
  const listener = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    if (!hangs) socket.destroy();
    socket.on('data', (bytes) => {
      if (exists && existence.test(bytes.toString('latin1')))
        socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
      else hung.add(socket);
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return {
    sockets,
    /** Connections with a request that is not answered. */
    hung,
    settings: {
      endpoint: `http://127.0.0.1:${address.port}`,
      bucket: 'ward-files',
      region: 'us-east-1',
      accessKeyId: 'KEY',
      secretAccessKey: 'SECRET',
      forcePathStyle: true,
    },
    letGo() {
      hangs = false;
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      this.letGo();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}
