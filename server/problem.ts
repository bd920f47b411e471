import { errorCatalogue, problem, type ErrorCode, type Problem } from '#contract/errors.ts';

/** A refusal for the client; the catalogue defines its status and what the sender does next. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly problem: Problem;
  /** Units: seconds. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, detail?: string, extra: ProblemExtra = {}) {
    const { retryAfter, ...rest } = extra;
    super(detail ?? errorCatalogue[code].text);
    this.code = code;
    this.problem = problem(code, detail, rest);
    this.retryAfter = retryAfter ?? (errorCatalogue[code].status === 503 ? 1 : undefined);
  }
}

type ProblemExtra = Pick<Problem, 'errors' | 'context'> & { retryAfter?: number };

/** Temporary refusals: the same request under the same key may succeed later. */
const mayPass = new Set<ErrorCode>(['key.reused', 'storage.full']);

/**
 * Returns true for refusals that repeating the request cannot change; these are stored with the key. Source:
 * sync/SPEC.md PU1.
 */
export function isForGood(error: ApiError): boolean {
  const { status, retry } = errorCatalogue[error.code];
  return retry === 'never' && status !== 401 && status !== 403 && !mayPass.has(error.code);
}

/**
 * Returns the 404 for a record that is unknown, or that belongs to another hospital, whose existence is not revealed.
 */
export function unknownRecord(what: string): ApiError {
  return new ApiError('record.unknown', `This ${what} does not exist.`);
}

/** Returns the 400 for one field; its sentence is also the overall message. */
export function invalidField(field: string, sentence: string): ApiError {
  return new ApiError('input.invalid', sentence, { errors: { [field]: [sentence] } });
}

/** Returns the 410 for an Undo that comes too late: the record's parent has been deleted since. */
export function goneSince(name: string, part: string, partName: string): ApiError {
  return new ApiError(
    'record.gone',
    `${name} is of the ${part} ${partName}, ${part === 'contact person' ? 'who' : 'which'} has been deleted since.`,
  );
}
