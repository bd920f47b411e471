// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { BodyInput } from '#contract/define.ts';
import type { Calls } from '#contract/index.ts';
import { problem } from '#contract/errors.ts';
import { createHospitalBody } from '#contract/calls/hospital.ts';
import { createFakeEngine } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { FormText } from '#ui/fields/form-text.tsx';
import { CallError } from '#ui/engine/engine.ts';
import { RecordForm } from '#ui/forms/record-form.tsx';

afterEach(cleanup);

const valid = {
  name: 'City Hospital',
  phone: '022 4000',
  address: 'MG Road',
  stateId: 's1',
  cityId: 'c1',
  numberOfBME: 4,
  numberOfBeds: 120,
  email: 'city@example.org',
  password: 'secret1',
};

function draw({ defaults = valid, refuse = null as Error | null, drafts = new Map<string, unknown>() } = {}) {
  const sent: unknown[] = [];
  const engine = createFakeEngine({ drafts });
  drawScreen(
    <RecordForm
      schema={createHospitalBody}
      defaults={defaults}
      draftKey="hospital"
      submitLabel="Create"
      refused={(message) => `Failed to create hospital: ${message}`}
      onSubmit={async (body) => {
        sent.push(body);
        if (refuse) throw refuse;
      }}
    >
      <FormText<BodyInput<Calls['createHospital']>> name="name" label="Name" />
      <FormText<BodyInput<Calls['createHospital']>> name="email" label="Email" />
      <FormText<BodyInput<Calls['createHospital']>> name="password" label="Password" type="password" />
    </RecordForm>,
    { engine },
  );
  return { sent, engine };
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const createButton = () => screen.getByRole('button', { name: 'Create' });
const create = () => fireEvent.click(createButton());

describe('a form', () => {
  it('sends what the contract parses from its fields', async () => {
    const { sent } = draw({ defaults: { ...valid, name: ' City Hospital ' } });
    create();
    await waitFor(() => expect(sent).toEqual([{ ...valid, name: 'City Hospital' }]));
  });

  it('shows a field’s error after it was touched', async () => {
    draw({ defaults: { ...valid, name: '' } });
    expect(screen.queryByText('Name is required.')).toBeNull();
    fireEvent.blur(field('Name'));
    expect(await screen.findByText('Name is required.')).toBeTruthy();
  });

  it('shows the server’s errors at their fields and keeps what was typed', async () => {
    const refusal = problem('record.duplicate', undefined, { errors: { email: ['This email is used already.'] } });
    draw({ refuse: new CallError('problem', refusal.message, refusal) });
    fireEvent.change(field('Name'), { target: { value: 'Lakeside' } });
    create();
    expect(await screen.findByText('This email is used already.')).toBeTruthy();
    expect(await screen.findByText('Failed to create hospital: This record already exists.')).toBeTruthy();
    expect(field('Name').value).toBe('Lakeside');
  });

  it('keeps unsaved text for the next visit, but never a password', async () => {
    const { engine } = draw();
    await waitFor(() => expect(engine.world.drafts).toBeTruthy());
    fireEvent.change(field('Password'), { target: { value: 'topsecret' } });
    fireEvent.change(field('Name'), { target: { value: 'Lakeside' } });
    await waitFor(() => expect(engine.world.drafts.get('hospital')).toMatchObject({ name: 'Lakeside' }));
    expect(JSON.stringify(engine.world.drafts.get('hospital'))).not.toContain('secret');
  });

  it('restores unsaved text and says so', async () => {
    draw({ drafts: new Map([['hospital', { name: 'Lakeside' }]]) });
    expect(await screen.findByText('Your earlier input has been restored.')).toBeTruthy();
    expect(field('Name').value).toBe('Lakeside');
    fireEvent.click(screen.getByRole('button', { name: 'Start again' }));
    await waitFor(() => expect(field('Name').value).toBe('City Hospital'));
  });

  it('keeps what is typed while the unsaved text is still being read', async () => {
    const { engine } = draw({ drafts: new Map([['hospital', { name: 'Lakeside', email: 'lake@example.org' }]]) });
    fireEvent.change(field('Name'), { target: { value: 'Hilltop' } });
    await waitFor(() => expect(field('Email').value).toBe('lake@example.org'));
    expect(field('Name').value).toBe('Hilltop');
    await waitFor(() => expect(engine.world.drafts.get('hospital')).toMatchObject({ name: 'Hilltop' }));
  });

  it('does not report a saved record as failed if its draft could not be deleted', async () => {
    const { sent, engine } = draw();
    engine.deleteDraft = () => Promise.reject(new Error('The storage failed.'));
    fireEvent.change(field('Name'), { target: { value: 'Lakeside' } });
    create();
    await waitFor(() => expect(sent).toHaveLength(1));
    await waitFor(() => expect(createButton().getAttribute('aria-busy')).toBeNull());
    expect(screen.queryByText(/Failed to create hospital/)).toBeNull();
  });

  it('leaves no draft of a saved record behind', async () => {
    const { sent, engine } = draw();
    fireEvent.change(field('Name'), { target: { value: 'Lakeside' } });
    create();
    await waitFor(() => expect(sent).toHaveLength(1));
    await waitFor(() => expect(engine.world.drafts.has('hospital')).toBe(false));
  });
});
