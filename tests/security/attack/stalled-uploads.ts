import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { processMemoryMb } from '#tests/support/process-memory.ts';
import type { BuiltServer } from '#tests/support/built-server.ts';

const mb = 1024 * 1024;
const uploads = 300;
const uploadBytes = 9.5 * mb;
const pieceBytes = 256 * 1024;
const lastedMs = 15_000;
const writeEachMs = 200;

/** The cost of stalled uploads for the server, and their effect on another session's writes. */
export interface StalledFigures {
  offeredMb: number;
  grownMb: number;
  /** Status of each write. */
  writes: number[];
}

/** Sends 300 forms with a file up to just before their end, then stalls; another session writes meanwhile. */
export async function stallUploads(
  { port, origin, pid }: BuiltServer,
  { stalling, token }: { stalling: string; token: string },
): Promise<StalledFigures> {
  const before = processMemoryMb(pid, 'VmRSS');
  const piece = Buffer.alloc(pieceBytes, 'x');
  let offered = 0;
  const sockets = Array.from({ length: uploads }, () => {
    const socket = connect(port, '127.0.0.1');
    let left = uploadBytes - pieceBytes;
    const go = (): void => {
      while (left > 0 && !socket.destroyed) {
        left -= pieceBytes;
        offered += pieceBytes;
        if (!socket.write(piece)) return void socket.once('drain', go);
      }
    };
    socket.on('error', () => undefined).resume();
    socket.write(
      `POST /api/Maintenance/submit-report HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${stalling}\r\n` +
        `content-type: multipart/form-data; boundary=stalls\r\ncontent-length: ${uploadBytes}\r\n\r\n` +
        '--stalls\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n',
    );
    go();
    return socket;
  });
  const writes: number[] = [];
  let mostMb = before;
  for (const endsAt = Date.now() + lastedMs; Date.now() < endsAt; await pause(writeEachMs)) {
    const answer = await fetch(`${origin}/api/Department`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: `Ward ${writes.length}`, location: 'Wing A' }),
    });
    writes.push(answer.status);
    mostMb = Math.max(mostMb, processMemoryMb(pid, 'VmRSS'));
  }
  for (const socket of sockets) socket.destroy();
  return { offeredMb: Math.round(offered / mb), grownMb: mostMb - before, writes };
}
