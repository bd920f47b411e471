import type { FastifySchema } from 'fastify';
import type { CallSpec } from '#contract/define.ts';
import { errorCatalogue, type ErrorCode } from '#contract/errors.ts';
import { idempotencyHeader } from '#contract/calls/sync.ts';

/** A schema used only for documentation; `mount` validates. */
interface DescribedSchema extends FastifySchema {
  summary: string;
  description: string;
  tags: string[];
  operationId: string;
  security: Record<string, string[]>[];
  consumes?: string[];
}

/** Describes a call for OpenAPI, using the schemas that validate it. */
export function routeSchema(name: string, spec: CallSpec): DescribedSchema {
  const codes: ErrorCode[] = [...(spec.errors ?? []), ...(spec.access === 'open' ? [] : commonRefusals)];
  const refusals = codes.map((code) => `- ${errorCatalogue[code].status} \`${code}\`: ${errorCatalogue[code].text}`);
  const isWrite = spec.method !== 'GET' && spec.access !== 'open';
  return {
    operationId: name,
    summary: spec.summary,
    description: [
      `Access: ${typeof spec.access === 'string' ? spec.access : spec.access.join(', ')}.`,
      ...(isWrite ? [`Takes \`${idempotencyHeader}\`: the same key again gets the first answer.`] : []),
      ...(refusals.length > 0 ? ['', 'Refusals:', ...refusals] : []),
    ].join('\n'),
    tags: [spec.path.split('/')[1] ?? ''],
    security: spec.access === 'open' ? [] : [{ bearer: [] }],
    ...(spec.multipart ? { consumes: ['application/json', 'multipart/form-data'] } : {}),
    ...(spec.params ? { params: spec.params } : {}),
    ...(spec.query ? { querystring: spec.query } : {}),
    ...(spec.body ? { body: spec.body } : {}),
    ...(spec.answer ? { response: { [spec.status ?? 200]: spec.answer } } : {}),
  };
}

const commonRefusals = ['input.invalid', 'auth.missing', 'auth.expired', 'auth.forbidden'] as const;
