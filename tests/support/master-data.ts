import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Problem } from '#contract/errors.ts';
import type { CallName } from '#contract/index.ts';
import { installation } from '#server/db/schema.ts';
import { startTestServer, type TestClient, type TestServer } from './test-server.ts';

type Fields = Record<string, unknown>;

/** The parameters of the tests for a kind of master data. */
export interface MasterData {
  /** The noun in `This … does not exist.` */
  noun: string;
  calls: { page: CallName; read: CallName; create: CallName; update: CallName };
  /** Returns a new record as a form sends it. */
  body: (server: TestServer) => Fields;
  /** Returns the fields that an edit sends differently. */
  edit?: (server: TestServer) => Fields;
  /** Returns the server's record for `body`, without id and revision. */
  record: (server: TestServer) => Fields;
  /** Field, wrong value, sentence. */
  refused: readonly (readonly [field: string, value: unknown, sentence: string])[];
  /** Fields that are refused if they refer to a record of another hospital. */
  foreign?: readonly (readonly [field: string, value: (server: TestServer) => unknown, sentence: string])[];
  /** The message about a duplicate name; undefined if names may repeat. */
  taken?: string;
  /** Searches of the seeded list with the names they find. */
  searches: readonly (readonly [what: string, search: string, names: readonly string[]])[];
  /** Returns the id of a hospital's seeded record. */
  seeded: (hospital: TestServer['city']) => string;
}

/** An answer whose call is known only at run time. */
interface AnyAnswer {
  status: number;
  answer: { [field: string]: unknown; id: string; revision: string; items: { id: string; name: string }[] };
  problem: Problem;
}

/** Makes a call whose name is only known at run time. */
export async function callAny(
  client: TestClient,
  name: CallName,
  options: { params?: Fields; query?: Fields; body?: Fields; key?: string } = {},
): Promise<AnyAnswer> {
  const { status, answer, problem } = await client.call(name, options as never);
  return { status, answer: answer as never, problem };
}

/** Defines the tests that apply to all kinds of master data. */
export function describeMasterData(subject: MasterData): void {
  const { noun, calls } = subject;

  describe(`A ${noun}`, () => {
    let server: TestServer;
    let bme: TestClient;
    beforeAll(async () => {
      server = await startTestServer();
      bme = await server.as(server.city.users.bme);
    });
    afterAll(() => server.close());

    const named = (name: string, more: Fields = {}): Fields => ({ ...subject.body(server), name, ...more });
    const create = async (name: string) => {
      const made = await callAny(bme, calls.create, { body: named(name) });
      expect(made.status).toBe(201);
      return made.answer;
    };
    const update = (id: string, body: Fields) =>
      callAny(bme, calls.update, { params: { id }, body: { ...subject.edit?.(server), ...body } });
    const read = (id: string) => callAny(bme, calls.read, { params: { id } });

    test.each(subject.searches)('is found by %s', async (_what, search, names) => {
      const { answer } = await callAny(bme, calls.page, { query: { search } });
      expect([answer.items.map(({ name }) => name), answer['totalCount']]).toEqual([names, names.length]);
    });

    test('is created, read back and listed in its own hospital only', async () => {
      const made = await callAny(bme, calls.create, { body: { ...subject.body(server), hospitalId: server.lake.id } });
      const { id, revision, ...record } = made.answer;
      expect([made.status, record]).toEqual([201, subject.record(server)]);
      expect((await read(id)).answer).toEqual({ id, revision, ...record });
      const colleague = await server.as(server.city.users.hospital);
      const stranger = await server.as(server.lake.users.bme);
      const idsOf = async (client: TestClient) => {
        const { answer } = await callAny(client, calls.page, { query: { pageSize: 100 } });
        return answer.items.map((item) => item.id);
      };
      expect(await idsOf(colleague)).toContain(id);
      expect(await idsOf(stranger)).not.toContain(id);
    });

    test('sent twice at the same time with one key is created once', async () => {
      const key = randomUUID();
      const body = named('Twice');
      const [one, two] = await Promise.all([1, 2].map(() => callAny(bme, calls.create, { body, key })));
      expect([one?.status, two?.status, two?.answer.id]).toEqual([201, 201, one?.answer.id]);
      const { answer } = await callAny(bme, calls.page, { query: { search: 'twice' } });
      expect(answer.items.map(({ id }) => id)).toEqual([one?.answer.id]);
    });

    test.each(subject.refused)('with the %s %j is refused: %s', async (field, value, sentence) => {
      const { status, problem } = await callAny(bme, calls.create, { body: named('Refused', { [field]: value }) });
      expect([status, problem.code, problem.errors?.[field]?.[0]]).toEqual([400, 'input.invalid', sentence]);
      const { answer } = await callAny(bme, calls.page, { query: { search: 'refused' } });
      expect(answer.items).toEqual([]);
    });

    test('without any field is refused with the message of each', async () => {
      const { problem } = await callAny(bme, calls.create, { body: {} });
      const missing = subject.refused.filter(([, value]) => value === '');
      const sentences = Object.fromEntries(missing.map(([field, , sentence]) => [field, [sentence]]));
      expect(problem.errors).toEqual(sentences);
    });

    test.each(subject.foreign ?? [])(
      'with the %s of another hospital is refused at that field',
      async (field, value, sentence) => {
        const body = named('Foreign', { [field]: value(server) });
        const { status, problem } = await callAny(bme, calls.create, { body });
        expect([status, problem.code, problem.errors]).toEqual([400, 'input.invalid', { [field]: [sentence] }]);
      },
    );

    test('of another hospital, and an unknown one, is not found', async () => {
      for (const id of [subject.seeded(server.lake), 'nobody']) {
        for (const answer of [await read(id), await update(id, named('Stolen'))]) {
          expect([answer.status, answer.problem.message]).toEqual([404, `This ${noun} does not exist.`]);
        }
      }
    });

    test('changed by two keeps the first edit; the second gets a conflict with the current state', async () => {
      const { id, revision } = await create('Contested');
      const first = await update(id, named('First', { revision }));
      expect([first.status, first.answer['name']]).toEqual([200, 'First']);
      const second = await update(id, named('Second', { revision }));
      expect([second.status, second.problem.code, second.problem.message]).toEqual([
        409,
        'record.conflict',
        'Somebody else changed this record in the meantime.',
      ]);
      const since = { ...first.answer, revision: `${first.answer.revision}~${revision}` };
      expect(second.problem.context).toMatchObject({ current: since, opened: { id, revision } });
      expect((await read(id)).answer).toEqual(first.answer);
      const third = await update(id, named('Third', { revision: first.answer.revision }));
      expect([third.status, third.answer['name']]).toEqual([200, 'Third']);
      const blind = await update(id, named('Blind'));
      expect([blind.status, blind.answer['name']]).toEqual([200, 'Blind']);
    });

    test('of ten simultaneous edits of one state only one is saved', async () => {
      const { id, revision } = await create('Rush');
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_none, place) => update(id, named(`Rush ${place}`, { revision }))),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
    });

    const { taken } = subject;
    if (taken === undefined) return;
    test('cannot take the name of another one, in any case', async () => {
      const { id } = await create('Known');
      const other = await create('Other');
      const again = [
        await callAny(bme, calls.create, { body: named('  kNOWN ') }),
        await update(other.id, named('KNOWN')),
      ];
      for (const { status, problem } of again) {
        expect([status, problem.code, problem.errors]).toEqual([409, 'record.duplicate', { name: [taken] }]);
      }
      const stranger = await server.as(server.lake.users.bme);
      const { answer } = await callAny(stranger, calls.page, { query: { search: 'known' } });
      expect(answer.items).toEqual([]);
      expect((await update(id, named('known'))).status).toBe(200);
    });
  });
}

/** The parameters of the tests for master data that devices depend on. */
export interface Retirement {
  /** The noun in `This … does not exist.` */
  noun: string;
  calls: { page: CallName; read: CallName; create: CallName; remove: CallName; restore: CallName };
  /** Returns the id and name of a seeded record that devices depend on. */
  seeded: (hospital: TestServer['city']) => string;
  name: string;
  /** The refusals while devices, and then models, depend on it. */
  held: { byDevices: string; byModels?: string };
  /** Returns the models that depend on it. */
  models: (hospital: TestServer['city']) => readonly string[];
  /** Returns a new record with the same name, and the message about it. */
  twin: (server: TestServer) => Fields;
  taken: string;
}

/** Defines tests of how a record with dependent records is retired and restored. */
export function describeRetirement(subject: Retirement): void {
  const { noun, calls, name, held, taken } = subject;

  describe(`A deleted ${noun}`, () => {
    let server: TestServer;
    let bme: TestClient;
    let params: { id: string };
    beforeEach(async () => {
      server = await startTestServer();
      bme = await server.as(server.city.users.bme);
      params = { id: subject.seeded(server.city) };
    });
    afterEach(() => server.close());

    const retireDevices = () => server.database.db.update(installation).set({ retiredAt: server.clock.now });
    const deleteModels = async () => {
      for (const id of subject.models(server.city)) await bme.call('deleteModel', { params: { id } });
    };
    const names = async () => (await callAny(bme, calls.page)).answer.items.map((item) => item.name);
    const refusal = async () => {
      const { status, problem } = await callAny(bme, calls.remove, { params });
      return [status, problem.code, problem.message];
    };

    test('is refused deletion while in use, with the number of uses; once free it is deleted until Undo', async () => {
      expect(await refusal()).toEqual([409, 'record.in_use', held.byDevices]);
      await retireDevices();
      if (held.byModels !== undefined) expect(await refusal()).toEqual([409, 'record.in_use', held.byModels]);
      await deleteModels();
      expect((await callAny(bme, calls.remove, { params })).status).toBe(204);
      for (const call of [calls.remove, calls.read]) expect((await callAny(bme, call, { params })).status).toBe(404);
      expect(await names()).not.toContain(name);
      const back = await callAny(bme, calls.restore, { params });
      expect([back.status, back.answer['name']]).toEqual([200, name]);
      expect(await names()).toContain(name);
    });

    test('is not restored over a new one of the same name, unless that one is deleted', async () => {
      await retireDevices();
      await deleteModels();
      await callAny(bme, calls.remove, { params });
      const twin = await callAny(bme, calls.create, { body: subject.twin(server) });
      const { status, problem } = await callAny(bme, calls.restore, { params });
      expect([status, problem.code, problem.errors]).toEqual([409, 'record.duplicate', { name: [taken] }]);
      await callAny(bme, calls.remove, { params: { id: twin.answer.id } });
      expect((await callAny(bme, calls.restore, { params })).status).toBe(200);
    });

    test('can be neither deleted nor restored by another hospital', async () => {
      const stranger = await server.as(server.lake.users.bme);
      for (const call of [calls.remove, calls.restore]) {
        const { status, problem } = await callAny(stranger, call, { params });
        expect([status, problem.message]).toEqual([404, `This ${noun} does not exist.`]);
      }
    });
  });
}

/** Returns the devices and departments that tablets pull after a version. */
export async function pulledSince(client: TestClient, cursor: number) {
  const { answer } = await client.call('syncChanges', { query: { cursor } });
  const rowsOf = (kind: string): Fields[] =>
    answer.rows.filter((group) => group.kind === kind).flatMap((group) => group.rows as unknown as Fields[]);
  return { head: answer.head, devices: rowsOf('device'), departments: rowsOf('department') };
}
