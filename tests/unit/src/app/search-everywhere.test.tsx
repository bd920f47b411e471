// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useLocation } from 'react-router-dom';
import { adminSession, bmeSession, calmStatus, createFakeEngine, type FakeWorld } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { deviceRecord, ticketRecord } from '#tests/support/ward-records.ts';
import { useSession } from '#ui/engine/engine-provider.tsx';
import { SearchEverywhere } from '#ui/app/search/search-everywhere.tsx';

const records: FakeWorld['records'] = {
  device: [
    deviceRecord({ id: 'device-1', serialNumber: 'VENT-0012', location: 'Room 4' }),
    deviceRecord({ id: 'device-2', serialNumber: 'PUMP-0007', equipmentName: 'Infusion Pump', location: 'Room 9' }),
  ],
  ticket: [
    ticketRecord({
      id: 'ticket-1',
      ticketNumber: 'BD-2026-000001',
      problemReported: 'Alarm of the pump',
      deviceId: 'device-2',
    }),
  ],
  technician: [{ id: 'user-9', name: 'Jürgen Müller' }],
};

function Address() {
  const { pathname } = useLocation();
  return <output aria-label="Address">{pathname}</output>;
}

function draw(world: Partial<FakeWorld> = {}) {
  return drawScreen(
    <>
      <input aria-label="A field" />
      <SearchEverywhere />
      <Address />
    </>,
    { engine: createFakeEngine({ records, ...world }) },
  );
}

const search = async (text: string) => {
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  const dialog = await screen.findByRole('dialog', { name: 'Search everywhere' });
  fireEvent.change(within(dialog).getByRole('searchbox'), { target: { value: text } });
  return dialog;
};
const links = (dialog: HTMLElement) =>
  within(dialog)
    .queryAllByRole('link')
    .map((link) => link.getAttribute('href'));

beforeEach(() => {
  // The header is on the screen before its notes.
  document.body.innerHTML = '<div id="header-notes"></div>';
});
afterEach(() => {
  cleanup();
  localStorage.clear();
});

describe('The global search', () => {
  it('finds devices, tickets, engineers and screens, even offline', async () => {
    draw({ status: { ...calmStatus, offline: true } });
    const dialog = await search('pump');
    await waitFor(() => expect(links(dialog)).toEqual(['/equipmentdetails/PUMP-0007', '/breakdown/ticket-1']));
    const field = within(dialog).getByRole('searchbox');
    fireEvent.change(field, { target: { value: 'muller' } });
    await waitFor(() => expect(links(dialog)).toEqual(['/bme/edit/user-9']));
    fireEvent.change(field, { target: { value: 'sched' } });
    await waitFor(() => expect(links(dialog)).toEqual(['/schedules']));
    fireEvent.change(field, { target: { value: 'no such thing' } });
    await within(dialog).findByText(
      'Nothing found. Vendors, contact persons and warranties cannot be searched offline.',
    );
  });

  it('adds vendors, contact persons and contracts from the server, each contract once', async () => {
    const page = (items: unknown[]) => ({ items, totalCount: items.length, pageSize: 5, pageNumber: 1, totalPages: 1 });
    const contract = { id: 'contract-1', number: 'AMC-7', vendorName: 'Philips', endOn: '2027-01-31' };
    draw({
      records: {
        ...records,
        contract: [
          {
            ...contract,
            kind: 'Warranty',
            vendorId: null,
            contactName: '',
            phone: '',
            startOn: '2026-01-01',
            terms: null,
          },
        ],
      },
      answers: {
        vendorPage: () => page([{ id: 'vendor-1', name: 'Philips', location: 'Pune', types: 'Vendor' }]),
        contactPersonPage: () => page([{ id: 'contact-1', name: 'Anil', vendor: 'Philips', phone: '98' }]),
        warrantyPage: () =>
          page([{ id: 'contract-1', warrantyNumber: 'AMC-7', vendorName: 'Philips', warrantyEnd: '2027-01-31' }]),
      },
    });
    const dialog = await search('philips');
    await waitFor(() =>
      expect(links(dialog)).toEqual(['/warranty/contract-1', '/vendor/vendor-1', '/contact-persons/edit/contact-1']),
    );
  });

  it('opens the first result with Enter, even for a scanned label, and selects others with arrow keys', async () => {
    draw();
    const dialog = await search('https://ward.example/equipmentdetails/VENT-0012?h=hospital-1');
    const field = within(dialog).getByRole('searchbox');
    field.focus();
    await waitFor(() => expect(links(dialog)).toHaveLength(1));
    fireEvent.keyDown(field, { key: 'ArrowDown' });
    expect(document.activeElement?.getAttribute('href')).toBe('/equipmentdetails/VENT-0012');
    fireEvent.keyDown(document.activeElement ?? field, { key: 'ArrowUp' });
    expect(document.activeElement).toBe(field);
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(screen.getByLabelText('Address').textContent).toBe('/equipmentdetails/VENT-0012');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('finds hospitals for an Admin', async () => {
    draw({
      session: { kind: 'signed-in', session: adminSession, offline: false },
      records: {},
      answers: {
        hospitals: () => [{ id: 'hospital-1', name: 'City Hospital', city: 'Pune', state: 'Maharashtra', phone: '1' }],
      },
    });
    const dialog = await search('city');
    await waitFor(() => expect(links(dialog)).toEqual(['/admin/hospital/edit/hospital-1']));
  });

  it('opens from a button in the header, which loads with the first screen after sign-in', async () => {
    document.body.innerHTML = '';
    const engine = createFakeEngine({ session: { kind: 'signed-out', reason: null }, records });
    const Header = () => (useSession().kind === 'signed-in' ? <div id="header-notes" /> : null);
    drawScreen(
      <>
        <SearchEverywhere />
        <Header />
      </>,
      { engine },
    );
    act(() => engine.change({ session: { kind: 'signed-in', session: bmeSession, offline: false } }));
    fireEvent.click(await screen.findByRole('button', { name: 'Search everywhere' }));
    await screen.findByRole('dialog', { name: 'Search everywhere' });
  });
});

describe('Single-key shortcuts', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => vi.useRealTimers());

  /** Presses keys with a pause before each; happy-dom stamps events with the faked clock. */
  const press = (keys: string, pauseMs: number, target: Element = document.body) => {
    for (const key of keys) {
      act(() => void vi.advanceTimersByTime(pauseMs));
      fireEvent.keyDown(target, { key });
    }
    act(() => void vi.advanceTimersByTime(500));
    vi.useRealTimers();
  };

  it('/ opens the search and ? lists the keys', async () => {
    draw();
    press('?', 1000);
    await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  });

  it('are not triggered by a hand scanner or in a field', async () => {
    draw();
    press('https://ward.example/equipmentdetails/SN?h=1', 8);
    expect(screen.queryByRole('dialog')).toBeNull();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    press('/', 1000, screen.getByLabelText('A field'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('can be switched off', async () => {
    draw();
    press('?', 1000);
    fireEvent.click(await screen.findByText('Use / and ? as shortcuts on this tablet'));
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    press('/', 1000);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
