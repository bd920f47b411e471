import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createGate, type GateSlots } from './gate.ts';

const mb = 1024 * 1024;
/** Bytes of bodies that may be in memory at once: in all, of one hospital and of one session. A form has up to 25 MB. */
const defaultRoom: GateSlots = { inAll: 128 * mb, each: [64 * mb, 32 * mb] };
/** Smaller bodies, which nearly all entries are, never wait behind files. */
const smallBytes = 64 * 1024;
/** Room of small bodies: a tablet sends a few at a time, and one that waited would be in memory all the same. */
const defaultSmallRoom: GateSlots = { inAll: 64 * mb, each: [32 * mb, 4 * mb] };
/** A body that makes no progress for as long as a tablet waits for one (rule PU10) has been abandoned. Units: ms. */
const defaultStallMs = 20_000;

/** Who sends a body, and how long the longest one is that its call reads. */
export interface BodySender {
  hospitalId: string;
  /** The session, or the address of a visitor. */
  caller: string;
  /** Small bodies of visitors, of at most 16 kB, are bounded by the number of connections alone. */
  isVisitor: boolean;
  maxBytes: number;
}

/** Bounds of tests. */
export interface BodyBounds {
  room?: GateSlots;
  small?: GateSlots;
  stallMs?: number;
}

/** Bounds the bodies that a server has in memory. */
export interface BodyRoom {
  /**
   * Waits until a body has room, before any of it is read; the room is given back with the answer. A small body does not
   * wait. Throws: ApiError `server.busy` when that takes too long, and for small bodies without room.
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
  { room = defaultRoom, small = defaultSmallRoom, stallMs = defaultStallMs }: BodyBounds = {},
): BodyRoom {
  const gate = createGate(room);
  const smallGate = createGate(small);
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
    async admit(request, reply, { hospitalId, caller, isVisitor, maxBytes }) {
      const { raw } = request;
      if (raw.complete || (raw.headers['content-length'] ?? raw.headers['transfer-encoding']) === undefined) return;
      const announced = Number(raw.headers['content-length'] ?? maxBytes);
      const isSmall = announced <= smallBytes;
      if (!isSmall || !isVisitor) {
        const holders = [hospitalId, caller];
        const leave = isSmall
          ? smallGate.enterNow(holders, announced)
          : await gate.enter(holders, Math.min(announced, maxBytes));
        if (raw.socket.destroyed) leave();
        else reply.raw.once('close', leave);
      }
      const each = { request, bytesRead: raw.socket.bytesRead, since: performance.now() };
      arriving.add(each);
      reply.raw.once('close', () => arriving.delete(each));
    },
  };
}
