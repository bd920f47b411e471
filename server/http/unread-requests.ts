import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { protocolHeader, protocolVersion } from '#contract/calls/sync.ts';
import { maxHeaders } from './connections.ts';
import { ApiError } from '../problem.ts';

/** The latest response of each connection, finished or not. */
const lastAnswers = new WeakMap<Socket, ServerResponse>();

/**
 * Handles requests that Node would otherwise answer itself: one whose head it cannot parse (`refuseUnread`), and one
 * with an unsupported `Expect` header, which is ignored.
 */
export function watchUnread(server: Server): void {
  server.on('request', (request, response) => lastAnswers.set(request.socket, response));
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

/**
 * Answers a request that Node could not parse and closes its connection, because the start of the next request is
 * unknown.
 */
export function refuseUnread(error: NodeJS.ErrnoException, socket: Socket): void {
  const last = lastAnswers.get(socket);
  const isMidAnswer = last !== undefined && last.headersSent && !last.writableFinished;
  if (error.code === 'ECONNRESET' || !socket.writable || isMidAnswer) {
    socket.destroy();
    return;
  }
  const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const { problem } = new ApiError(isLate ? 'server.timeout' : 'input.unreadable');
  const body = JSON.stringify(problem);
  const head = [
    `HTTP/1.1 ${problem.status} ${isLate ? 'Request Timeout' : 'Bad Request'}`,
    `${protocolHeader}: ${protocolVersion}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    'content-type: application/problem+json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

/** Answers a request whose body has stalled, and closes its connection. */
export function refuseStalled(socket: Socket): void {
  refuseUnread(Object.assign(new Error('Stalled'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
}

/**
 * Refuses requests without a Host header, and those with more headers than are read: a proxy adds its headers last, and
 * without them the request would count as the proxy's.
 */
export function refuseHalfHeads(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const { rawHeaders, httpVersion, headers } = request.raw;
    const isNamed = headers.host !== undefined || httpVersion === '1.0';
    if (isNamed && rawHeaders.length <= 2 * maxHeaders) return;
    void reply.header('connection', 'close');
    throw new ApiError('input.unreadable');
  });
}
