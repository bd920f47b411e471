import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hospital } from '#server/db/schema.ts';
import { startTestServer, type TestClient, type TestServer } from '../support/test-server.ts';
import { seedPassword } from '#tests/support/seed.ts';

let server: TestServer;
let office: TestClient;
beforeEach(async () => {
  server = await startTestServer();
  office = await server.as(server.city.users.hospital);
});
afterEach(() => server.close());

const body = { name: 'D. Pillai', phone: '98450 00001', email: 'Divya@Ward.test', password: seedPassword };
const head = async (): Promise<number> => (await office.call('syncChanges')).answer.head;
const setQuota = (numberOfBme: number) =>
  server.database.db.update(hospital).set({ numberOfBme }).where(eq(hospital.id, server.city.id));

describe('Creating a BME account', () => {
  test('uses a place of the quota, lets the engineer sign in and adds the name to tablets', async () => {
    const before = await head();
    const key = randomUUID();
    const made = await office.call('createEngineer', { body, key });
    const { id } = made.answer;
    const record = { id, name: 'D. Pillai', phone: '98450 00001', email: 'divya@ward.test', role: 'BME' };
    const { revision } = made.answer;
    expect([made.status, made.answer]).toEqual([201, { ...record, hospitalId: server.city.id, revision }]);
    expect((await office.call('createEngineer', { body, key })).answer.id).toBe(id);
    expect((await office.call('bmeCount')).answer).toEqual({ numberOfBMEAdded: 3, numberOfBMEAssigned: 3 });
    const { answer } = await office.call('syncChanges', { query: { cursor: before } });
    expect(answer.rows).toMatchObject([{ kind: 'technician', rows: [{ id, name: 'D. Pillai' }] }]);
    const session = await server.as({ ...server.city.users.bme, email: 'divya@ward.test' });
    expect(session.session).toMatchObject({ userRole: 'BME', bmeAccountId: id });
  });

  test('is refused when all places are used', async () => {
    await setQuota(2);
    const { status, problem } = await office.call('createEngineer', { body });
    expect([status, problem.code, problem.message]).toEqual([
      409,
      'bme.quota_reached',
      'All BME accounts of this hospital are in use. Please contact the administrator.',
    ]);
  });

  test('succeeds for one of ten at once at the last free place', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, place) =>
        office.call('createEngineer', { body: { ...body, email: `engineer${place}@ward.test` }, key: randomUUID() }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
    expect((await office.call('bmeCount')).answer.numberOfBMEAdded).toBe(3);
  });

  test('ignores a hospital and a role in the body', async () => {
    const more = { ...body, hospitalId: server.lake.id, role: 'Admin' };
    const { answer } = await office.call('createEngineer', { body: more });
    expect([answer.hospitalId, answer.role]).toEqual([server.city.id, 'BME']);
  });

  test('is refused for an address that already has an account, also at another hospital', async () => {
    const { status, problem } = await office.call('createEngineer', {
      body: { ...body, email: server.lake.users.bme.email },
    });
    expect([status, problem.code, problem.errors?.['email']]).toEqual([
      409,
      'record.duplicate',
      ['An account with this email address already exists.'],
    ]);
  });

  test('is refused to an engineer after ten taken addresses a day, even in parallel; a free address is always accepted', async () => {
    await setQuota(9);
    const asha = await server.as(server.city.users.bme);
    const taken = [server.lake.users.bme, server.lake.users.hospital, server.admin, server.city.users.secondBme];
    const emailOf = (count: number) => taken[count % taken.length]?.email ?? '';
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, count) =>
        asha.call('createEngineer', { body: { ...body, email: emailOf(count) } }),
      ),
    );
    const sentences = answers.map(({ status, problem }) => `${status} ${problem.message}`);
    expect(new Set(sentences)).toEqual(
      new Set([
        '409 An account with this email address already exists.',
        '429 Too many email addresses of other accounts were tried. Please ask the office to add this account.',
      ]),
    );
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(10);
    const { items } = (await office.call('auditPage', { query: { search: 'already in use' } })).answer;
    expect(items.map(({ what }) => what)).toEqual(Array(10).fill('E-mail address already in use'));
    expect(JSON.stringify(items)).not.toContain('@');
    const free = await asha.call('createEngineer', { body: { ...body, email: 'free@nowhere.test' } });
    expect([free.status, free.problem]).toEqual([201, free.answer]);
    server.clock.advance(24 * 60 * 60_000);
    const tomorrow = await server.as(server.city.users.bme);
    const again = await tomorrow.call('createEngineer', { body: { ...body, name: 'R. Das', email: emailOf(0) } });
    expect(again.status).toBe(409);
  });

  test('is never limited for the office, whatever it or an engineer has tried; neither is Restore', async () => {
    const { bme, secondBme } = server.city.users;
    await setQuota(9);
    const asha = await server.as(bme);
    const email = server.lake.users.bme.email;
    for (const caller of [asha, office]) {
      for (let count = 0; count < 11; count += 1) await caller.call('createEngineer', { body: { ...body, email } });
    }
    expect((await office.call('createEngineer', { body: { ...body, email } })).status).toBe(409);
    const params = { id: secondBme.id };
    const { answer: known } = await office.call('bme', { params });
    expect((await office.call('updateEngineer', { params, body: { ...known, email } })).status).toBe(409);
    const edited = await office.call('updateEngineer', { params, body: { ...known, email: 'new@nowhere.test' } });
    expect(edited.status).toBe(200);
    await office.call('deleteEngineer', { params });
    for (let count = 0; count < 11; count += 1) {
      const ofDeleted = await office.call('createEngineer', { body: { ...body, email: 'new@nowhere.test' } });
      expect(ofDeleted.status).toBe(409);
    }
    expect((await office.call('restoreEngineer', { params })).status).toBe(200);
    const made = await office.call('createEngineer', { body: { ...body, email: 'free@nowhere.test' } });
    expect([made.status, made.problem]).toEqual([201, made.answer]);
  });

  test('needs a name, an email and a password, with the documented messages', async () => {
    const { status, problem } = await office.call('createEngineer', { body: { name: ' ', email: '', password: '' } });
    expect([status, problem.errors]).toMatchObject([
      400,
      { name: ['Name is required.'], email: expect.arrayContaining(['Email is required.']) },
    ]);
    const missing = await office.call('createEngineer', { body: {} as typeof body });
    expect(missing.problem.errors).toEqual({
      name: ['Name is required.'],
      email: ['Email is required.'],
      password: ['Password is required.'],
    });
  });
});

describe('BME accounts', () => {
  test.each([
    ['a name', 'rao', ['A. Rao']],
    ['an email', 'binu@', ['B. Nair']],
    ['nothing', '', ['A. Rao', 'B. Nair']],
    ['a person of another hospital', 'l-ward', []],
    ['the Hospital account', 'Office', []],
  ])('are searched by %s', async (_what, search, names) => {
    const { answer } = await office.call('engineerPage', { query: { search } });
    expect([answer.items.map(({ name }) => name), answer.totalCount]).toEqual([names, names.length]);
  });

  test('keep their password when an edit leaves it blank; a new one ends their sessions', async () => {
    const { bme } = server.city.users;
    const asha = await server.as(bme);
    const params = { id: bme.id };
    const edit = { name: 'Asha Rao', phone: '1', email: bme.email };
    const renamed = await office.call('updateEngineer', { params, body: { ...edit, password: '' } });
    expect(renamed.answer).toMatchObject({ name: 'Asha Rao', phone: '1', email: bme.email });
    expect((await asha.call('dashboardUserInfo')).answer).toEqual({ name: 'Asha Rao' });
    await office.call('updateEngineer', { params, body: { ...edit, password: 'another-one' } });
    expect((await asha.call('dashboardUserInfo')).status).toBe(401);
    await expect(server.as(bme)).rejects.toThrow('Invalid email or password.');
  });

  test('update tasks on tablets when renamed', async () => {
    const { users, tasks } = server.city;
    await office.call('assignTask', {
      body: { taskId: tasks.upcoming, technicianId: users.bme.id },
      key: randomUUID(),
    });
    const before = await head();
    await office.call('updateEngineer', {
      params: { id: users.bme.id },
      body: { name: 'Asha Rao', email: users.bme.email },
    });
    const { answer } = await office.call('syncChanges', { query: { cursor: before } });
    expect(answer.rows).toMatchObject([
      { kind: 'technician', rows: [{ name: 'Asha Rao' }] },
      { kind: 'setting', rows: [{ id: 'accounts', notices: [{ name: 'A. Rao', newName: 'Asha Rao' }] }] },
      { kind: 'task', rows: [{ id: tasks.upcoming, technicianName: 'Asha Rao' }] },
    ]);
  });

  test('lose their session and their place on tablets when deleted, and free the quota; their work keeps their name', async () => {
    const { users, tasks } = server.city;
    const asha = await server.as(users.bme);
    await asha.call('closeTask', { body: { taskId: tasks.upcoming, actionTaken: 'Cleaned' }, key: randomUUID() });
    const before = await head();
    const params = { id: users.bme.id };
    expect((await office.call('deleteEngineer', { params })).status).toBe(204);
    expect((await asha.call('dashboardUserInfo')).status).toBe(401);
    const { answer } = await office.call('syncChanges', { query: { cursor: before } });
    expect(answer.tombstones).toEqual([{ kind: 'technician', id: users.bme.id }]);
    const all = (await office.call('syncChanges')).answer.rows.find(({ kind }) => kind === 'task')?.rows;
    expect(all?.find(({ id }) => id === tasks.upcoming)).toMatchObject({ closedBy: 'A. Rao' });
    expect((await office.call('bmeCount')).answer.numberOfBMEAdded).toBe(1);
    expect((await office.call('createEngineer', { body })).status).toBe(201);
    expect((await office.call('deleteEngineer', { params })).status).toBe(404);
  });

  test('take the first of two concurrent edits; the second is refused with the current state', async () => {
    const { bme } = server.city.users;
    const params = { id: bme.id };
    const { revision } = (await office.call('bme', { params })).answer;
    const edit = (name: string, sent: string) =>
      office.call('updateEngineer', { params, body: { name, email: bme.email, revision: sent } });
    const first = await edit('Asha Rao', revision);
    expect([first.status, first.answer.name]).toEqual([200, 'Asha Rao']);
    const second = await edit('Asha R.', revision);
    expect([second.status, second.problem.code, second.problem.context]).toEqual([
      409,
      'record.conflict',
      { current: first.answer },
    ]);
    expect((await edit('Asha R.', first.answer.revision)).status).toBe(200);
  });

  test('deleted by mistake are restored with their place on tablets; their sessions stay ended', async () => {
    const { bme } = server.city.users;
    const asha = await server.as(bme);
    const params = { id: bme.id };
    await office.call('deleteEngineer', { params });
    const before = await head();
    const back = await office.call('restoreEngineer', { params });
    expect([back.status, back.answer]).toEqual([200, (await office.call('bme', { params })).answer]);
    const { answer } = await office.call('syncChanges', { query: { cursor: before } });
    expect(answer.rows).toMatchObject([
      { kind: 'technician', rows: [{ id: bme.id, name: 'A. Rao' }] },
      { kind: 'setting', rows: [{ id: 'accounts' }] },
    ]);
    expect((await asha.call('dashboardUserInfo')).status).toBe(401);
    expect((await (await server.as(bme)).call('dashboardUserInfo')).status).toBe(200);
    expect((await office.call('restoreEngineer', { params })).status).toBe(200);
    expect((await office.call('bmeCount')).answer.numberOfBMEAdded).toBe(2);
  });

  test('are not restored beyond the quota, and keep their address when deleted: Restore is the way back', async () => {
    const { bme } = server.city.users;
    const params = { id: bme.id };
    await office.call('deleteEngineer', { params });
    await setQuota(1);
    const full = await office.call('restoreEngineer', { params });
    expect([full.status, full.problem.code]).toEqual([409, 'bme.quota_reached']);
    await setQuota(3);
    const second = await office.call('createEngineer', { body: { ...body, email: bme.email } });
    const sentence = 'This email address belongs to a deleted account of this hospital.';
    expect([second.status, second.problem.errors]).toEqual([
      409,
      { email: [`${sentence} Restore that account instead.`] },
    ]);
    const binu = await server.as(server.city.users.secondBme);
    const asEngineer = await binu.call('createEngineer', { body: { ...body, email: bme.email } });
    expect(asEngineer.problem.errors).toEqual({ email: [`${sentence} Ask the office to restore that account.`] });
    expect((await office.call('restoreEngineer', { params })).status).toBe(200);
  });

  test('cannot be taken over by a colleague through their address, their name or Restore', async () => {
    const { bme, secondBme } = server.city.users;
    const binu = await server.as(secondBme);
    const params = { id: bme.id };
    const { answer: own } = await binu.call('bme', { params: { id: secondBme.id } });
    const edits = [{ name: bme.name }, { email: 'other@ward.test' }];
    for (const edit of edits) {
      const refused = await binu.call('updateEngineer', { params: { id: secondBme.id }, body: { ...own, ...edit } });
      expect([refused.status, refused.problem.code]).toEqual([403, 'auth.forbidden']);
    }
    const phone = await binu.call('updateEngineer', { params: { id: secondBme.id }, body: { ...own, phone: '080 1' } });
    expect([phone.status, phone.answer.phone]).toEqual([200, '080 1']);
    const { answer: ofAsha } = await binu.call('bme', { params });
    const phoneOfAsha = await binu.call('updateEngineer', { params, body: { ...ofAsha, phone: '1' } });
    expect(phoneOfAsha.status).toBe(403);

    expect((await binu.call('deleteEngineer', { params })).status).toBe(204);
    const again = await binu.call('createEngineer', { body: { ...body, email: bme.email } });
    expect([again.status, again.problem.code]).toEqual([409, 'record.duplicate']);
    const names = [bme.name, ' a.  RAO', 'A. Ra\u200Bo', 'Ａ. Rao', 'A. Ra0', 'A. Ráo'].map(
      (name) => [name, 409] as const,
    );
    // One letter is Cyrillic.
    for (const [name, status] of [...names, ['А. Rao', 400] as const]) {
      const alike = await binu.call('createEngineer', { body: { ...body, name } });
      expect([name, alike.status, Object.keys(alike.problem.errors ?? {})]).toEqual([name, status, ['name']]);
    }
    expect((await binu.call('restoreEngineer', { params })).status).toBe(403);
    expect((await office.call('restoreEngineer', { params })).status).toBe(200);
  });

  test('P197 are added and removed by the office alone if the hospital says so, a setting that only the office can change', async () => {
    const { bme, secondBme } = server.city.users;
    const binu = await server.as(secondBme);
    const settingsWith = async (engineersManageAccounts: boolean | undefined) => {
      const { since: _since, ...settings } = (await office.call('figureSettings')).answer;
      return { ...settings, engineersManageAccounts };
    };
    expect((await settingsWith(true)).engineersManageAccounts).toBe(true);
    const own = await binu.call('updateFigureSettings', { body: await settingsWith(false) });
    expect([own.status, own.problem.message]).toEqual([
      403,
      'Only the hospital’s office can change whether engineers add and remove accounts.',
    ]);
    const before = await head();
    expect((await office.call('updateFigureSettings', { body: await settingsWith(false) })).status).toBe(200);
    const { answer } = await office.call('syncChanges', { query: { cursor: before } });
    expect(answer.rows).toMatchObject([
      { kind: 'setting', rows: [{ id: 'accounts', engineersManageAccounts: false }] },
    ]);
    const params = { id: bme.id };
    const sentence = 'In this hospital only the office adds and removes accounts. Please ask the office.';
    for (const refused of [
      await binu.call('createEngineer', { body }),
      await binu.call('deleteEngineer', { params }),
      await binu.call('deleteEngineer', { params: { id: secondBme.id } }),
    ]) {
      expect([refused.status, refused.problem.message]).toEqual([403, sentence]);
    }
    // An app of an earlier release does not send the setting.
    const older = await binu.call('updateFigureSettings', { body: await settingsWith(undefined) });
    expect([older.status, older.answer.engineersManageAccounts]).toEqual([200, false]);
    expect((await office.call('createEngineer', { body })).status).toBe(201);
    expect((await office.call('deleteEngineer', { params })).status).toBe(204);
    await office.call('updateFigureSettings', { body: await settingsWith(true) });
    expect(
      (await binu.call('createEngineer', { body: { ...body, name: 'E. Das', email: 'e@ward.test' } })).status,
    ).toBe(201);
  });

  test('P199 changed ones are shown to their person and the office until each dismisses it, and logged with both values', async () => {
    const { bme, secondBme, hospital: officeUser } = server.city.users;
    await setQuota(9);
    const notices = async () => {
      const { rows } = (await office.call('syncChanges')).answer;
      const settings = (rows.find(({ kind }) => kind === 'setting')?.rows ?? []) as {
        notices: { id: string; name: string; act: string; told: string[]; by: string; newName: string | null }[];
      }[];
      return settings.flatMap((setting) => setting.notices.map(({ name, act, told }) => [name, act, told]));
    };
    const params = { id: bme.id };
    const edit = { name: 'Asha Menon', phone: '080 1', email: 'menon@ward.test' };
    await office.call('updateEngineer', { params, body: edit, key: 'edit' });
    server.clock.advance(1_000);
    const binu = await server.as(secondBme);
    const made = await binu.call('createEngineer', { body, key: 'made' });
    await binu.call('deleteEngineer', { params: { id: made.answer.id } });
    const { answer: own } = await binu.call('bme', { params: { id: secondBme.id } });
    await binu.call('updateEngineer', { params: { id: secondBme.id }, body: { ...own, phone: '080 2' } });
    const all = await notices();
    expect(all).toHaveLength(3);
    expect(all).toEqual(
      expect.arrayContaining([
        ['A. Rao', 'changed', [bme.id]],
        ['D. Pillai', 'added', [officeUser.id]],
        ['D. Pillai', 'removed', [officeUser.id]],
      ]),
    );
    expect(JSON.stringify((await office.call('syncChanges')).answer.rows)).not.toContain('menon@ward.test');

    const { items } = (await office.call('auditPage')).answer;
    const changesOf = (id: string) => items.find((item) => item.id === id)?.changes;
    expect(changesOf('edit')).toEqual([
      { field: 'Name', before: 'A. Rao', after: 'Asha Menon' },
      { field: 'Email', before: bme.email, after: 'menon@ward.test' },
      { field: 'Phone', before: expect.any(String), after: '080 1' },
    ]);
    expect(changesOf('made')).toEqual([
      { field: 'Name', before: null, after: 'D. Pillai' },
      { field: 'Email', before: null, after: 'divya@ward.test' },
      { field: 'Phone', before: null, after: '98450 00001' },
      { field: 'Role', before: null, after: 'BME' },
      { field: 'Active', before: null, after: 'Yes' },
    ]);

    expect((await office.call('dismissAccountNotices', { body: { ids: ['edit', 'made'] } })).status).toBe(204);
    expect(await notices()).toEqual([
      ['D. Pillai', 'removed', [officeUser.id]],
      ['A. Rao', 'changed', [bme.id]],
    ]);
    const asha = await server.as({ email: 'menon@ward.test' });
    await asha.call('dismissAccountNotices', { body: { ids: ['edit'] } });
    expect(await notices()).toEqual([['D. Pillai', 'removed', [officeUser.id]]]);
  });

  test.each(['bme', 'updateEngineer', 'deleteEngineer', 'restoreEngineer'] as const)(
    'of another hospital, and the Hospital account itself, are not found by %s',
    async (name) => {
      for (const { id } of [server.lake.users.bme, server.city.users.hospital]) {
        const options = name === 'updateEngineer' ? { body: { name: 'X', email: 'x@ward.test' } } : {};
        const { status, problem } = await office.call(name, { params: { id }, ...options });
        expect([status, problem.message]).toEqual([404, 'This BME account does not exist.']);
      }
    },
  );
});
