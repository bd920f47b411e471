// @vitest-environment happy-dom
import { readdirSync, readFileSync } from 'node:fs';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createFakeEngine } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { deviceRecord, taskRecord, templateRecord } from '#tests/support/ward-records.ts';
import { RoundScreen } from '#ui/features/round/round-screen.tsx';
import { TestScreen } from '#ui/features/test/test-screen.tsx';
import { NewRequestScreen } from '#ui/features/ticket/new-request-screen.tsx';
import { FormText } from '#ui/fields/form-text.tsx';
import { OnlineForm } from '#ui/forms/online/online-form.tsx';
import { RecordForm } from '#ui/forms/record-form.tsx';

afterEach(cleanup);

const schema = z.object({ name: z.string() });
const nameField = <FormText<{ name: string }> name="name" label="Name" />;
const type = (label: string) => fireEvent.change(screen.getByLabelText(label), { target: { value: 'Typed' } });

const procedure = {
  id: 'p',
  name: 'Yearly test',
  version: 1,
  steps: [{ id: 'housing', kind: 'look' as const, title: 'Housing', detail: '' }],
  equipmentIds: [],
  modelIds: [],
};
const records = {
  device: [deviceRecord()],
  task: [taskRecord()],
  procedure: [procedure],
  template: [templateRecord()],
};

interface FormCase {
  name: string;
  at: string;
  pattern: string;
  element: React.ReactElement;
  /** Waits for the form and changes a value. */
  enter: () => Promise<unknown>;
}

const cases: FormCase[] = [
  {
    name: 'a form of a record',
    at: '/form',
    pattern: '/form',
    element: (
      <RecordForm schema={schema} defaults={{ name: '' }} draftKey="k" onSubmit={async () => undefined}>
        {nameField}
      </RecordForm>
    ),
    enter: async () => type('Name'),
  },
  {
    name: 'a form of an online record',
    at: '/form',
    pattern: '/form',
    element: (
      <OnlineForm
        schema={schema}
        defaults={{ name: '' }}
        draftKey="k"
        send={async () => undefined}
        savedText={() => 'Saved.'}
        onSaved={() => undefined}
      >
        {nameField}
      </OnlineForm>
    ),
    enter: async () => type('Name'),
  },
  {
    name: 'a breakdown report',
    at: '/breakdown/new?serial=VENT-0012',
    pattern: '/breakdown/new',
    element: <NewRequestScreen />,
    enter: async () => type('Problem Reported'),
  },
  {
    name: 'a test',
    at: '/test/device-1/p',
    pattern: '/test/:deviceId/:procedureId',
    element: <TestScreen />,
    enter: async () => fireEvent.click(await screen.findByRole('radio', { name: 'OK' })),
  },
  {
    name: 'a round',
    at: '/daily-rounds/add/icu',
    pattern: '/daily-rounds/add/:templateId',
    element: <RoundScreen />,
    enter: async () => fireEvent.click(await screen.findByRole('radio', { name: 'Needs Attention' })),
  },
];

describe('a draft that cannot be stored', () => {
  it.each(cases)('$name shows it as an alert, with what to do', async ({ at, pattern, element, enter }) => {
    const engine = createFakeEngine({ records });
    engine.writeDraft = () => Promise.reject(new DOMException('Full.', 'QuotaExceededError'));
    drawScreen(
      <Routes>
        <Route path={pattern} element={element} />
      </Routes>,
      { at, engine },
    );
    await enter();
    const title = await screen.findByText('What you typed is not stored on this tablet');
    expect(title.closest('[role="alert"]')?.textContent).toContain('Keep this page open and save from here.');
  });

  it('clears the warning once a later write succeeds', async () => {
    const engine = createFakeEngine();
    const { writeDraft } = engine;
    engine.writeDraft = () => Promise.reject(new Error('The storage failed.'));
    drawScreen(<>{cases[0]?.element}</>, { engine });
    type('Name');
    await screen.findByText('What you typed is not stored on this tablet');
    engine.writeDraft = writeDraft;
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Typed again' } });
    await waitFor(() => expect(screen.queryByText('What you typed is not stored on this tablet')).toBeNull());
    expect(engine.world.drafts.get('k')).toMatchObject({ name: 'Typed again' });
  });

  it('can occur only in these forms, on which all others are built', () => {
    const keepers = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
      (path) => /\.tsx?$/.test(path) && /\buse(Form)?Draft[<(]/.test(readFileSync(`src/${path}`, 'utf8')),
    );
    expect(keepers.sort()).toEqual([
      'features/round/use-round.ts',
      'features/test/fill-form.tsx',
      'forms/drafts/file-draft.ts',
      'forms/drafts/use-draft.ts',
      'forms/drafts/use-form-draft.ts',
      'forms/record-form.tsx',
    ]);
  });
});
