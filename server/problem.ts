import { errorCatalogue, problem, type ErrorCode, type Problem } from '#contract/errors.ts';

/** A refusal on its way to the client; the catalogue gives its status and what a sender does with it. */
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

/** Refusals of the moment: the same request under the same key may succeed later. */
const mayPass = new Set<ErrorCode>(['key.reused', 'storage.full']);

/**
 * True for refusals that stay refusals however often the request is repeated; these are stored with the key. Source:
 * sync/SPEC.md PU1.
 */
export function isForGood(error: ApiError): boolean {
  const { status, retry } = errorCatalogue[error.code];
  return retry === 'never' && status !== 401 && status !== 403 && !mayPass.has(error.code);
}

/** The 404 of a record that is unknown, or of another hospital, whose existence is not revealed. */
export function unknownRecord(what: string): ApiError {
  return new ApiError('record.unknown', `This ${what} does not exist.`);
}

/** The 400 of one field: its sentence is also the message of the whole. */
export function invalidField(field: string, sentence: string): ApiError {
  return new ApiError('input.invalid', sentence, { errors: { [field]: [sentence] } });
}

/** The 410 of an Undo that comes too late: the record's parent was deleted after it. */
export function goneSince(name: string, part: string, partName: string): ApiError {
  return new ApiError('record.gone', `${name} is of the ${part} ${partName}, which has been deleted since.`);
}
