import { maxTextLength } from '#contract/fields.ts';
import { endOfText } from '#contract/rules/cut-text.ts';
import type { Upload } from './file-store.ts';

/** The name of a file as it is stored, without control characters. Of a long one the end stays: it has the extension. */
export function uploadName({ fileName }: Pick<Upload, 'fileName'>, whenEmpty: string): string {
  return endOfText(fileName.replaceAll(/\p{Cc}/gu, '').trim(), maxTextLength) || whenEmpty;
}
