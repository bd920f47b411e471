import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createGate, type GateSlots } from './gate.ts';

const mb = 1024 * 1024;
/** Bytes of bodies that may be in memory at once: in all, of one hospital and of one session. A form has up to 25 MB. */
const defaultRoom: GateSlots = { inAll: 128 * mb, each: [64 * mb, 32 * mb] };
/** Smaller bodies, which nearly all entries are, never wait behind files. */
const smallBytes = 64 * 1024;
/** A body that makes no progress for as long as a tablet waits for one (rule PU10) has been abandoned. Units: ms. */
const defaultStallMs = 20_000;

/** Who sends a body, and how long the longest one is that its call reads. */
export interface BodySender {
  hospitalId: string;
  sessionId: string;
  maxBytes: number;
}

/** Bounds of tests. */
export interface BodyBounds {
  room?: GateSlots;
  stallMs?: number;
}

/** Bounds the bodies that a server has in memory. */
export interface BodyRoom {
  /**
   * Waits until a body has room, before any of it is read; the room is given back with the answer.
   * Throws: ApiError `server.busy` when that takes too long.
   */
  admit(request: FastifyRequest, reply: FastifyReply, sender: BodySender): Promise<void>;
}

interface Arriving {
  request: FastifyRequest;
  bytesRead: number;
  since: number;
}

/**
 * Bounds the memory that request bodies take, and ends those that stall before their end; `end` answers and closes
 * their connection.
 * Source: docs/decisions/472-bodies-in-memory.md
 */
export function createBodyRoom(
  server: Server,
  end: (socket: Socket) => void,
  { room = defaultRoom, stallMs = defaultStallMs }: BodyBounds = {},
): BodyRoom {
  const gate = createGate(room);
  const arriving = new Set<Arriving>();
  const watch = setInterval(() => {
    for (const each of arriving) {
      const { raw } = each.request;
      if (raw.complete || raw.destroyed) arriving.delete(each);
      else if (raw.socket.bytesRead !== each.bytesRead) {
        each.bytesRead = raw.socket.bytesRead;
        each.since = performance.now();
      } else if (performance.now() - each.since > stallMs) {
        arriving.delete(each);
        end(raw.socket);
      }
    }
  }, stallMs / 10);
  watch.unref();
  server.once('close', () => clearInterval(watch));

  return {
    async admit(request, reply, { hospitalId, sessionId, maxBytes }) {
      const { raw } = request;
      if (raw.complete || (raw.headers['content-length'] ?? raw.headers['transfer-encoding']) === undefined) return;
      const announced = Number(raw.headers['content-length'] ?? maxBytes);
      if (announced > smallBytes) {
        const leave = await gate.enter([hospitalId, sessionId], Math.min(announced, maxBytes));
        if (raw.socket.destroyed) leave();
        else reply.raw.once('close', leave);
      }
      const each = { request, bytesRead: raw.socket.bytesRead, since: performance.now() };
      arriving.add(each);
      reply.raw.once('close', () => arriving.delete(each));
    },
  };
}
