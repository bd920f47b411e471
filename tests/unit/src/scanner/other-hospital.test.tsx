// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DeviceCreateScreen, DeviceEditScreen } from '#ui/features/device/register/device-form-screen.tsx';
import { DeviceListScreen } from '#ui/features/device/register/device-list-screen.tsx';
import { QrPrintScreen } from '#ui/features/device/labels/qr-print-screen.tsx';
import type { TesterRecord } from '#contract/records/test.ts';
import { TestersField } from '#ui/features/test/testers-field.tsx';
import { RoundScreen } from '#ui/features/round/round-screen.tsx';
import { TemplateAddScreen } from '#ui/features/round/template-form-screen.tsx';
import { ScanScreen } from '#ui/features/scanner/scan-screen.tsx';
import { NewRequestScreen } from '#ui/features/ticket/new-request-screen.tsx';
import { TicketListScreen } from '#ui/features/ticket/ticket-list-screen.tsx';
import { WarrantyCreateScreen } from '#ui/features/warranty/warranty-form-screen.tsx';
import { createFakeEngine, type FakeWorld } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { scanByWedge } from '#tests/support/wedge-scan.ts';
import { deviceRecord, templateRecord, ticketRecord } from '#tests/support/ward-records.ts';

/** Both hospitals own a VENT-0012; the session is for hospital-1. */
const serial = 'VENT-0012';
const theirs = `https://other.example/equipmentdetails/${serial}?h=hospital-2`;
const ours = `https://ward.example/equipmentdetails/${serial}?h=hospital-1`;
const refusal = /belongs to another hospital/;

/** The content of the next picture of a label, and what the camera sees. */
const picture = vi.hoisted((): { text: string; see: (text: string) => void } => ({ text: '', see: () => undefined }));
vi.mock('#ui/scanner/read-image.ts', () => ({
  readImage: async () => ({ outcome: 'read', texts: [picture.text] }),
}));
vi.mock('#ui/scanner/camera-session.ts', () => ({
  openCamera: async ({ onFrame }: { onFrame: (read: { text: string; format: string }) => void }) => {
    picture.see = (text) => onFrame({ text, format: 'qr_code' });
    return {
      deviceId: undefined,
      cameras: [],
      controls: { hasTorch: false, zoom: undefined },
      setPaused: () => undefined,
    };
  },
}));

const records: FakeWorld['records'] = {
  device: [deviceRecord(), deviceRecord({ id: 'device-2', serialNumber: 'PUMP-1', equipmentName: 'Pump' })],
  template: [templateRecord()],
  ticket: [ticketRecord()],
};
const suggestion = {
  serialNumber: serial,
  hospitalId: 'hospital-1',
  equipment: 'Ventilator',
  make: 'Aerolife',
  model: 'AV-9',
  installationBaseEntityId: 'device-1',
};
const answers: FakeWorld['answers'] = {
  deviceDropdown: () => ({ departments: [], vendors: [], equipmentModels: [], contactPersons: [] }),
  installation: () => ({
    id: 'device-2',
    hospitalId: 'hospital-1',
    serialNumber: 'PUMP-1',
    modelId: 'md-1',
    equipmentId: 'eq-1',
    equipmentName: 'Pump',
    makeId: 'mk-1',
    makeName: 'Aerolife',
    vendorId: 'vn-1',
    serviceContactId: null,
    salesContactId: null,
    price: 100,
    purchaseDate: '2026-01-10',
    installationDate: '2026-02-01',
    departmentId: 'dp-1',
    location: 'Bed 4',
    calibrationRequired: false,
    calibrationFrequency: null,
    calibrationCount: null,
    revision: 'r1',
  }),
  equipmentTypeDropdown: () => [{ id: 'eq-1', name: 'Ventilator', makes: [{ id: 'mk-1', name: 'Aerolife' }] }],
  warrantySerialsOfMake: () => [suggestion],
};

function Address() {
  const { pathname, search } = useLocation();
  return <p data-testid="address">{`${pathname}${search}`}</p>;
}
const address = () => screen.getByTestId('address').textContent;

async function open(at: string, pattern: string, part: ReactElement) {
  const drawn = drawScreen(
    <>
      <Address />
      <Routes>
        <Route path={pattern} element={part} />
        <Route path="*" element={<p>another screen</p>} />
      </Routes>
    </>,
    { at, engine: createFakeEngine({ records, answers }) },
  );
  await act(async () => undefined);
  return drawn;
}

const dialog = () => within(screen.getByRole('dialog', { name: 'Scan a label' }));
const pressScan = (name: string | RegExp = 'Scan') => fireEvent.click(screen.getByRole('button', { name }));

/** The four ways to enter a label on a screen with a Scan button; each opens the dialog as a user does. */
const sources: Readonly<Record<string, (text: string) => Promise<void>>> = {
  'a typed link': async (text) => {
    fireEvent.change(dialog().getByRole('textbox', { name: 'Serial number' }), { target: { value: text } });
    fireEvent.click(dialog().getByRole('button', { name: 'Find' }));
  },
  'the camera': async (text) => {
    await act(async () => picture.see(text));
  },
  'a picture': async (text) => {
    picture.text = text;
    const file = new File(['x'], 'label.png', { type: 'image/png' });
    await act(async () => {
      fireEvent.change(dialog().getByLabelText(/Picture of the label/), { target: { files: [file] } });
    });
  },
};
/** Types into a field that handles scans itself, as a scanner does. */
function intoField(field: HTMLElement, text: string) {
  field.focus();
  fireEvent.change(field, { target: { value: text } });
  fireEvent.keyDown(field, { key: 'Enter' });
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T04:30:00Z') });
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('The scan screen that returns a serial to a form', () => {
  const openScan = () => open('/scan?return=/breakdown/new', '/scan', <ScanScreen />);

  it('does not return the serial of another hospital, by wedge', async () => {
    await openScan();
    scanByWedge(theirs);
    await screen.findByText(refusal);
    expect(address()).toBe('/scan?return=/breakdown/new');
    scanByWedge(ours);
    await waitFor(() => expect(address()).toBe(`/breakdown/new?serial=${serial}`));
  });

  it('does not return the serial of another hospital, by camera', async () => {
    await openScan();
    await act(async () => picture.see(theirs));
    await screen.findByText(refusal);
    expect(address()).toBe('/scan?return=/breakdown/new');
  });

  it('opens the public page of the other hospital if no form waits for the serial', async () => {
    await open('/scan', '/scan', <ScanScreen />);
    scanByWedge(theirs);
    await waitFor(() => expect(address()).toBe(`/equipmentdetails/${serial}?h=hospital-2`));
  });
});

describe('The testers of a test', () => {
  it('are not ticked by the label of another hospital', async () => {
    const tester: TesterRecord = {
      id: 'tester-1',
      name: 'Analyser',
      serialNumber: serial,
      certificates: [{ id: 'c-1', number: 'C-1', dueOn: '2027-01-01' }],
    };
    const taken = vi.fn();
    await open('/test', '/test', <TestersField testers={[tester]} used={[]} today="2026-11-21" onChange={taken} />);
    scanByWedge(theirs);
    await screen.findByText(refusal);
    expect(taken).not.toHaveBeenCalled();
    scanByWedge(ours);
    await waitFor(() => expect(taken).toHaveBeenCalledWith([{ testerId: 'tester-1', certificateId: 'c-1' }]));
  });
});

describe('The round screen', () => {
  const openRound = async () => {
    await open('/daily-rounds/add/icu', '/daily-rounds/add/:templateId', <RoundScreen />);
    await screen.findByRole('row', { name: serial });
  };
  const confirmed = () => within(screen.getByRole('row', { name: serial })).queryByText(/Scanned/);

  it.each(Object.entries(sources))(
    "does not confirm its own device by another hospital's label, by %s",
    async (_way, scan) => {
      await openRound();
      pressScan();
      await scan(theirs);
      await screen.findByText(refusal);
      expect(confirmed()).toBeNull();
      await scan(ours);
      await waitFor(() => expect(confirmed()).toBeTruthy());
    },
  );

  it("does not confirm its own device by another hospital's label, by wedge", async () => {
    await openRound();
    scanByWedge(theirs);
    await screen.findByText(refusal);
    expect(confirmed()).toBeNull();
  });

  it('does not add a device of this hospital for the label of another one', async () => {
    await open('/daily-rounds/add/icu', '/daily-rounds/add/:templateId', <RoundScreen />);
    await screen.findByRole('row', { name: serial });
    fireEvent.click(screen.getByRole('button', { name: 'Add a device' }));
    intoField(screen.getByRole('combobox', { name: 'Serial number' }), theirs.replace(serial, 'PUMP-1'));
    await screen.findByText(refusal);
    expect(screen.queryByRole('row', { name: 'PUMP-1' })).toBeNull();
  });
});

describe('The template form', () => {
  const openTemplate = () => open('/daily-rounds/template/add', '/daily-rounds/template/add', <TemplateAddScreen />);
  const selected = () => within(screen.getByRole('region', { name: 'Selected serial numbers' })).queryByText(serial);

  it.each(Object.entries(sources))(
    "does not select its own device by another hospital's label, by %s",
    async (_way, scan) => {
      await openTemplate();
      pressScan();
      await scan(theirs);
      await screen.findByText(refusal);
      expect(selected()).toBeNull();
      await scan(ours);
      await waitFor(() => expect(selected()).toBeTruthy());
    },
  );

  it("does not select its own device by another hospital's label, by wedge", async () => {
    await openTemplate();
    intoField(screen.getByRole('combobox', { name: 'Serial Number' }), theirs);
    await screen.findByText(refusal);
    expect(selected()).toBeNull();
    screen.getByRole('combobox', { name: 'Serial Number' }).blur();
    scanByWedge(theirs);
    expect(selected()).toBeNull();
    scanByWedge(ours);
    await waitFor(() => expect(selected()).toBeTruthy());
  });
});

describe('The new request', () => {
  const openRequest = () => open('/breakdown/new', '/breakdown/new', <NewRequestScreen />);
  const chosen = () => screen.queryByRole('region', { name: 'Equipment details' });

  it.each(Object.entries(sources))(
    "does not choose its own device by another hospital's label, by %s",
    async (_way, scan) => {
      await openRequest();
      pressScan('Scan a label');
      await scan(theirs);
      await screen.findByText(refusal);
      expect(chosen()).toBeNull();
      await scan(ours);
      await waitFor(() => expect(chosen()).toBeTruthy());
    },
  );

  it("reports a wedge scan of another hospital's label, in the field or outside it", async () => {
    await openRequest();
    scanByWedge(theirs);
    await screen.findByText(refusal);
    intoField(screen.getByRole('combobox', { name: 'Serial Number' }), theirs);
    await screen.findByText(refusal);
    expect(chosen()).toBeNull();
  });
});

describe('The serial fields of devices and warranties', () => {
  const listed = () => within(screen.getByRole('region', { name: 'Serial numbers to install' })).queryByText(serial);
  const openCreate = async () => {
    await open('/installation-base/create', '/installation-base/create', <DeviceCreateScreen />);
    await screen.findByLabelText('Serial Number');
  };
  const openEdit = async () => {
    await open('/installation-base/edit/device-2', '/installation-base/edit/:id', <DeviceEditScreen />);
    return screen.findByLabelText<HTMLInputElement>('Serial Number');
  };

  it.each(Object.entries(sources))(
    'a new device does not get its serial from the label of another hospital, by %s',
    async (_way, scan) => {
      await openCreate();
      pressScan();
      await scan(theirs);
      await screen.findByText(refusal);
      expect(listed()).toBeNull();
      await scan(ours);
      await waitFor(() => expect(listed()).toBeTruthy());
    },
  );

  it('a new device does not get its serial from the label of another hospital, by wedge', async () => {
    await openCreate();
    scanByWedge(theirs);
    await screen.findByText(refusal);
    intoField(screen.getByLabelText('Serial Number'), theirs);
    await screen.findByText(refusal);
    expect(listed()).toBeNull();
  });

  it.each(Object.entries(sources))(
    "an edited device keeps its serial after a scan of another hospital's label, by %s",
    async (_way, scan) => {
      const field = await openEdit();
      pressScan();
      await scan(theirs);
      await screen.findByText(refusal);
      expect(field.value).toBe('PUMP-1');
      await scan(ours);
      await waitFor(() => expect(field.value).toBe(serial));
    },
  );

  it("an edited device keeps its serial after a scan of another hospital's label, and accepts its own, by wedge", async () => {
    const field = await openEdit();
    field.focus();
    scanByWedge(theirs);
    await screen.findByText(refusal);
    expect(field.value).toBe('PUMP-1');
    scanByWedge(ours);
    await waitFor(() => expect(field.value).toBe(serial));
  });

  it.each(Object.entries(sources))(
    'a warranty does not accept the label of another hospital, by %s',
    async (_way, scan) => {
      await open('/warranty/add', '/warranty/add', <WarrantyCreateScreen />);
      await screen.findByRole('option', { name: 'Ventilator' });
      fireEvent.change(screen.getByLabelText('Equipment'), { target: { value: 'eq-1' } });
      fireEvent.change(screen.getByLabelText('Make'), { target: { value: 'mk-1' } });
      const selected = () =>
        within(screen.getByRole('region', { name: 'Selected serial numbers' })).queryByText(serial);
      pressScan();
      await scan(theirs);
      await screen.findByText(refusal);
      expect(selected()).toBeNull();
      await scan(ours);
      await waitFor(() => expect(selected()).toBeTruthy());
    },
  );
});

describe('A search that accepts scanned labels', () => {
  const search = () => screen.getByRole<HTMLInputElement>('searchbox');

  it.each([
    ['the device list', '/installation-base', <DeviceListScreen key="devices" />],
    ['the label sheets', '/installation-base/qr', <QrPrintScreen key="labels" />],
    ['the ticket list', '/breakdown', <TicketListScreen key="tickets" />],
  ])(
    "%s finds nothing of its own for another hospital's label, and the device for its own label",
    async (_name, at, part) => {
      await open(at, at, part);
      intoField(search(), theirs);
      await screen.findByText(refusal);
      expect(search().value).toBe('');
      intoField(search(), ours);
      await waitFor(() => expect(search().value).toBe(serial));
      expect(screen.queryByText(refusal)).toBeNull();
      expect(screen.queryByText(/Nothing matches/)).toBeNull();
    },
  );
});
