/**
 * The part of `zod/mini` that the contract is written with, built when it is first read. The contract has some 1,500
 * schemas; a screen of the ward reads a handful of them, and all are declared before its first rows
 * (docs/decisions/345).
 */
import * as zod from 'zod/mini';

export type { input, output, ZodMiniType } from 'zod/mini';

/** Returns the schema behind a placeholder, which is built when it is read. */
const built = Symbol('built');

/** Everything else is returned unchanged. */
function builtOf(part: unknown): unknown {
  return typeof part === 'object' && part !== null && built in part ? part[built] : part;
}

/** Returns the same value with the schemas of a list or shape built, because zod must never see a placeholder. */
function wholeOf(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(builtOf);
  if (typeof part !== 'object' || part === null || Object.getPrototypeOf(part) !== Object.prototype)
    return builtOf(part);
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, builtOf(value)]));
}

/** A schema or check that `make` builds when one of its properties is read; adding checks does not build it. */
function late(make: () => object): object {
  let made: object | undefined;
  const whole = () => (made ??= make());
  return new Proxy(
    {},
    {
      get(_none, key) {
        if (key === built) return whole();
        if (key === 'check' && !made) return check;
        return Reflect.get(whole(), key);
      },
      has: (_none, key) => key === built || Reflect.has(whole(), key),
      getPrototypeOf: () => Reflect.getPrototypeOf(whole()),
    },
  );
  function check(...checks: unknown[]): object {
    return late(() => (whole() as { check(...parts: unknown[]): object }).check(...checks.map(builtOf)));
  }
}

/** Returns the same maker, deferred until its result is read. */
function lately<Make extends (...parts: never[]) => object>(maker: Make): Make {
  const make = (...parts: unknown[]) => late(() => maker(...(parts.map(wholeOf) as never[])));
  return make as unknown as Make;
}

export const config = zod.config;
export const _default = /* @__PURE__ */ lately(zod._default);
export const array = /* @__PURE__ */ lately(zod.array);
export const boolean = /* @__PURE__ */ lately(zod.boolean);
export const discriminatedUnion = /* @__PURE__ */ lately(zod.discriminatedUnion);
export const email = /* @__PURE__ */ lately(zod.email);
export const extend = /* @__PURE__ */ lately(zod.extend);
export const gt = /* @__PURE__ */ lately(zod.gt);
export const int = /* @__PURE__ */ lately(zod.int);
export const length = /* @__PURE__ */ lately(zod.length);
export const literal = /* @__PURE__ */ lately(zod.literal);
export const maxLength = /* @__PURE__ */ lately(zod.maxLength);
export const maximum = /* @__PURE__ */ lately(zod.maximum);
export const minLength = /* @__PURE__ */ lately(zod.minLength);
export const minimum = /* @__PURE__ */ lately(zod.minimum);
export const nullable = /* @__PURE__ */ lately(zod.nullable);
export const number = /* @__PURE__ */ lately(zod.number);
export const object = /* @__PURE__ */ lately(zod.object);
export const omit = /* @__PURE__ */ lately(zod.omit);
export const optional = /* @__PURE__ */ lately(zod.optional);
export const overwrite = /* @__PURE__ */ lately(zod.overwrite);
export const partialRecord = /* @__PURE__ */ lately(zod.partialRecord);
export const pick = /* @__PURE__ */ lately(zod.pick);
export const pipe = /* @__PURE__ */ lately(zod.pipe);
export const record = /* @__PURE__ */ lately(zod.record);
export const refine = /* @__PURE__ */ lately(zod.refine);
export const regex = /* @__PURE__ */ lately(zod.regex);
export const string = /* @__PURE__ */ lately(zod.string);
export const superRefine = /* @__PURE__ */ lately(zod.superRefine);
export const transform = /* @__PURE__ */ lately(zod.transform);
export const tuple = /* @__PURE__ */ lately(zod.tuple);
export const union = /* @__PURE__ */ lately(zod.union);
export const unknown = /* @__PURE__ */ lately(zod.unknown);
export const uuid = /* @__PURE__ */ lately(zod.uuid);
const enumOf = /* @__PURE__ */ lately(zod.enum);
export { enumOf as enum };
export const iso = {
  date: /* @__PURE__ */ lately(zod.iso.date),
  datetime: /* @__PURE__ */ lately(zod.iso.datetime),
};
export const coerce = { number: /* @__PURE__ */ lately(zod.coerce.number) };
