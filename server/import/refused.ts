import type { ErrorCode } from '#contract/errors.ts';
import type { RefusedLayout } from '#contract/calls/import.ts';
import { ApiError } from '../problem.ts';

/**
 * A file that is refused as a whole: none of it is written, and the message says what to do. With a layout, an Admin can
 * say which columns it has.
 */
export function refused(message: string, code: ErrorCode = 'import.refused', layout?: RefusedLayout): ApiError {
  return new ApiError(code, message, layout ? { context: layout } : {});
}

/** Returns the refusal of a file whose content cannot be read. */
export function damaged(): ApiError {
  return refused('The file could not be read. It may be damaged. Open it in Excel, save it again and retry.');
}
