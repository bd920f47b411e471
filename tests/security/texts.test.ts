import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { CallSpec } from '#contract/define.ts';
import { calls, callList, type CallName } from '#contract/index.ts';
import { cleanLine } from '#contract/rules/typed-text.ts';
import { mayAccess } from '#contract/permissions.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { hostileText } from './hostile.ts';
import { leavesOf } from './leaves.ts';
import { openWorld, sampleOf, send, type BareSample, type World } from './world.ts';

let server: TestServer;
let city: World;
beforeAll(async () => {
  server = await startTestServer();
  city = await openWorld(server, server.city, { hostile: hostileText });
});
afterAll(() => server.close());

/** Text fields that are not free text: names of things, secrets, labels next to an id, and a day that may be empty. */
const noFreeText =
  /(^|\.)(id|ids\.0|\w+Id|\w+Ids(\.0)?|serialNumber|sha256|email|password|currentPassword|newPassword|revision|types|partRequired|isFollowUpRequired|anyPatientHarm|IsActionRequired|CheckOnly|SheetName|Importance|columns\.0\.(field|header)|calibratedOn|release|engine|act)$/;
const writes = callList.filter(({ spec }) => spec.method !== 'GET' && spec.access !== 'open' && spec.body);

interface JsonSchema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  anyOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
}

/** The free-text fields of a body's schema: `body.0.description`. */
function textsOf(schema: JsonSchema, path: string): string[] {
  const { type, anyOf = [], items, properties = {} } = schema;
  const isFree = type === 'string' && !schema.enum && schema.const === undefined && !schema.format && !schema.pattern;
  return [
    ...(isFree && !noFreeText.test(path) ? [path] : []),
    ...anyOf.flatMap((each) => textsOf(each, path)),
    ...(items ? textsOf(items, `${path}.0`) : []),
    ...Object.entries(properties).flatMap(([key, each]) => textsOf(each, `${path}.${key}`)),
  ];
}

const bodyOf = (name: CallName): JsonSchema => {
  const { body } = calls[name] as CallSpec;
  return body ? (z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as JsonSchema) : {};
};

const isHostile = (value: unknown): value is string => typeof value === 'string' && value.includes('=1+1 <script>');

/** Every string in every response that may contain what a write stored. */
async function readBack(name: CallName, ids: readonly string[]): Promise<Set<string>> {
  const [, root = ''] = calls[name].path.split('/');
  const isAdmins = !mayAccess({ role: 'Hospital' }, calls[name].access);
  const session = isAdmins ? city.admin : city.office;
  const readers = callList.filter(
    ({ spec }) =>
      spec.method === 'GET' && !spec.raw && mayAccess({ role: isAdmins ? 'Admin' : 'Hospital' }, spec.access),
  );
  const seen = new Set<string>();
  const read = async (reader: CallName, sample: BareSample): Promise<void> => {
    const { statusCode, body } = await send(server, session, reader, sample);
    if (statusCode !== 200) return;
    for (const { value } of leavesOf({ body: JSON.parse(body) as unknown })) {
      if (isHostile(value)) seen.add(value);
    }
  };
  for (const { name: reader, spec } of readers) {
    const isOfOne = spec.path.includes(':id') && !spec.path.includes(':sha256');
    if (isOfOne && reader !== 'deviceRounds' && spec.path.toLowerCase().startsWith(`/${root.toLowerCase()}/`)) {
      for (const id of ids) await read(reader, { params: { id } });
    } else if (!spec.path.includes(':') || reader === 'deviceDetails' || reader === 'deviceRounds') {
      await read(reader, await sampleOf(reader, city));
    }
  }
  return seen;
}

describe('A free text', () => {
  test.each(writes.map(({ name }) => name))(
    '%s: every free-text field is tested and comes back as it is seen',
    async (name) => {
      const sample = await sampleOf(name, city);
      const given = leavesOf({ body: sample.body }).filter(({ value }) => isHostile(value));
      const tried = new Set(given.map(({ path }) => path.join('.')));
      expect(textsOf(bodyOf(name), 'body').filter((path) => !tried.has(path))).toEqual([]);
      const session = mayAccess({ role: 'Hospital' }, calls[name].access) ? city.office : city.admin;
      const answer = await send(server, session, name, sample);
      expect([answer.statusCode < 300, answer.statusCode < 300 ? '' : answer.body]).toEqual([true, '']);
      if (given.length === 0) return;
      const own = answer.json<{ id?: string; ids?: string[]; templateId?: string }>();
      const ids = [own.id, ...(own.ids ?? []), own.templateId, sample.params?.['id']].filter((id) => id !== undefined);
      const seen = await readBack(name, ids);
      const all = [...seen].join('\n');
      // A file is listed once its bytes have arrived; uploads.test.ts covers its name in the download.
      const untold = /\.(files|photos)\.0\.name$/;
      const shown = given.filter(({ path }) => !untold.test(path.join('.')));
      const isTold = (text: string) => all.includes(text) || all.includes(cleanLine(text));
      // Format characters, such as one that turns the direction of writing, are not stored (docs/product.md P220).
      expect(shown.filter(({ value }) => !isTold(String(value))).map(({ path }) => path.join('.'))).toEqual([]);
    },
  );

  test('does not drop the tables it tries to', async () => {
    const answer = await send(server, city.office, 'ticketTiles', {});
    expect(answer.json<{ totalCalls: number }>().totalCalls).toBeGreaterThan(0);
  });

  test('is searched verbatim', async () => {
    await city.done('createVendor');
    for (const search of ['<script>window.__struck=1', "'; drop table", '%s%n', '../../etc', '%', '_', '\\']) {
      const answer = await send(server, city.office, 'vendorPage', { query: { search, pageSize: 100 } });
      const { items } = answer.json<{ items: { name: string; location: string }[] }>();
      expect(answer.statusCode).toBe(200);
      for (const { name, location } of items)
        expect(`${name} ${location}`.toLowerCase()).toContain(search.toLowerCase());
      if (search.length > 2) expect(items.length).toBeGreaterThan(0);
    }
  });
});
