// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DeviceScreen } from '#ui/features/device/page/device-screen.tsx';
import type { FakeWorld } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { deviceRecord, taskRecord, templateRecord } from '#tests/support/ward-records.ts';

const report = { sha256: 'a'.repeat(64), name: 'report.pdf', mime: 'application/pdf', size: 2048, received: true };
const manual = {
  sha256: 'b'.repeat(64),
  name: 'User manual.pdf',
  mime: 'application/pdf',
  size: 3_500_000,
  addedBy: 'Bimal Shah',
  addedAt: '2026-11-20T20:00:00.000Z',
};
const records = { device: [deviceRecord()], task: [taskRecord({ closedAt: '2026-10-01T04:30:00Z', files: [report] })] };
const pdf = (name: string, text = '%PDF-1.7') => new File([text], name, { type: 'application/pdf' });

async function open(world: Partial<FakeWorld>, at = '/equipmentdetails/VENT-0012?tab=documents') {
  const { engine } = drawScreen(
    <Routes>
      <Route path="/equipmentdetails/:serialNumber?" element={<DeviceScreen />} />
    </Routes>,
    { at, world: { records, ...world } },
  );
  await act(async () => undefined);
  return engine;
}
const choose = (...files: File[]) =>
  fireEvent.change(screen.getByLabelText('Add documents', { selector: 'input' }), { target: { files } });

afterEach(cleanup);

describe('the documents of a device', () => {
  it('are listed with who added them, followed by the reports of its tasks', async () => {
    await open({ answers: { deviceDocuments: () => ({ documents: [manual], photos: [] }) } });
    await screen.findByText('User manual.pdf');
    await screen.findByText('3.3 MB · added 21 Nov 2026 by Bimal Shah');
    await screen.findByRole('button', { name: 'Delete User manual.pdf' });
    const reports = screen.getByRole('region', { name: 'Service Reports' });
    within(reports).getByText('report.pdf');
    expect(within(reports).queryByRole('button', { name: /Delete/ })).toBeNull();
    expect(screen.getByRole('tab', { name: /Documents/ }).textContent).toContain('2');
  });

  it('say which photo the tablet could not store, and why', async () => {
    const photo = { sha256: 'e'.repeat(64), name: 'plug.jpg', mime: 'image/jpeg', size: 90_000, received: false };
    const task = taskRecord({ closedAt: '2026-10-01T04:30:00Z', files: [report, { ...photo, missing: 'no-room' }] });
    await open({ records: { ...records, task: [task] } });
    await screen.findByText('1 photo could not be kept on the tablet.');
    screen.getByText('88 KB · not kept: the tablet had no room for it');
    screen.getByRole('button', { name: 'Download report.pdf' });
    expect(screen.queryByRole('button', { name: /plug/ })).toBeNull();
  });

  it('offer a picture as the photo in the header, and remove it from there', async () => {
    const front = { ...manual, sha256: 'c'.repeat(64), name: 'front.jpg', mime: 'image/jpeg' };
    const preview = '/9j/4AAQSkZJRg==';
    let headerPhoto: object | null = null;
    vi.stubGlobal('createImageBitmap', async () => ({ width: 10, height: 20, close: () => undefined }));
    vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue(`data:image/jpeg;base64,${preview}`);
    const engine = await open({
      answers: {
        deviceDocuments: () => ({ documents: [manual, front], photos: [], headerPhoto }),
        chooseDevicePhoto: (input) => {
          headerPhoto = (input as { body: { photo: object | null } }).body.photo && { ...front, preview };
          return { headerPhoto };
        },
      },
    });
    expect(screen.queryByRole('button', { name: 'Use User manual.pdf as the photo of the device' })).toBeNull();
    fireEvent.click(await screen.findByRole('button', { name: 'Use front.jpg as the photo of the device' }));
    await screen.findByText('“front.jpg” is the photo of the device.');
    await screen.findByText(/photo of the device · added/);
    const header = () => [...document.querySelectorAll<HTMLImageElement>('img')].map(({ src }) => src);
    expect(header()).toEqual([`data:image/jpeg;base64,${preview}`]);
    fireEvent.click(screen.getByRole('button', { name: 'Remove the photo of the device' }));
    await screen.findByText('The photo of the device was removed.');
    await waitFor(() => expect(header()).toEqual([]));
    expect(engine.called.filter(({ name }) => name === 'chooseDevicePhoto').map(({ input }) => input)).toEqual([
      { params: { id: 'device-1' }, body: { photo: { sha256: front.sha256, preview } } },
      { params: { id: 'device-1' }, body: { photo: null } },
    ]);
  });

  it('show the photos of breakdowns and rounds with their occasion', async () => {
    const photo = { sha256: 'c'.repeat(64), mime: 'image/jpeg', size: 90_000, addedBy: 'Asha Rao' };
    const photos = [
      { ...photo, name: 'plug.jpg', of: 'ticket', ofId: 'ticket-1', addedAt: '2026-11-20T05:00:00Z' },
      { ...photo, name: 'label.jpg', of: 'round', ofId: 'round-1', addedAt: '2026-11-19T05:00:00Z' },
    ];
    await open({ answers: { deviceDocuments: () => ({ documents: [], photos }) } });
    const shown = within(await screen.findByRole('region', { name: 'Photos' }));
    shown.getByText('88 KB · breakdown of 20 Nov 2026, by Asha Rao');
    shown.getByText('88 KB · round of 19 Nov 2026, by Asha Rao');
    expect(shown.queryByRole('button', { name: /Delete/ })).toBeNull();
  });

  it('include those of its contracts, with a link to change them there', async () => {
    const signed = { ...manual, sha256: 'd'.repeat(64), name: 'Agreement.pdf' };
    const contracts = [
      { id: 'w-1', number: 'CMC-7', kind: 'CMC', endOn: '2099-12-31', documents: [signed] },
      { id: 'w-2', number: 'W-2', kind: 'Warranty', endOn: '2020-03-31', documents: [manual] },
    ];
    await open({ answers: { deviceDocuments: () => ({ documents: [], photos: [], contracts }) } });
    const shown = within(await screen.findByRole('region', { name: 'CMC CMC-7, ends 31 Dec 2099' }));
    shown.getByText('3.3 MB · added 21 Nov 2026 by Bimal Shah');
    shown.getByRole('button', { name: 'Download Agreement.pdf' });
    expect(shown.queryByRole('button', { name: /Delete/ })).toBeNull();
    expect(shown.getByRole('link', { name: 'Open CMC-7' }).getAttribute('href')).toBe('/warranty/w-1');
    screen.getByRole('region', { name: 'Warranty W-2, ended 31 Mar 2020' });
    // Includes the report of a task.
    expect(screen.getByRole('tab', { name: /Documents/ }).textContent).toContain('3');
  });

  it('are uploaded with the type detected here', async () => {
    const sent: unknown[] = [];
    await open({
      answers: {
        deviceDocuments: () => ({ documents: sent.length === 0 ? [] : [manual], photos: [] }),
        addDocument: (input) => {
          sent.push(input);
          return manual;
        },
      },
    });
    await screen.findByText('No documents found.');
    choose(pdf('User manual.pdf'));
    await screen.findByText('“User manual.pdf” added.');
    await screen.findByRole('button', { name: 'Delete User manual.pdf' });
    expect(sent).toMatchObject([
      { params: { id: 'device-1' }, files: { File: { name: 'User manual.pdf', type: 'application/pdf' } } },
    ]);
  });

  it('refuse another kind of file before it is sent', async () => {
    const engine = await open({ answers: { deviceDocuments: () => ({ documents: [], photos: [] }) } });
    await screen.findByText('No documents found.');
    choose(pdf('manual.pdf', '<script>'));
    await screen.findByText('manual.pdf: Only PDF, JPEG, PNG, WebP or HEIC files can be attached.');
    choose(new File([`%PDF-${'x'.repeat(10 * 1024 * 1024)}`], 'large.pdf'));
    await screen.findByText('large.pdf: The file is larger than 10 MB.');
    expect(engine.called.some(({ name }) => name === 'addDocument')).toBe(false);
  });

  it('are deleted after confirmation and restored by Undo', async () => {
    let removed = false;
    const engine = await open({
      answers: {
        deviceDocuments: () => ({ documents: removed ? [] : [manual], photos: [] }),
        removeDocument: () => {
          removed = true;
        },
        restoreDocument: () => {
          removed = false;
          return manual;
        },
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Delete User manual.pdf' }));
    await screen.findByText('Are you sure you want to delete this document?');
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await screen.findByText('No documents found.');
    fireEvent.click(await screen.findByRole('button', { name: /^Undo/ }));
    await screen.findByRole('button', { name: 'Delete User manual.pdf' });
    const params = { id: 'device-1', sha256: manual.sha256 };
    expect(engine.called.filter(({ name }) => name.endsWith('oveDocument') || name === 'restoreDocument')).toEqual([
      { name: 'removeDocument', input: { params } },
      { name: 'restoreDocument', input: { params, body: { name: 'User manual.pdf' } } },
    ]);
  });

  it('need the network; the reports of tasks are available offline', async () => {
    await open({});
    await waitFor(() => screen.getByText('You are offline. The documents of the device need the network.'), {
      timeout: 5000,
    });
    screen.getByText('report.pdf');
  });
});

it('the link to a round includes the device, so that the round begins at its row', async () => {
  await open({
    records: { ...records, template: [templateRecord()] },
    answers: { deviceDocuments: () => ({ documents: [], photos: [] }) },
  });
  const link = await screen.findByRole('link', { name: 'Start round here' });
  expect(link.getAttribute('href')).toBe('/daily-rounds/add/icu?serial=VENT-0012');
});

it('an address without a serial number says what is missing', async () => {
  await open({}, '/equipmentdetails');
  await screen.findByText('Equipment Serial Number not found in URL.');
});

describe('a visitor', () => {
  it('learns that documents exist, and that staff sign in to open them', async () => {
    const sheet = {
      equipmentName: 'Ventilator',
      serialNumber: 'VENT-0012',
      make: 'A',
      model: 'B',
      status: 'Operational',
      location: '',
      departmentName: '',
      installationDate: null,
      hasWarranty: false,
      calibrationRequired: false,
      uptimePercentage: 100,
      downtimePercentage: 0,
      maintenanceCost: 0,
      recentActivities: [],
      serviceHistory: [],
      maintenanceHistory: [],
      documents: [{ name: 'PDF document 1', sha256: '', mime: 'application/pdf', size: 100 }],
    };
    await open({ session: { kind: 'signed-out', reason: null }, answers: { deviceDetails: () => sheet } });
    await screen.findByText('PDF document 1');
    await screen.findByText('Hospital staff can sign in to open the files.');
    expect(screen.queryByRole('button', { name: /Download/ })).toBeNull();
    expect(screen.queryByLabelText('Add documents')).toBeNull();
  });
});

describe('the recent activity of a device', () => {
  const latest = { status: 'Operational' as const, observedAt: '2026-11-20T04:00:00Z', flagged: false };
  const seen = deviceRecord({ latest: { ...latest, templateId: 't1', day: '2026-11-20' }, roundsSeen: 2 });
  const at = '/equipmentdetails/VENT-0012';

  it('says offline that older activity needs the network', async () => {
    await open({ records: { device: [seen] } }, at);
    await screen.findByText('Older activity needs the network', undefined, { timeout: 5000 });
    screen.getByText('20 Nov 2026: Daily round: Operational');
  });

  it('is completed by the server', async () => {
    const round = { templateName: 'ICU', by: 'Asha Rao', description: '', notSeenReason: null };
    const rounds = [
      { ...round, roundId: 'r2', status: 'Operational', observedAt: '2026-11-20T04:00:00Z' },
      { ...round, roundId: 'r1', status: 'Not Working', observedAt: '2026-11-19T04:00:00Z' },
    ];
    await open({ records: { device: [seen] }, answers: { deviceRounds: () => rounds } }, at);
    await screen.findByText('19 Nov 2026: Daily round: Not Working');
    expect(screen.queryByText('Older activity needs the network')).toBeNull();
  });
});
