import { createServer, type Socket } from 'node:net';

/** Starts a bucket that accepts connections and never answers, until `letGo` cuts them and all later ones. */
export async function startHungBucket() {
  const sockets = new Set<Socket>();
  let hangs = true;
  const listener = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    if (hangs) socket.resume();
    else socket.destroy();
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return {
    sockets,
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
