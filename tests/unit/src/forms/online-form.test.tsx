// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { BodyInput } from '#contract/define.ts';
import type { Calls } from '#contract/index.ts';
import { type ErrorCode, problem } from '#contract/errors.ts';
import { recordShapes } from '#contract/rules/merge/records.ts';
import { updateDepartmentBody } from '#contract/calls/department.ts';
import { calmStatus, createFakeEngine } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { FormText } from '#ui/fields/form-text.tsx';
import { CallError } from '#ui/engine/engine.ts';
import { Form } from '#ui/ui/form.tsx';
import { OnlineForm } from '#ui/forms/online/online-form.tsx';
import { DepartmentCreateDialog } from '#ui/records/department-form.tsx';

afterEach(cleanup);

interface Ward {
  name: string;
  location: string;
  revision: string;
}

const opened: Ward = { name: 'ICU', location: 'Floor 1', revision: 'r1' };
const refuse = (code: ErrorCode, extra: Parameters<typeof problem>[2] = {}) => {
  const refusal = problem(code, undefined, extra);
  return new CallError('problem', refusal.message, refusal);
};
const conflict = (current: Ward) => refuse('record.conflict', { context: { current } });
const lost = new CallError('offline', 'No connection to the server. Please try again when you are online.');

/** Renders a form whose requests get `answers` in turn; after the last one they succeed. */
function draw({ answers = [] as Error[], drafts = new Map<string, unknown>(), offline = false, record = opened } = {}) {
  const sent: { body: unknown; key: string }[] = [];
  const saved: unknown[] = [];
  const engine = createFakeEngine({ drafts, status: { ...calmStatus, offline } });
  const valuesOf = ({ name, location, revision }: Ward) => ({ name, location, revision });
  const { unmount } = drawScreen(
    <OnlineForm
      schema={updateDepartmentBody}
      defaults={record}
      edit={{ shape: recordShapes.department, valuesOf, labels: { name: 'Name', location: 'Location' } }}
      draftKey="ward:1"
      send={async (body, key) => {
        sent.push({ body, key });
        const answer = answers.shift();
        if (answer) throw answer;
        return { ...opened, ...body, revision: 'r9' };
      }}
      savedText={({ name }) => `Ward ${name} saved.`}
      onSaved={(record) => saved.push(record)}
    >
      <FormText<BodyInput<Calls['updateDepartment']>> name="name" label="Name" />
      <FormText<BodyInput<Calls['updateDepartment']>> name="location" label="Location" />
    </OnlineForm>,
    { engine },
  );
  return { sent, saved, engine, unmount };
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('a form of an online record', () => {
  it('sends back the revision it was opened with', async () => {
    const { sent, saved } = draw();
    type('Name', 'ICU East');
    press('Save');
    expect(await screen.findByText('Ward ICU East saved.')).toBeTruthy();
    expect(sent.map(({ body }) => body)).toEqual([{ name: 'ICU East', location: 'Floor 1', revision: 'r1' }]);
    expect(saved).toHaveLength(1);
  });

  it('sends once on a double click', async () => {
    const { sent } = draw();
    type('Name', 'ICU East');
    press('Save');
    press('Save');
    expect(await screen.findByText('Ward ICU East saved.')).toBeTruthy();
    expect(sent).toHaveLength(1);
  });

  it('sends the same key on a press after a lost response, and a new one for changed text', async () => {
    const { sent } = draw({ answers: [lost, lost] });
    type('Name', 'ICU East');
    press('Save');
    await screen.findByText(/The server could not be reached/);
    press('Save');
    await waitFor(() => expect(sent).toHaveLength(2));
    await screen.findByText(/The server could not be reached/);
    type('Name', 'ICU West');
    press('Save');
    await waitFor(() => expect(sent.map(({ key }) => key)).toEqual(['key-1', 'key-1', 'key-2']));
  });

  it('creates no second record if the session ends between two presses', async () => {
    const ended = new CallError('signed-out', 'Your session has ended. Please sign in again.');
    const { sent } = draw({ answers: [lost, ended] });
    type('Name', 'ICU East');
    for (const count of [1, 2, 3]) {
      press('Save');
      await waitFor(() => expect(sent).toHaveLength(count));
      await waitFor(() => expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-busy')).toBeNull());
    }
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  });

  it('makes a new attempt on a press after a refusal', async () => {
    const { sent } = draw({ answers: [refuse('record.duplicate')] });
    type('Name', 'ICU East');
    press('Save');
    await screen.findByText('This record already exists.');
    press('Save');
    await waitFor(() => expect(sent.map(({ key }) => key)).toEqual(['key-1', 'key-2']));
  });

  it('keeps the key of a lost response after the tab is closed', async () => {
    const drafts = new Map<string, unknown>();
    const before = draw({ answers: [lost], drafts });
    type('Name', 'ICU East');
    press('Save');
    await waitFor(() => expect(drafts.has('ward:1:attempt')).toBe(true));
    before.unmount();
    const after = draw({ drafts });
    await waitFor(() => expect(field('Name').value).toBe('ICU East'));
    press('Save');
    await waitFor(() => expect(after.sent.map(({ key }) => key)).toEqual(before.sent.map(({ key }) => key)));
    await waitFor(() => expect([...drafts.keys()]).toEqual([]));
  });

  it('takes over what only somebody else changed, without asking, and says so', async () => {
    const { sent } = draw({ answers: [conflict({ name: 'ICU', location: 'Floor 2', revision: 'r2' })] });
    type('Name', 'ICU East');
    press('Save');
    expect(
      await screen.findByText('Ward ICU East saved. Location, changed to Floor 2 meanwhile, was kept.'),
    ).toBeTruthy();
    expect(sent.map(({ body }) => body)).toEqual([
      { name: 'ICU East', location: 'Floor 1', revision: 'r1' },
      { name: 'ICU East', location: 'Floor 2', revision: 'r2' },
    ]);
    expect(sent.map(({ key }) => key)).toEqual(['key-1', 'key-2']);
  });

  it('merges again without reverting if the response is lost after that', async () => {
    const theirs = { name: 'ICU', location: 'Floor 2', revision: 'r2' };
    const { sent } = draw({ answers: [conflict(theirs), lost] });
    type('Name', 'ICU East');
    press('Save');
    await screen.findByText(/The server could not be reached/);
    expect(field('Location').value).toBe('Floor 2');
    press('Save');
    await screen.findByText('Ward ICU East saved. Location, changed to Floor 2 meanwhile, was kept.');
    expect(sent.slice(1).map(({ body }) => body)).toEqual([
      { name: 'ICU East', location: 'Floor 2', revision: 'r2' },
      { name: 'ICU East', location: 'Floor 2', revision: 'r2' },
    ]);
    expect(new Set(sent.slice(1).map(({ key }) => key)).size).toBe(1);
  });

  it.each([
    ['theirs', 'Intensive Care'],
    ['mine', 'ICU East'],
  ] as const)('asks about what both changed, and saves %s with the rest of both', async (side, name) => {
    const { sent } = draw({ answers: [conflict({ name: 'Intensive Care', location: 'Floor 2', revision: 'r2' })] });
    type('Name', 'ICU East');
    press('Save');
    expect(await screen.findByText('Somebody else changed this record in the meantime.')).toBeTruthy();
    expect(screen.getByRole('group', { name: 'Name' }).textContent).toContain('Was: ICU');
    expect(screen.queryByRole('group', { name: 'Location' })).toBeNull();
    expect(screen.getByText('Location, changed to Floor 2 meanwhile, is kept.')).toBeTruthy();
    press('Save both changes');
    expect(await screen.findByText('Please choose one.')).toBeTruthy();
    expect(sent).toHaveLength(1);
    fireEvent.click(screen.getByLabelText(side === 'theirs' ? 'Theirs: Intensive Care' : 'Mine: ICU East'));
    press('Save both changes');
    expect(
      await screen.findByText(`Ward ${name} saved. Location, changed to Floor 2 meanwhile, was kept.`),
    ).toBeTruthy();
    expect(sent.at(-1)).toEqual({ body: { name, location: 'Floor 2', revision: 'r2' }, key: 'key-2' });
  });

  it('says why both changes together cannot be saved, and leaves the decision to the user', async () => {
    const { sent } = draw({ answers: [conflict({ name: 'ICU', location: '', revision: 'r2' })] });
    type('Name', 'ICU East');
    press('Save');
    expect(await screen.findByText('Location is required.')).toBeTruthy();
    expect(field('Location').value).toBe('');
    expect(sent).toHaveLength(1);
    type('Location', 'Floor 3');
    press('Save both changes');
    await screen.findByText(/Ward ICU East saved/);
    expect(sent.at(-1)?.body).toEqual({ name: 'ICU East', location: 'Floor 3', revision: 'r2' });
  });

  it('does not count an untouched field as mine after a reload', async () => {
    const drafts = new Map<string, unknown>();
    const before = draw({ drafts });
    type('Name', 'ICU East');
    await waitFor(() => expect(drafts.get('ward:1')).toMatchObject({ name: 'ICU East' }));
    before.unmount();
    const { sent } = draw({
      drafts,
      record: { name: 'ICU', location: 'Floor 2', revision: 'r2' },
      answers: [conflict({ name: 'ICU', location: 'Floor 2', revision: 'r2' })],
    });
    await waitFor(() => expect(field('Name').value).toBe('ICU East'));
    press('Save');
    await screen.findByText('Ward ICU East saved. Location, changed to Floor 2 meanwhile, was kept.');
    expect(sent.map(({ body }) => body)).toEqual([
      { name: 'ICU East', location: 'Floor 1', revision: 'r1' },
      { name: 'ICU East', location: 'Floor 2', revision: 'r2' },
    ]);
  });

  it.each(['at once', 'after the tab was closed'])(
    "does not show an edit accepted without a response as someone else's change, %s",
    async (when) => {
      const drafts = new Map<string, unknown>();
      const before = draw({ answers: [lost], drafts });
      type('Name', ' ICU East');
      press('Save');
      await waitFor(() => expect(drafts.has('ward:1:attempt')).toBe(true));
      before.unmount();
      const ownSave = conflict({ name: 'ICU East', location: 'Floor 1', revision: 'r2' });
      const answers = [lost, ownSave];
      const { sent } = draw({ drafts, answers: when === 'at once' ? answers : answers.slice(1) });
      await waitFor(() => expect(field('Name').value).toBe(' ICU East'));
      if (when === 'at once') {
        type('Location', 'Floor 2');
        press('Save');
        await screen.findByText(/The server could not be reached/);
      }
      type('Location', 'Floor 3');
      press('Save');
      expect(await screen.findByText('Ward ICU East saved.')).toBeTruthy();
      expect(sent.at(-1)?.body).toEqual({ name: 'ICU East', location: 'Floor 3', revision: 'r2' });
      expect(new Set(sent.map(({ key }) => key)).size).toBe(sent.length);
    },
  );

  it('continues from the current record after Discard my changes', async () => {
    const { sent, engine } = draw({ answers: [conflict({ name: 'CCU', location: 'Floor 2', revision: 'r2' })] });
    type('Name', 'ICU East');
    press('Save');
    fireEvent.click(await screen.findByRole('button', { name: 'Discard my changes' }));
    expect(field('Name').value).toBe('CCU');
    expect(field('Location').value).toBe('Floor 2');
    expect(screen.queryByRole('alert')).toBeNull();
    await waitFor(() => expect(engine.world.drafts.size).toBe(0));
    type('Name', 'ICU North');
    press('Save');
    await waitFor(() => expect(sent.at(-1)?.body).toEqual({ name: 'ICU North', location: 'Floor 2', revision: 'r2' }));
  });

  it('sends a draft of an earlier release with its revision, and asks where it differs', async () => {
    const drafts = new Map<string, unknown>([['ward:1', { name: 'ICU East', location: 'Floor 0', revision: 'r0' }]]);
    const { sent } = draw({ drafts, answers: [conflict(opened)] });
    await waitFor(() => expect(field('Name').value).toBe('ICU East'));
    press('Save');
    await screen.findByText('Somebody else changed this record in the meantime.');
    expect(sent[0]?.body).toMatchObject({ revision: 'r0' });
    expect(screen.getByText(/stored by an earlier version of this app/)).toBeTruthy();
    fireEvent.click(screen.getByLabelText('Mine: ICU East'));
    fireEvent.click(screen.getByLabelText('Theirs: Floor 1'));
    press('Save both changes');
    await screen.findByText('Ward ICU East saved.');
    expect(sent.at(-1)?.body).toEqual({ name: 'ICU East', location: 'Floor 1', revision: 'r1' });
  });

  it("compares an old draft with the server's copy of its initial state", async () => {
    const drafts = new Map<string, unknown>([['ward:1', { name: 'ICU East', location: 'Floor 0', revision: 'r0' }]]);
    const present = { name: 'ICU', location: 'Floor 1', revision: 'r1~r0' };
    const began = { name: 'ICU', location: 'Floor 0', revision: 'r0' };
    const met = refuse('record.conflict', { context: { current: present, opened: began } });
    const { sent } = draw({ drafts, answers: [met] });
    await waitFor(() => expect(field('Name').value).toBe('ICU East'));
    press('Save');
    await screen.findByText('Ward ICU East saved. Location, changed to Floor 1 meanwhile, was kept.');
    expect(sent.at(-1)?.body).toEqual({ name: 'ICU East', location: 'Floor 1', revision: 'r1' });
  });

  it.each([{ offline: true }, { answers: [lost] }])('does not claim to keep what was not stored: %o', async (given) => {
    const { engine } = draw(given);
    engine.writeDraft = () => Promise.reject(new DOMException('Full.', 'QuotaExceededError'));
    type('Name', 'ICU East');
    if (given.answers) press('Save');
    await screen.findByText('What you typed is not stored on this tablet');
    await screen.findByText(given.answers ? /reached. Press the button again/ : /Saving needs the network/);
    expect(screen.queryByText(/is kept on this tablet/)).toBeNull();
  });

  it('says offline that saving needs the network, and keeps what was typed', async () => {
    const { engine } = draw({ offline: true });
    expect(await screen.findByText(/You are offline. Saving needs the network./)).toBeTruthy();
    type('Name', 'ICU East');
    await waitFor(() => expect(engine.world.drafts.get('ward:1')).toMatchObject({ name: 'ICU East' }));
  });
});

describe('a create form in a dialog over another form', () => {
  it('passes the created record to the form below and submits nothing there', async () => {
    const ward = { id: 'd1', name: 'ICU', location: 'Floor 1', revision: 'r1' };
    const engine = createFakeEngine({ answers: { createDepartment: () => ward } });
    const created: unknown[] = [];
    let outer = 0;
    drawScreen(
      <Form
        onSubmit={() => {
          outer += 1;
        }}
      >
        <button type="submit" disabled>
          Install
        </button>
        <DepartmentCreateDialog onCreated={(record) => created.push(record)} onClose={() => undefined} />
      </Form>,
      { engine },
    );
    type('Name', 'ICU');
    type('Location', 'Floor 1');
    // The browser submits the dialog's form on Enter; the form behind it must not handle the key.
    expect(fireEvent.keyDown(field('Location'), { key: 'Enter' })).toBe(true);
    press('Create');
    expect(await screen.findByText('Department "ICU" created successfully!')).toBeTruthy();
    await waitFor(() => expect(created).toEqual([ward]));
    expect(outer).toBe(0);
    expect(engine.called.at(-1)?.input).toMatchObject({ idempotencyKey: 'key-1' });
  });
});
