import { maxTextLength } from '#contract/fields.ts';
import { endOfText } from '#contract/rules/cut-text.ts';
import type { Upload } from './file-store.ts';

/**
 * Returns the name under which a file is stored, without control characters. A long name keeps its end, which has the
 * extension.
 */
export function uploadName({ fileName }: Pick<Upload, 'fileName'>, whenEmpty: string): string {
  return endOfText(fileName.replaceAll(/\p{Cc}/gu, '').trim(), maxTextLength) || whenEmpty;
}
