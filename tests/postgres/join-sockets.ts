import type { Socket } from 'node:net';

/** Passes all bytes of two connections on to each other; when one ends or fails, so does the other. */
export function joinSockets(one: Socket, other: Socket): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.on('error', () => to.destroy());
    from.on('close', () => to.destroy());
    from.pipe(to);
  }
}
