import { errorCatalogue, isErrorCode } from '#contract/errors.ts';

/** The sentence of a refusal that says nothing of the entry; apart, because the first rows do not wait for the catalogue. */
export const refusalText = (code: string): string =>
  isErrorCode(code) ? errorCatalogue[code].text : 'This entry could not be sent.';
