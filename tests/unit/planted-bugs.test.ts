import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { plants } from '#tests/planted/plants.ts';

const root = resolve(import.meta.dirname, '../..');

it.each(plants.map(({ name, edits }) => ({ name, edits })))('the planted bug "$name" still fits', ({ edits }) => {
  for (const { file, find } of edits) {
    expect(readFileSync(resolve(root, file), 'utf8').split(find), file).toHaveLength(2);
  }
});
