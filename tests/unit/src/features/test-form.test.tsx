// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { ProcedureRecord, TesterRecord, TestRecord } from '#contract/records/test.ts';
import type { TaskRecord } from '#contract/records/ward.ts';
import type { AnswerPhoto, Step } from '#contract/records/procedure.ts';
import { createFakeEngine, type FakeEngine } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { jpegOf, silencePhotoWorker } from '#tests/support/silent-photo-worker.ts';
import { seededSteps } from '#tests/support/test-work.ts';
import { deviceRecord, taskRecord, testRecord } from '#tests/support/ward-records.ts';
import { blankDraft, type TestDraft } from '#ui/work/test-draft.ts';
import { TestScreen } from '#ui/features/test/test-screen.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const steps: Step[] = [
  { id: 'housing', kind: 'look', title: 'Housing', detail: '' },
  { id: 'cable', kind: 'look', title: 'Cable', detail: '' },
];
const draftKey = 'test:device-1:p::';
const photo = (name: string): AnswerPhoto => ({ sha256: name, size: 2_048, mime: 'application/pdf', name });
/** Builds a test in which both steps are answered, with photos at the first. */
const answered = (photos: AnswerPhoto[]): TestDraft => {
  const answer = { look: 'ok' as const, found: '', left: '', text: '', photos: [] };
  return { ...blankDraft(procedure, 'ticket-1'), answers: { housing: { ...answer, photos }, cable: answer } };
};
const procedure: ProcedureRecord = {
  id: 'p',
  name: 'Yearly test',
  version: 2,
  steps,
  equipmentIds: [],
  modelIds: [],
};

function begin(
  engine: FakeEngine = createFakeEngine(),
  withSteps = steps,
  corrected?: TestRecord,
  testers: TesterRecord[] = [],
  tasks: TaskRecord[] = [],
) {
  return drawScreen(
    <Routes>
      <Route path="/test/:deviceId/:procedureId" element={<TestScreen />} />
    </Routes>,
    {
      at: corrected ? `/test/device-1/p?corrects=${corrected.id}` : '/test/device-1/p',
      engine,
      world: {
        records: {
          device: [deviceRecord()],
          procedure: withSteps.length > 0 ? [{ ...procedure, steps: withSteps }] : [],
          test: corrected ? [corrected] : [],
          tester: testers,
          task: tasks,
        },
      },
    },
  );
}

const stepOf = (title: string) => screen.findByRole('region', { name: new RegExp(`\\d+\\. ${title}$`) });
const ok = async (title: string) => within(await stepOf(title)).getByRole<HTMLInputElement>('radio', { name: 'OK' });
/** A click from a tap has a press count, one from a key does not. */
const tap = (element: HTMLElement) => fireEvent.click(element, { detail: 1 });

describe('On a phone', () => {
  const onPhone = () => {
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
    let at = 1_000;
    vi.spyOn(performance, 'now').mockImplementation(() => at);
    return (ms: number) => {
      at += ms;
    };
  };

  test('a second tap on OK does not answer the next step, a later one does', async () => {
    const wait = onPhone();
    begin();
    tap(await ok('Housing'));
    tap(await ok('Cable'));
    expect((await ok('Cable')).checked).toBe(false);
    wait(600);
    tap(await ok('Cable'));
    await screen.findByRole('heading', { name: 'Result' });
    expect(screen.queryByText(/not done yet/)).toBeNull();
  });

  test('a second tap on Result does not save', async () => {
    const wait = onPhone();
    const { engine } = begin();
    tap(await ok('Housing'));
    wait(600);
    fireEvent.click(await ok('Cable'));
    fireEvent.click(screen.getByRole('button', { name: 'Result' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Save test' }));
    expect(engine.saved).toEqual([]);
    wait(600);
    fireEvent.click(screen.getByRole('button', { name: 'Save test' }));
    await screen.findByText('Test saved successfully!');
    expect(engine.saved).toHaveLength(1);
  });
});

describe('Photos', () => {
  const withDraft = (photos: AnswerPhoto[], kept: AnswerPhoto[]) =>
    createFakeEngine({
      drafts: new Map<string, unknown>([
        [draftKey, answered(photos)],
        ...kept.map((ref) => [`${draftKey}:photo:${ref.sha256}`, { ref, bytes: new ArrayBuffer(8) }] as const),
      ]),
    });

  test('whose bytes are lost stop the save at their step; without them the test is saved', async () => {
    const [here, gone] = [photo('here'), photo('gone')];
    const { engine } = begin(withDraft([here, gone], [here]));
    fireEvent.click(await screen.findByRole('button', { name: 'Save test' }));
    await screen.findByText('Housing: a photo of this test is no longer on this tablet. Take it again or remove it.');
    expect(engine.saved).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Remove photo 2 of Housing' }));
    fireEvent.click(screen.getByRole('button', { name: 'Save test' }));
    await screen.findByText('Test saved successfully!');
    expect(engine.saved.map(({ body }) => body)).toMatchObject([{ answers: [{ photos: [here] }, { photos: [] }] }]);
  });

  test('of the corrected test are kept by a correction, without their bytes', async () => {
    const old = photo('old');
    const answer = { look: 'ok' as const, found: null, left: null, text: '', photos: [] };
    const answers = [
      { ...answer, stepId: 'housing', photos: [old] },
      { ...answer, stepId: 'cable' },
    ];
    const { engine } = begin(createFakeEngine(), steps, testRecord({ version: 2, answers }));
    fireEvent.click(within(await stepOf('Cable')).getByRole('radio', { name: 'Not OK' }));
    fireEvent.click(screen.getByRole('button', { name: 'Save test' }));
    await screen.findByText('Test saved successfully!');
    expect(engine.saved.map(({ body }) => body)).toMatchObject([
      { correctsId: 'test-1', told: 'Fail', answers: [{ stepId: 'housing', photos: [old] }, { look: 'not-ok' }] },
    ]);
  });

  test('are saved in one entry after two taps on Save', async () => {
    const here = photo('here');
    const { engine } = begin(withDraft([here], [here]));
    const save = await screen.findByRole('button', { name: 'Save test' });
    fireEvent.click(save);
    fireEvent.click(save);
    await screen.findByText('Test saved successfully!');
    expect(engine.saved).toHaveLength(1);
  });

  describe('that are still being prepared delay the save:', () => {
    /** Saves while a photo is being written, then lets the write finish. */
    async function saveMeanwhile(end: 'kept' | 'refused') {
      const gate = new EventTarget();
      const here = photo('here');
      const { engine } = begin(withDraft([here], [here]));
      const write = engine.writeDraft.bind(engine);
      vi.spyOn(engine, 'writeDraft').mockImplementation(async (key, value) => {
        if (key.includes(':photo:')) {
          await new Promise((resolve) => gate.addEventListener('end', resolve));
          if (end === 'refused') throw new DOMException('No room.', 'QuotaExceededError');
        }
        return write(key, value);
      });
      const add = await screen.findByLabelText('Take a photo for Housing');
      const file = new File(['%PDF-1.7'], 'late.pdf', { type: 'application/pdf' });
      fireEvent.change(add, { target: { files: [file] } });
      await vi.waitFor(() =>
        expect(engine.writeDraft).toHaveBeenCalledWith(expect.stringContaining(':photo:'), expect.anything()),
      );
      fireEvent.click(screen.getByRole('button', { name: 'Save test' }));
      await act(async () => undefined);
      expect(engine.saved).toEqual([]);
      await act(async () => gate.dispatchEvent(new Event('end')));
      return engine;
    }

    test('one that can be stored is saved with the test', async () => {
      const engine = await saveMeanwhile('kept');
      await screen.findByText('Test saved successfully!');
      expect(engine.saved.map(({ body }) => body)).toMatchObject([
        { answers: [{ photos: [{ name: 'here' }, { name: 'late.pdf' }] }, { photos: [] }] },
      ]);
    });

    test('one that is refused stops the save at its step', async () => {
      const engine = await saveMeanwhile('refused');
      await screen.findByText(/^Housing: late.pdf: This tablet has no room for the photo\./);
      expect(engine.saved).toEqual([]);
    });
  });

  test('whose worker never responds are reported at their step, and the test can be saved without them', async () => {
    const worker = silencePhotoWorker();
    const here = photo('here');
    const { engine } = begin(withDraft([here], [here]));
    const add = await screen.findByLabelText('Take a photo for Housing');
    fireEvent.change(add, { target: { files: [jpegOf('plate.jpg')] } });
    await vi.waitFor(() => expect(worker.started()).toBe(1));
    fireEvent.click(screen.getByRole('button', { name: 'Save test' }));
    await act(async () => worker.giveUp());
    await screen.findByText(
      'Housing: plate.jpg: The photo could not be prepared in 30 seconds. Please choose it again.',
    );
    expect(worker.ended()).toBe(1);
    expect(engine.saved).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Remove plate.jpg' }));
    expect(screen.queryByText(/plate\.jpg/)).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Save test' }));
    await screen.findByText('Test saved successfully!');
    expect(engine.saved).toHaveLength(1);
  });

  test('are limited to three: a fourth is refused, and the three stay', async () => {
    const three = ['one', 'two', 'three'].map(photo);
    begin(withDraft(three, three));
    const add = await screen.findByLabelText('Take a photo for Housing');
    const file = new File(['%PDF-1.7'], 'four.pdf', { type: 'application/pdf' });
    fireEvent.change(add, { target: { files: [file] } });
    await screen.findByText('At most 3 photos. Remove one first.');
    expect(screen.getAllByRole('button', { name: /^Remove photo/ })).toHaveLength(3);
    fireEvent.click(screen.getByRole('button', { name: 'Remove photo 1 of Housing' }));
    expect(screen.queryByText('At most 3 photos. Remove one first.')).toBeNull();
    fireEvent.change(add, { target: { files: [file] } });
    await screen.findByText('four.pdf');
    expect(screen.getByText('two')).toBeTruthy();
  });
});

test('an invalid temperature is reported and not saved', async () => {
  const { engine } = begin(
    createFakeEngine({ drafts: new Map([[draftKey, { ...answered([]), temperature: '22 C' }]]) }),
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Save test' }));
  await screen.findByText('Temperature or humidity: please enter a number.');
  expect(engine.saved).toEqual([]);
});

test('a note stays on the screen when its step is changed to OK', async () => {
  begin();
  const step = within(await stepOf('Housing'));
  fireEvent.click(step.getByRole('radio', { name: 'Not OK' }));
  fireEvent.change(step.getByLabelText('Note'), { target: { value: 'Crack' } });
  fireEvent.click(step.getByRole('radio', { name: 'OK' }));
  expect(step.getByLabelText<HTMLTextAreaElement>('Note').value).toBe('Crack');
  fireEvent.change(step.getByLabelText('Note'), { target: { value: '' } });
  expect(step.queryByLabelText('Note')).toBeNull();
});

test('P215 a value found out of limits and left within them asks what it may have affected', async () => {
  begin(createFakeEngine(), [seededSteps.find(({ id }) => id === 'rate')!]);
  const step = within(await stepOf('Rate at 60 bpm'));
  fireEvent.change(step.getByLabelText('As found (bpm)'), { target: { value: '70' } });
  expect(step.queryByLabelText('What may this have affected?')).toBeNull();
  fireEvent.change(step.getByLabelText('As left (bpm)'), { target: { value: '60' } });
  expect(step.getByLabelText('What may this have affected?')).toBeTruthy();
  expect(screen.getByText('Found out of limits and adjusted: Rate at 60 bpm: found 70 bpm, left 60 bpm.')).toBeTruthy();
});

test('a test of an older version restarts only after confirmation, without its photos', async () => {
  const here = photo('here');
  const engine = createFakeEngine({
    drafts: new Map<string, unknown>([
      [draftKey, { ...answered([here]), version: 1 }],
      [`${draftKey}:photo:here`, { ref: here, bytes: new ArrayBuffer(8) }],
    ]),
  });
  begin(engine);
  fireEvent.click(await screen.findByRole('button', { name: 'Start again with version 2' }));
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Keep testing' }));
  expect((await ok('Housing')).checked).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Start again with version 2' }));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByRole('heading', { name: 'Discard this test?' })).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Start again' }));
  expect((await ok('Housing')).checked).toBe(false);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement?.textContent).toContain('Housing');
  expect(engine.world.drafts.has(`${draftKey}:photo:here`)).toBe(false);
});

describe('A version other than the current one', () => {
  const old = testRecord({ answers: [], version: 1 });
  const oldSteps = [{ ...steps[0]!, title: 'Old housing' }];
  const ofOld = () => ({ name: 'Yearly test', version: 1, steps: oldSteps });

  test('is used for a correction and loaded from the server', async () => {
    const { engine } = begin(createFakeEngine({ answers: { procedureVersion: ofOld } }), steps, old);
    fireEvent.click(await ok('Old housing'));
    expect(screen.getByText('The correction uses version 1, as the test did.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Save test' }));
    await screen.findByText('Test saved successfully!');
    expect(engine.saved.map(({ body }) => body)).toMatchObject([{ version: 1, correctsId: 'test-1' }]);
    expect(engine.called).toMatchObject([
      { name: 'procedureVersion', input: { params: { id: 'p' }, query: { version: 1 } } },
    ]);
  });

  test('of a deleted procedure can be corrected too', async () => {
    begin(createFakeEngine({ answers: { procedureVersion: ofOld } }), [], old);
    await ok('Old housing');
  });

  test('keeps a tester that was deleted since', async () => {
    const used = { testerId: 'old', certificateId: 'c-1', name: 'Old analyser', serialNumber: 'ESA-0' };
    const testers = [{ ...used, certificateNumber: 'N-0', dueOn: '2099-01-01' }];
    const reading = seededSteps.find(({ id }) => id === 'rate');
    const answers = [{ stepId: 'rate', look: null, found: 90, left: null, text: '', photos: [] }];
    const { engine } = begin(createFakeEngine(), [reading!], testRecord({ version: 2, answers, testers }));
    const step = within(await stepOf('Rate at 60 bpm'));
    fireEvent.change(step.getByLabelText('As found (bpm)'), { target: { value: '60' } });
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /Old analyser/ }).checked).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Save test' }));
    await screen.findByText('Test saved successfully!');
    expect(engine.saved.map(({ body }) => body)).toMatchObject([
      { told: 'Pass', testers: [{ testerId: 'old', certificateId: 'c-1' }] },
    ]);
  });

  test('matches the label of a re-registered tester to the new one, not the deleted one', async () => {
    const used = { testerId: 'old', certificateId: 'c-1', name: 'Old analyser', serialNumber: 'ESA-0' };
    const testers = [{ ...used, certificateNumber: 'N-0', dueOn: '2099-01-01' }];
    const certificates = [{ id: 'c-2', number: 'N-1', dueOn: '2099-01-01' }];
    const again = { id: 'new', name: 'New analyser', serialNumber: 'ESA-0', certificates };
    const corrected = testRecord({ version: 2, answers: [], testers });
    begin(createFakeEngine(), [seededSteps.find(({ id }) => id === 'rate')!], corrected, [again]);
    await stepOf('Rate at 60 bpm');
    const box = (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name });
    expect([box(/Old analyser/).checked, box(/New analyser/).checked]).toEqual([true, false]);
    fireEvent.click(box(/Old analyser/));
    for (const key of [...'ESA-0', 'Enter']) fireEvent.keyDown(document.body, { key });
    expect([box(/Old analyser/).checked, box(/New analyser/).checked]).toEqual([false, true]);
  });

  test('needs the network once, and says so', async () => {
    begin(createFakeEngine(), steps, old);
    await screen.findByText('You are offline. This test was made with version 1, which is not on this tablet.');
  });

  test('is continued, even if the procedure is deleted meanwhile', async () => {
    const engine = createFakeEngine({ drafts: new Map([[draftKey, { ...answered([]), name: 'Yearly test' }]]) });
    begin(engine, []);
    expect((await ok('Housing')).checked).toBe(true);
    expect(screen.getByRole('heading', { name: 'Yearly test' })).toBeTruthy();
    screen.getByText('The procedure has been deleted since this test was begun. It continues with version 2.');
    expect(screen.queryByRole('button', { name: /Start again with/ })).toBeNull();
  });

  test('cannot start a new test once the procedure is deleted', async () => {
    begin(createFakeEngine(), []);
    await screen.findByText('Procedure not found.');
  });

  test('keeps a test on the screen when its procedure is deleted', async () => {
    const { engine } = begin();
    fireEvent.click(await ok('Housing'));
    act(() => engine.change({ records: { device: [deviceRecord()] } }));
    expect((await ok('Housing')).checked).toBe(true);
  });
});

describe('P167 a procedure with a step that has no limit', () => {
  const rate = seededSteps.filter(({ id }) => id === 'rate');
  const unlimited = [
    ...rate,
    ...rate.map((step) => ({ ...step, id: 'free', title: 'Volume', lower: null, upper: null })),
  ];

  test('cannot start a test, and links to the procedure', async () => {
    begin(createFakeEngine(), unlimited);
    await screen.findByText('No limit is set for “Volume”.');
    expect(screen.getByRole('link', { name: 'Open the procedure' }).getAttribute('href')).toContain('/p');
    expect(screen.getAllByRole('region').map((region) => region.id)).toEqual(['toasts']);
  });

  test('keeps a test that was begun, whose value is neither within limits nor a Pass', async () => {
    const draft = { ...answered([]), steps: unlimited, answers: {}, at: 0 };
    begin(createFakeEngine({ drafts: new Map([[draftKey, draft]]) }), unlimited);
    const [limited, free] = [within(await stepOf('Rate at 60 bpm')), within(await stepOf('Volume'))];
    fireEvent.change(limited.getByLabelText('As found (bpm)'), { target: { value: '60' } });
    fireEvent.change(free.getByLabelText('As found (bpm)'), { target: { value: '60' } });
    expect(limited.getByText('Within the limits')).toBeTruthy();
    expect(free.getByText('No limit set')).toBeTruthy();
    expect(free.queryByText('Within the limits')).toBeNull();
    expect(screen.getByText('Volume: the procedure has no limit, so this value cannot pass.')).toBeTruthy();
  });
});

describe('P218 a test without a task', () => {
  const pm = taskRecord({ id: 'pm', deviceId: 'device-1', type: 'PM', taskDate: '2020-10-01' });
  const answerAll = async () => {
    for (const title of ['Housing', 'Cable']) fireEvent.click(await ok(title));
  };
  const taskIdOf = async (engine: FakeEngine) => {
    fireEvent.click(screen.getByRole('button', { name: 'Save test' }));
    await screen.findByText('Test saved successfully!');
    return engine.saved.map(({ body }) => (body as { taskId: unknown }).taskId);
  };

  test('counts for the due task unless somebody answers No', async () => {
    const { engine } = begin(createFakeEngine(), steps, undefined, [], [pm]);
    await answerAll();
    expect(screen.getByText('Counts for PM due 1 Oct 2020?')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Yes' }).checked).toBe(true);
    expect(await taskIdOf(engine)).toEqual(['pm']);
  });

  test('counts for none after No', async () => {
    const { engine } = begin(createFakeEngine(), steps, undefined, [], [pm]);
    await answerAll();
    fireEvent.click(screen.getByRole('radio', { name: 'No' }));
    expect(await taskIdOf(engine)).toEqual([null]);
  });

  test.each([
    ['is closed', { closedAt: '2020-10-02T00:00:00.000Z' }],
    ['is not due yet', { taskDate: '2090-10-01' }],
    ['is of another kind', { type: 'Safety' as const }],
    ['is of another device', { deviceId: 'device-2' }],
  ])('does not ask about a task that %s', async (_what, more) => {
    const { engine } = begin(createFakeEngine(), steps, undefined, [], [{ ...pm, ...more }]);
    await answerAll();
    expect(screen.queryByText(/^Counts for/)).toBeNull();
    expect(await taskIdOf(engine)).toEqual([null]);
  });
});
