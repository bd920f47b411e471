import * as z from 'zod';
import type { CallSpec, Schema } from '#contract/define.ts';
import type { Seeded } from '#tests/faults/seeded.ts';
import type { BareSample } from '#tests/security/world.ts';
import { hostileValue } from './values.ts';

interface JsonSchema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  anyOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
}

/** Sources for generated values. */
export interface Draw {
  random: Seeded;
  /** Marks texts as the caller's. */
  mark: string;
  /** Ids of the caller's own hospital. */
  ids: readonly string[];
  /** Today, in the hospital. */
  today: string;
  /** How often a place violates its schema. */
  hostility: number;
}

/** Longest array generated: enough for every bound that is not about size. */
const maxDrawn = 40;

const described = new WeakMap<Schema, JsonSchema>();

function describe(schema: Schema): JsonSchema {
  const known = described.get(schema);
  if (known) return known;
  const made = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  described.set(schema, made);
  return made;
}

/** Generates params, query and body of a call from its schemas, most values at or just beyond their bounds. */
export function drawSample(spec: CallSpec, draw: Draw): BareSample {
  return {
    ...(spec.params ? { params: drawValue(describe(spec.params), draw, '') as Record<string, string> } : {}),
    ...(spec.query ? { query: drawValue(describe(spec.query), draw, '') as Record<string, unknown> } : {}),
    ...(spec.body ? { body: drawValue(describe(spec.body), draw, '') } : {}),
  };
}

function drawValue(schema: JsonSchema, draw: Draw, name: string): unknown {
  const { random, mark, hostility } = draw;
  const { anyOf, items, properties } = schema;
  if (!properties && random.chance(hostility)) return hostileValue(random, mark, '');
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  if (anyOf) return drawValue(random.pick(anyOf), draw, name);
  if (properties) {
    const required = new Set(schema.required);
    const kept = Object.entries(properties).filter(([key]) => random.chance(required.has(key) ? 0.97 : 0.6));
    return Object.fromEntries(kept.map(([key, each]) => [key, drawValue(each, draw, key)]));
  }
  switch (schema.type) {
    case 'array': {
      const { minItems = 0, maxItems = 3 } = schema;
      const length = random.pick([minItems, Math.max(minItems, 1), minItems - 1, Math.min(maxItems + 1, maxDrawn)]);
      return Array.from({ length: Math.max(0, length) }, () => (items ? drawValue(items, draw, name) : 'x'));
    }
    case 'integer':
    case 'number':
      return drawNumber(schema, random);
    case 'boolean':
      return random.chance(0.5);
    case 'null':
      return null;
    default:
      return drawText(schema, draw, name);
  }
}

function drawNumber({ minimum = 0, maximum = 2_000_000, type }: JsonSchema, random: Seeded): number {
  const step = type === 'integer' ? 1 : random.pick([1, 0.5, 0.01, 0.001]);
  const least = Math.max(minimum, -1e15);
  const most = Math.min(maximum, 1e15);
  return random.pick([least, least + step, least - step, most, most + step, most - step, least + random.below(1000)]);
}

function drawText(schema: JsonSchema, { random, mark, ids, today }: Draw, name: string): string {
  const { format, pattern, minLength = 0, maxLength = 300 } = schema;
  if (format === 'date') return random.pick([today, '1950-01-01', '2100-12-31', '2024-02-29', '2026-01-01']);
  if (format === 'date-time')
    return random.pick([`${today}T00:00:00Z`, '1950-01-01T00:00:00Z', '2100-12-31T23:59:59Z']);
  if (format === 'email') return `${mark}.${random.uuid()}@ward.test`.toLowerCase();
  if (format === 'uuid') return random.uuid();
  if (pattern?.includes('{64}')) return random.uuid().replaceAll('-', '').repeat(2);
  if (pattern !== undefined) return random.uuid();
  if (/id$|ids$/i.test(name) && ids.length > 0) return random.pick(ids);
  if (/^(sort|direction|status)/i.test(name)) return random.pick(['', 'asc', 'desc', 'Open', 'name']);
  const length = random.pick([minLength, minLength + 1, Math.max(0, minLength - 1), maxLength, maxLength + 1, 12]);
  const text = `${mark} ${random.uuid()} `;
  return text.repeat(Math.ceil(length / text.length)).slice(0, length);
}
