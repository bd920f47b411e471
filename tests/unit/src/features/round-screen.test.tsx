// @vitest-environment happy-dom
import { Fragment, type ReactNode, useState } from 'react';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DeviceRecord } from '#contract/records/ward.ts';
import { roundBody } from '#contract/calls/round/submit.ts';
import { deviceRows } from '#tests/support/device-rows.ts';
import { createFakeEngine, type FakeEngine, type FakeWorld } from '#tests/support/fake-engine.ts';
import { jpegOf, silencePhotoWorker } from '#tests/support/silent-photo-worker.ts';
import { templateRecord } from '#tests/support/ward-records.ts';
import { scanByWedge } from '#tests/support/wedge-scan.ts';
import { RoundScreen } from '#ui/features/round/round-screen.tsx';
import { EngineProvider } from '#ui/engine/engine-provider.tsx';
import { ToastProvider } from '#ui/ui/toast.tsx';
import { keepFocus } from '#ui/ui/kept-focus.ts';

const devices: DeviceRecord[] = deviceRows(5).map((device, index) => ({
  ...device,
  serialNumber: `VENT-000${index}`,
  departmentName: 'ICU',
  location: 'Room 1',
}));
const [first, second, third, stranger] = ['VENT-0000', 'VENT-0001', 'VENT-0002', 'VENT-0004'] as const;
const draftKey = 'round:icu:2026-11-21:user-1';

function createWorld(world: Partial<FakeWorld> = {}): FakeEngine {
  return createFakeEngine({
    records: { device: devices, template: [templateRecord({ deviceIds: devices.slice(0, 3).map(({ id }) => id) })] },
    ...world,
  });
}

/** Removes the screens and draws them again at the same place of the history, as the lock does. */
function Lockable({ children }: { children: ReactNode }) {
  const [locks, setLocks] = useState(0);
  return (
    <>
      <button type="button" onClick={() => setLocks(locks + 1)}>
        Lock and unlock
      </button>
      <Fragment key={locks}>{children}</Fragment>
    </>
  );
}

async function open(engine: FakeEngine, at = '/daily-rounds/add/icu') {
  render(
    <EngineProvider engine={engine}>
      <ToastProvider>
        <MemoryRouter initialEntries={[at]}>
          <Lockable>
            <Routes>
              <Route path="/daily-rounds/add/:templateId" element={<RoundScreen />} />
              <Route path="/daily-rounds" element="The list of rounds" />
            </Routes>
          </Lockable>
        </MemoryRouter>
      </ToastProvider>
    </EngineProvider>,
  );
  await screen.findByRole('row', { name: first });
}

const row = (serial: string) => within(screen.getByRole('row', { name: serial }));
const choose = (serial: string, status: string) => fireEvent.click(row(serial).getByRole('radio', { name: status }));
const describeIt = (serial: string, text: string) =>
  fireEvent.change(row(serial).getByRole('textbox', { name: `Description of ${serial}` }), { target: { value: text } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const pressInDialog = (name: string) =>
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name }));
const sent = (engine: FakeEngine) => roundBody.parse(engine.saved.at(-1)?.body);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T04:30:00Z') });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('A ward round', () => {
  it('begins at the device from whose page it was started, which is not confirmed yet', async () => {
    await open(createWorld(), `/daily-rounds/add/icu?serial=${third.toLowerCase()}`);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('row', { name: third })));
    expect(screen.getByRole('progressbar').getAttribute('aria-valuetext')).toContain('0 of 3');
  });

  it('has one row per device, with Operational proposed', async () => {
    await open(createWorld());
    expect(screen.getAllByRole('row').map((found) => found.getAttribute('aria-label'))).toEqual([first, second, third]);
    expect(row(first).getByRole<HTMLInputElement>('radio', { name: 'Operational' }).checked).toBe(true);
    expect(screen.getByRole('progressbar').getAttribute('aria-valuetext')).toContain('0 of 3');
  });

  it('counts for the corrected day if the clock turns out to be slow, and keeps the answers', async () => {
    const engine = createWorld();
    await open(engine);
    choose(first, 'Operational');
    act(() => engine.change({ status: { ...engine.world.status, clockOffsetMs: 3 * 86_400_000 } }));
    await screen.findByText(/24 November 2026|24 Nov 2026/);
    choose(second, 'Operational');
    choose(third, 'Operational');
    press('Submit Rounds');
    await waitFor(() => expect(engine.saved).toHaveLength(1));
    expect(new Set(sent(engine).map(({ date }) => date))).toEqual(new Set(['2026-11-24']));
    expect(engine.saved[0]?.draftKey).toBe(draftKey);
  });

  it('never records an unseen device as working', async () => {
    const engine = createWorld();
    await open(engine);
    choose(first, 'Operational');
    press('Submit Rounds');
    expect(engine.saved).toEqual([]);
    expect(screen.getByRole('dialog', { name: '2 devices are not confirmed' })).toBeTruthy();
    pressInDialog('Go back');
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(second));
    press('Submit Rounds');
    pressInDialog('Not seen');
    fireEvent.change(screen.getByLabelText('Reason for all of them'), { target: { value: 'In use' } });
    fireEvent.change(screen.getByLabelText(`Reason for ${third}`), { target: { value: 'Moved' } });
    pressInDialog('Submit Rounds');
    await screen.findByText('Daily rounds submitted successfully!');
    expect(sent(engine).map(({ status, notSeenReason }) => notSeenReason ?? status)).toEqual([
      'Operational',
      'In use',
      'Moved',
    ]);
  });

  it('confirms the open rows of one room, keeps given answers, and can undo it', async () => {
    const engine = createWorld();
    await open(engine);
    choose(second, 'Needs Attention');
    describeIt(second, 'Battery low');
    screen.getByRole('heading', { name: 'Room 1 · 1 of 3' });
    press('Confirm the rest here: ICU, Room 1');
    screen.getByRole('heading', { name: 'Room 1 · 3 of 3' });
    expect(screen.queryByRole('button', { name: /^Confirm the rest here/ })).toBeNull();
    press('Undo');
    screen.getByRole('heading', { name: 'Room 1 · 1 of 3' });
    press('Confirm the rest here: ICU, Room 1');
    press('Submit Rounds');
    await screen.findByText('Daily rounds submitted successfully!');
    expect(sent(engine).map(({ status, confirmedBy }) => [status, confirmedBy])).toEqual([
      ['Operational', 'rest'],
      ['Needs Attention', 'tap'],
      ['Operational', 'rest'],
    ]);
  });

  it('keeps the focus on a useful control after Undo in its footer, and after submitting', async () => {
    const stop = keepFocus();
    await open(createWorld());
    press('Confirm the rest as Operational');
    const undo = screen.getByRole('button', { name: 'Undo' });
    undo.focus();
    fireEvent.click(undo);
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Scan'));
    press('Confirm the rest as Operational');
    screen.getByRole('button', { name: 'Submit Rounds' }).focus();
    press('Submit Rounds');
    await screen.findByText('Daily rounds submitted successfully!');
    await waitFor(() => expect(document.activeElement?.closest('section, h1, h2, a, [role=status]')).toBeTruthy());
    stop();
  });

  it('records for one row why it was not seen, and can undo that', async () => {
    const engine = createWorld();
    await open(engine);
    const notSeen = (serial: string, answer: string) => {
      fireEvent.click(row(serial).getByRole('button', { name: answer }));
    };
    for (const serial of [first, second])
      fireEvent.click(row(serial).getByRole('button', { name: `More for ${serial}` }));
    notSeen(first, 'In use');
    notSeen(second, 'Moved');
    expect(row(second).getByText('Not seen: Moved')).toBeTruthy();
    expect(row(second).getByRole('button', { name: 'Moved' }).getAttribute('aria-pressed')).toBe('true');
    notSeen(second, 'Moved');
    expect(row(second).queryByText('Not seen: Moved')).toBeNull();
    press('Confirm the rest as Operational');
    press('Submit Rounds');
    await screen.findByText('Daily rounds submitted successfully!');
    expect(sent(engine).map(({ status, notSeenReason }) => notSeenReason ?? status)).toEqual([
      'In use',
      'Operational',
      'Operational',
    ]);
  });

  it('shows only the status choice in a row, until a fault, a description or More expands it', async () => {
    await open(createWorld());
    expect(screen.queryByRole('textbox')).toBeNull();
    choose(first, 'Needs Attention');
    expect(
      row(first)
        .getByRole('textbox', { name: /^Description of/ })
        .getAttribute('aria-required'),
    ).toBe('true');
    choose(first, 'Operational');
    expect(row(first).queryByRole('textbox')).toBeNull();
    const more = row(second).getByRole('button', { name: `More for ${second}` });
    fireEvent.click(more);
    expect(more.getAttribute('aria-expanded')).toBe('true');
    describeIt(second, 'Sticker missing');
    fireEvent.click(more);
    expect(row(second).queryByRole('button', { name: 'In use' })).toBeNull();
    expect(row(second).getByRole<HTMLTextAreaElement>('textbox', { name: /^Description of/ }).value).toBe(
      'Sticker missing',
    );
  });

  it('links from a submitted round to the next pending one, with its number of devices', async () => {
    const templates = [
      templateRecord({ deviceIds: devices.slice(0, 3).map(({ id }) => id) }),
      templateRecord({ id: 'empty', name: 'A template without devices', deviceIds: [] }),
      templateRecord({ id: 'ward', name: 'Ward 7', deviceIds: devices.slice(1, 5).map(({ id }) => id) }),
    ];
    await open(createWorld({ records: { device: devices, template: templates } }));
    press('Confirm the rest as Operational');
    press('Submit Rounds');
    const next = await screen.findByRole('link', { name: 'Next: Ward 7 (4)' });
    expect(next.getAttribute('href')).toBe('/daily-rounds/add/ward');
    fireEvent.click(next);
    await screen.findByRole('row', { name: stranger });
    expect(screen.getByRole('progressbar').getAttribute('aria-valuetext')).toContain('0 of 4');
  });

  it('opens the list, not an empty round, when a submitted round is opened again', async () => {
    const engine = createWorld();
    await open(engine);
    press('Confirm the rest as Operational');
    press('Submit Rounds');
    await screen.findByText('Daily rounds submitted successfully!');
    // Locking removes the screen, and unlocking draws it again at the same address.
    press('Lock and unlock');
    await screen.findByText('The list of rounds');
  });

  it('requires a description before anything is sent, and focuses the row', async () => {
    const engine = createWorld();
    await open(engine);
    choose(second, 'Not Working');
    press('Submit Rounds');
    expect(row(second).getByText('Please describe what you found.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(second));
    describeIt(second, 'No display');
    expect(
      row(second)
        .getByRole('link', { name: `Report Breakdown of ${second}` })
        .getAttribute('href'),
    ).toContain('/breakdown/new?serial=VENT-0001&problem=No+display');
    press('Submit Rounds');
    pressInDialog('Confirm the rest as Operational');
    await screen.findByText('Daily rounds submitted successfully!');
    expect(sent(engine).map(({ status, confirmedBy }) => [status, confirmedBy])).toEqual([
      ['Operational', 'rest'],
      ['Not Working', 'tap'],
      ['Operational', 'rest'],
    ]);
  });

  it('resumes where it was after the app was killed', async () => {
    const drafts = new Map<string, unknown>();
    await open(createWorld({ drafts }));
    choose(first, 'Needs Attention');
    describeIt(first, 'Battery low');
    await waitFor(() => expect(JSON.stringify(drafts.get(draftKey))).toContain('Battery low'));
    cleanup();
    const engine = createWorld({ drafts });
    await open(engine);
    expect(row(first).getByRole<HTMLInputElement>('radio', { name: 'Needs Attention' }).checked).toBe(true);
    expect(row(first).getByRole<HTMLTextAreaElement>('textbox', { name: /^Description of/ }).value).toBe('Battery low');
    press('Confirm the rest as Operational');
    press('Submit Rounds');
    await screen.findByText('Daily rounds submitted successfully!');
    expect(engine.saved[0]?.draftKey).toBe(draftKey);
    await waitFor(() => expect(drafts.has(draftKey)).toBe(false));
  });

  it('creates one round for two quick presses on Submit', async () => {
    const sha256 = 'ab'.repeat(32);
    const photo = { sha256, size: 3, mime: 'image/jpeg' as const, name: 'panel.jpg' };
    const row = { status: 'Operational', description: '', confirmedBy: 'tap', observedAt: null, notSeenReason: null };
    const rows = Object.fromEntries(devices.slice(0, 3).map(({ id }) => [id, { ...row, photos: [photo] }]));
    const drafts = new Map<string, unknown>([
      [draftKey, { rows, added: [] }],
      [`${draftKey}:photo:${sha256}`, { ref: photo, bytes: new ArrayBuffer(3) }],
    ]);
    const engine = createWorld({ drafts });
    const { readDraft } = engine;
    let readPhotos: () => void = () => undefined;
    const pressedTwice = new Promise<void>((resolve) => (readPhotos = resolve));
    engine.readDraft = async (key) => {
      if (key.includes(':photo:')) await pressedTwice;
      return readDraft(key);
    };
    await open(engine);
    press('Submit Rounds');
    press('Submit Rounds');
    readPhotos();
    await screen.findByText('Daily rounds submitted successfully!');
    expect(engine.saved).toHaveLength(1);
  });

  it('reports a photo whose worker never responds at its row, and can be submitted', async () => {
    const worker = silencePhotoWorker();
    const engine = createWorld();
    await open(engine);
    press('Confirm the rest as Operational');
    choose(first, 'Needs Attention');
    describeIt(first, 'Battery low');
    fireEvent.change(row(first).getByLabelText(`Add photo of ${first}`), { target: { files: [jpegOf('plate.jpg')] } });
    await waitFor(() => expect(worker.started()).toBe(1));
    press('Submit Rounds');
    expect(engine.saved).toEqual([]);
    await act(async () => worker.giveUp());
    await screen.findByText('plate.jpg: The photo could not be prepared in 30 seconds. Please choose it again.');
    fireEvent.click(row(first).getByRole('button', { name: 'Remove plate.jpg' }));
    expect(screen.queryByText(/plate\.jpg/)).toBeNull();
    press('Submit Rounds');
    await screen.findByText('Daily rounds submitted successfully!');
    expect(engine.saved).toHaveLength(1);
  });

  it('refuses a photo for which the tablet has no room, with that reason', async () => {
    const engine = createWorld();
    const { writeDraft } = engine;
    engine.writeDraft = async (key, value) => {
      if (key.includes(':photo:')) throw new DOMException('Full.', 'QuotaExceededError');
      return writeDraft(key, value);
    };
    await open(engine);
    choose(first, 'Needs Attention');
    const file = new File(['%PDF-1.7'], 'plate.pdf');
    fireEvent.change(row(first).getByLabelText(`Add photo of ${first}`), { target: { files: [file] } });
    await screen.findByText(/^plate.pdf: This tablet has no room for the photo\./);
  });

  it('shows a submitted round as submitted, even if its draft cannot be deleted', async () => {
    const engine = createWorld();
    engine.deleteDraft = () => Promise.reject(new Error('The storage failed.'));
    await open(engine);
    press('Confirm the rest as Operational');
    press('Submit Rounds');
    await screen.findByText('Daily rounds submitted successfully!');
    expect(screen.queryByRole('button', { name: 'Submit Rounds' })).toBeNull();
    expect(engine.saved).toHaveLength(1);
  });

  it('jumps to the device whose label is scanned, and confirms it', async () => {
    await open(createWorld());
    scanByWedge('https://any.example/equipmentdetails/VENT-0002');
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(third));
    expect(row(third).getByText(/Scanned/)).toBeTruthy();
  });

  it('adds a scanned device outside the template to this round', async () => {
    const engine = createWorld();
    await open(engine);
    scanByWedge(stranger);
    pressInDialog('Add to this round');
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(stranger));
    press('Confirm the rest as Operational');
    press('Submit Rounds');
    await screen.findByText('Daily rounds submitted successfully!');
    expect(sent(engine).map(({ serialNumber, confirmedBy }) => [serialNumber, confirmedBy])).toEqual([
      [first, 'rest'],
      [second, 'rest'],
      [third, 'rest'],
      [stranger, 'scan'],
    ]);
  });

  it('says offline that it is saved on the tablet', async () => {
    await open(createWorld({ outcome: () => ({ kind: 'saved-on-tablet' }) }));
    press('Confirm the rest as Operational');
    press('Submit Rounds');
    await screen.findByText('Saved on this tablet. It will be sent when the connection is back.');
  });

  it('keeps every answer when the server refuses, and corrects the refused entry', async () => {
    let refuse = true;
    const drafts = new Map<string, unknown>();
    const engine = createWorld({
      drafts,
      outcome: () => {
        const error = {
          class: 'never',
          status: 404,
          code: 'record.unknown',
          message: 'It was removed.',
          at: '',
        } as const;
        return refuse ? { kind: 'refused', error } : { kind: 'received', answer: { roundId: 'r1' } };
      },
    });
    await open(engine);
    choose(first, 'Needs Attention');
    describeIt(first, 'Battery low');
    press('Confirm the rest as Operational');
    press('Submit Rounds');
    await screen.findByText('Submission failed. Please try again.');
    expect(row(first).getByRole<HTMLTextAreaElement>('textbox', { name: /^Description of/ }).value).toBe('Battery low');
    await waitFor(() => expect(drafts.has(draftKey)).toBe(true));
    refuse = false;
    press('Submit Rounds');
    await screen.findByText('Daily rounds submitted successfully!');
  });
});
