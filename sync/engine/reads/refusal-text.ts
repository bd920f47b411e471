import { errorCatalogue, isErrorCode } from '#contract/errors.ts';

/** Refusal text without details of the entry. In its own file, because the first rows do not wait for the catalogue. */
export const refusalText = (code: string): string =>
  isErrorCode(code) ? errorCatalogue[code].text : 'This entry could not be sent.';
