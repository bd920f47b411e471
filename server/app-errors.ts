import { STATUS_CODES } from 'node:http';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode, Problem } from '#contract/errors.ts';
import { sqlState } from './db/database.ts';
import { ApiError } from './problem.ts';

/** Faults of the connection to PostgreSQL: it restarts, is full, or is out of reach. Source: PostgreSQL appendix A. */
const passingStates = /^(08|53|57P0)/;
const passingCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT']);
/** A text that PostgreSQL cannot hold. */
const unstorableStates = new Set(['22021', '22P05', '22P02', '22003', '22001']);

const byStatus: Partial<Record<number, ErrorCode>> = {
  400: 'input.unreadable',
  404: 'route.unknown',
  408: 'server.timeout',
  413: 'body.too_large',
  415: 'body.wrong_type',
  429: 'server.rate_limited',
  503: 'server.busy',
};

/** Makes every failure a problem document: a code for machines, a sentence for people, the cause in the log only. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = toApiError(error);
    if (refusal.problem.status >= 500) {
      request.log.error({ err: loggable(error) }, 'A request failed');
    }
    return sendProblem(reply, refusal.problem, refusal.retryAfter);
  });
}

/** A failure for the log. Of a failed statement the values are left out: they hold password hashes and people's words. */
function loggable(error: Error): unknown {
  if (!(error instanceof DrizzleQueryError)) return error;
  const { query, cause, stack = '' } = error;
  const frames = stack.split('\n').filter((line) => line.startsWith('    at '));
  return { type: error.name, message: cause?.message, code: sqlState(error), query, stack: frames.join('\n') };
}

/** Sends a problem document with its own content type. */
export function sendProblem(reply: FastifyReply, problem: Problem, retryAfter?: number): FastifyReply {
  if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter));
  return reply.code(problem.status).type('application/problem+json').send(JSON.stringify(problem));
}

/** The answer for an address that has nothing. */
export function unknownRoute(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendProblem(reply, new ApiError('route.unknown').problem);
}

/** The refusal that a failure means to the client. */
export function toApiError(error: FastifyError): ApiError {
  if (error instanceof ApiError) return error;
  if (error.code === 'FST_REQ_FILE_TOO_LARGE') return new ApiError('file.too_large');
  const state = sqlState(error) ?? '';
  if (passingStates.test(state) || passingCodes.has(state)) return new ApiError('server.busy');
  if (unstorableStates.has(state)) return new ApiError('input.invalid');
  // A pool that gives no connection in time, and a connection that died in use, have no code.
  if (
    /timeout exceeded when trying to connect|Connection terminated|not queryable/.test(
      `${error.message} ${String(error.cause)}`,
    )
  ) {
    return new ApiError('server.busy');
  }
  const code = byStatus[error.statusCode ?? 500];
  if (code === undefined || STATUS_CODES[error.statusCode ?? 0] === undefined) return new ApiError('server.failed');
  return new ApiError(code, undefined, code === 'server.rate_limited' ? { retryAfter: 60 } : {});
}
