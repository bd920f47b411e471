import type { ErrorCode } from '#contract/errors.ts';
import { ApiError } from '../problem.ts';

/** A file that is refused as a whole: none of it is written, and the message says what to do. */
export function refused(message: string, code: ErrorCode = 'import.refused'): ApiError {
  return new ApiError(code, message);
}

/** The refusal of a file whose content cannot be read. */
export function damaged(): ApiError {
  return refused('The file could not be read. It may be damaged. Open it in Excel, save it again and retry.');
}
