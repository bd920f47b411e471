import type { ComponentProps } from 'react';
import { expectTypeOf, test } from 'vitest';
import type { BodyInput } from '#contract/define.ts';
import type { Calls } from '#contract/index.ts';
import type { FormCheckbox } from '#ui/fields/form-checkbox.tsx';
import type { FormMultiSelect } from '#ui/fields/form-multi-select.tsx';
import type { FormNumber } from '#ui/fields/form-number.tsx';
import type { FormRadio } from '#ui/fields/form-radio.tsx';
import type { FormSelect } from '#ui/fields/form-select.tsx';
import type { FormSuggest } from '#ui/fields/form-suggest.tsx';
import type { FormText, FormTextArea } from '#ui/fields/form-text.tsx';

// Checked by `npm run typecheck`; the tests do nothing at run time.

type Body = BodyInput<Calls['createDepartment']>;
type Fields = 'name' | 'location';

test('a form field accepts only the names in its body', () => {
  expectTypeOf<ComponentProps<typeof FormText<Body>>['name']>().toEqualTypeOf<Fields>();
  expectTypeOf<ComponentProps<typeof FormTextArea<Body>>['name']>().toEqualTypeOf<Fields>();
  expectTypeOf<ComponentProps<typeof FormSelect<Body>>['name']>().toEqualTypeOf<Fields>();
  expectTypeOf<ComponentProps<typeof FormNumber<Body>>['name']>().toEqualTypeOf<Fields>();
  expectTypeOf<ComponentProps<typeof FormRadio<Body>>['name']>().toEqualTypeOf<Fields>();
  expectTypeOf<ComponentProps<typeof FormCheckbox<Body>>['name']>().toEqualTypeOf<Fields>();
  expectTypeOf<ComponentProps<typeof FormMultiSelect<Body>>['name']>().toEqualTypeOf<Fields>();
  expectTypeOf<ComponentProps<typeof FormSuggest<Body>>['name']>().toEqualTypeOf<Fields>();
});

test('a form field without a body accepts no name', () => {
  expectTypeOf<ComponentProps<typeof FormText<object>>['name']>().toBeNever();
  expectTypeOf<Parameters<typeof FormText>[0]['name']>().toBeNever();
});
