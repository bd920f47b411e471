import { DrizzleQueryError } from 'drizzle-orm/errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode, Problem } from '#contract/errors.ts';
import { accountOf, type SecurityEvent, type SecurityLog } from '../auth/security-events.ts';
import { sqlState } from '../db/database.ts';
import { ApiError } from '../problem.ts';

/**
 * SQLSTATEs of temporary connection errors: restarting, no free connections, or unreachable. Source: PostgreSQL
 * appendix A.
 */
const passingStates = /^(08|53|57P0)/;
const passingCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT']);
/** SQLSTATEs of values that PostgreSQL cannot store: class 22, data exception. Permanent: the sender must not retry. */
const unstorableStates = /^22/;

const byStatus: Partial<Record<number, ErrorCode>> = {
  403: 'route.unknown',
  404: 'route.unknown',
  408: 'server.timeout',
  413: 'body.too_large',
  414: 'route.unknown',
  415: 'body.wrong_type',
  429: 'server.rate_limited',
  503: 'server.busy',
};

/** Refusals that are logged as security events. */
const traced: Partial<Record<ErrorCode, SecurityEvent>> = {
  'auth.invalid_credentials': 'sign_in.refused',
  'auth.too_many_tries': 'password.throttled',
  'auth.missing': 'session.refused',
  'auth.expired': 'session.refused',
  'auth.scope': 'session.refused',
  'auth.one_time_password': 'session.refused',
  'auth.hospital_inactive': 'session.refused',
  'auth.forbidden': 'access.refused',
  'server.rate_limited': 'access.throttled',
};

/**
 * Turns every failure into a problem document: a code for programs, a message for users; the cause goes only to the
 * log.
 */
export function answerErrors(app: FastifyInstance, security: SecurityLog): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = toApiError(error);
    if (refusal.problem.status >= 500) {
      request.log.error({ err: loggable(error) }, 'A request failed');
    }
    const { code } = refusal.problem;
    const event = traced[code];
    if (event !== undefined) {
      const route = request.routeOptions.url ?? 'none';
      security.refuse(event, { account: accountOf(request), address: request.ip, code, route });
    }
    return sendProblem(reply, refusal.problem, refusal.retryAfter);
  });
}

/**
 * Prepares a failure for the log, without the values of a failed statement: they may contain password hashes and user
 * text.
 */
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

/** Answers a request for an unknown URL. */
export function unknownRoute(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendProblem(reply, new ApiError('route.unknown').problem);
}

/** Returns the refusal that the client gets for a failure. */
export function toApiError(error: FastifyError): ApiError {
  if (error instanceof ApiError) return error;
  if (error.code === 'FST_REQ_FILE_TOO_LARGE') return new ApiError('file.too_large');
  const state = sqlState(error) ?? '';
  if (passingStates.test(state) || passingCodes.has(state)) return new ApiError('server.busy');
  if (unstorableStates.test(state)) return new ApiError('input.invalid');
  // A pool timeout and a connection lost during a query have no SQLSTATE.
  if (
    /timeout exceeded when trying to connect|Connection terminated|not queryable/.test(
      `${error.message} ${String(error.cause)}`,
    )
  ) {
    return new ApiError('server.busy');
  }
  const { statusCode = 500 } = error;
  // Plugins report unreadable input with various errors: overlong URLs, truncated forms, prototype names.
  const code = byStatus[statusCode] ?? (statusCode >= 400 && statusCode < 500 ? 'input.unreadable' : 'server.failed');
  return new ApiError(code, undefined, code === 'server.rate_limited' ? { retryAfter: 60 } : {});
}
