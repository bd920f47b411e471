import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { CallSpec } from '#contract/define.ts';
import { callList } from '#contract/index.ts';
import { recordShapes } from '#contract/rules/merge/records.ts';
import { editedCalls } from '#tests/faults/edited-kinds.ts';

/** Fields of a body, where it is an object. */
function fieldsOf({ body }: CallSpec): string[] {
  const { def } = (body as { _zod?: { def?: { shape?: object } } } | undefined)?._zod ?? {};
  return Object.keys(def?.shape ?? {});
}

test('every call that takes a revision is covered by the two-editor tests', () => {
  const revised = callList
    .filter(({ spec }) => spec.method === 'PUT' && fieldsOf(spec).includes('revision'))
    .map(({ name }) => name);
  const played = Object.values(editedCalls).map(({ update }) => update);
  expect(revised.toSorted()).toEqual(played.toSorted());
});

test('every kind of record has a form that merges by its shape', () => {
  const root = 'src/features';
  const texts = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('-screen.tsx'))
    .map((file) => readFileSync(join(root, file), 'utf8'));
  for (const kind of Object.keys(recordShapes)) {
    const forms = texts.filter((text) => text.includes(`shape: recordShapes.${kind},`) && text.includes('<OnlineForm'));
    expect(forms, `forms of ${kind}`).toHaveLength(1);
  }
});
