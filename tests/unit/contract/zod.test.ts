import * as zod from 'zod/mini';
import { describe, expect, it } from 'vitest';
import * as z from '#contract/zod.ts';

/** Creates a schema that counts how often its shape is read, which only building it does. */
function counted() {
  let times = 0;
  const shape = {
    get text() {
      times += 1;
      return z.string();
    },
  };
  return { schema: z.object(shape), times: () => times };
}

describe('schemas of the contract', () => {
  it('are not built when they are declared, not even with checks or inside other schemas', () => {
    const { schema, times } = counted();
    const list = z.optional(z.array(schema.check(z.refine(() => true))));
    const outer = z.object({ list });
    expect(times()).toBe(0);
    expect(outer.safeParse({ list: [{ text: 'a' }] }).success).toBe(true);
    expect(times()).toBeGreaterThan(0);
  });

  it('are built once', () => {
    const { schema, times } = counted();
    schema.safeParse({ text: 'a' });
    const before = times();
    schema.safeParse({ text: 'b' });
    expect(times()).toBe(before);
  });

  it('parse and refuse like the same schemas of zod', () => {
    const tidy = (text: string) => text.trim();
    const made = (from: typeof zod | typeof z) => {
      const name = from.string('Name is required.').check(from.overwrite(tidy), from.minLength(1, 'Name is required.'));
      const base = from.object({ name, on: from.optional(from.iso.date()), kind: from.enum(['a', 'b']) });
      return from.extend(base, { many: from.array(from.union([from.number(), from.literal('none')])) });
    };
    for (const value of [
      { name: ' x ', kind: 'a', many: [1, 'none'] },
      { name: ' ', kind: 'c', on: '2026-02-30', many: ['some'] },
      null,
    ]) {
      const [ours, theirs] = [made(z).safeParse(value), made(zod).safeParse(value)];
      expect(ours).toEqual(theirs);
    }
  });

  it('look like zod schemas when inspected', () => {
    const schema = z.object({ id: z.string() });
    expect(schema).toBeInstanceOf(zod.ZodMiniObject);
    expect('shape' in schema && Object.keys(schema.shape)).toEqual(['id']);
    expect(schema.shape.id).toBeInstanceOf(zod.ZodMiniString);
    expect(zod.toJSONSchema(schema)).toMatchObject({ type: 'object', required: ['id'] });
  });
});
