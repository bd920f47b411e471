// @vitest-environment happy-dom
// Dexie asks a live query only where the platform has IndexedDB as it is loaded.
import 'fake-indexeddb/auto';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import '#tests/support/async-limit.ts';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { ReactElement } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { NearlyFull } from '#ui/app/nearly-full.tsx';
import { EngineProvider } from '#ui/engine/engine-provider.tsx';
import { LiveQueriesContext } from '#ui/engine/live-queries.ts';
import { OutboxScreen } from '#ui/features/outbox/outbox-screen.tsx';
import { StorageCard } from '#ui/features/settings/storage-card.tsx';
import { ThisTabletCard } from '#ui/features/settings/this-tablet-card.tsx';
import { ToastProvider } from '#ui/ui/toast.tsx';
import { openOutboxDatabase } from '#sync/outbox/database.ts';
import { createDrafts } from '#sync/outbox/drafts.ts';
import { openLiveQueries } from '#sync/engine/reads/live-queries.ts';
import { toStored, upcast } from '#sync/outbox/upcast.ts';
import { bmeSession, createFakeEngine, waitingEntry } from '#tests/support/fake-engine.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const me = bmeSession.userId;
const received = (count: number) =>
  Array.from({ length: count }, (_entry, index) => {
    const id = `past-${index + 1}`;
    const call = { name: 'closeTask' as const, method: 'POST', path: '/', body: null };
    const { seq: _seq, ...command } = toStored(upcast({ seq: 0, id, kind: 'task.close', call }));
    const answer = { status: 200, body: null, version: 1, replayed: false, at: '2026-11-20T08:32:00Z' };
    return {
      ...command,
      userId: me,
      title: `Close PM of VENT-${index + 1}`,
      state: 'done' as const,
      open: 0 as const,
      answer,
    };
  });

/** Creates a tablet with one outbox database: the screen reads it, `other` is another tab's connection. */
async function createTablet() {
  const databases = { indexedDB: new IDBFactory(), keyRange: IDBKeyRange, namePrefix: 'ward-' };
  const other = await openOutboxDatabase(databases);
  const queries = await openLiveQueries(databases);
  if (!queries) throw new Error('The outbox database is there, so it can be read.');
  const draw = (part: ReactElement, engine = createFakeEngine()) =>
    render(
      <MemoryRouter>
        <EngineProvider engine={engine}>
          <ToastProvider>
            <LiveQueriesContext value={async () => queries}>{part}</LiveQueriesContext>
          </ToastProvider>
        </EngineProvider>
      </MemoryRouter>,
    );
  return { other, draw, queries };
}

const factOf = (name: string) => screen.queryByText(name, { selector: 'dt' })?.nextElementSibling?.textContent;

describe("What this tablet's own database contains", () => {
  it('is updated on screen as soon as another tab changes it: drafts, entries, files', async () => {
    const { other, draw } = await createTablet();
    const drafts = createDrafts(other);
    draw(<ThisTabletCard isWard />);
    await waitFor(() => expect(factOf('Forms not finished')).toBe('None'));
    await act(async () => {
      await drafts.write(me, 'breakdown:VENT-0012', { issueType: 'Other' }, '2026-11-21T05:00:00Z');
      await drafts.write(me, 'breakdown:VENT-0012:files', [], '2026-11-21T05:00:00Z');
      await drafts.write('somebody-else', 'breakdown:', {}, '2026-11-21T05:00:00Z');
    });
    await waitFor(() => expect(factOf('Forms not finished')).toBe('1 draft'));
    await act(() => other.write(['commands'], ({ commands }) => commands.bulkAdd(received(3))));
    await waitFor(() => expect(factOf('Entries kept')).toBe('3 from the past thirty days'));
    await act(() => drafts.remove(me, 'breakdown:VENT-0012'));
    await waitFor(() => expect(factOf('Forms not finished')).toBe('None'));
  });

  it('is hidden if this browser stores nothing', async () => {
    expect(
      await openLiveQueries({ indexedDB: new IDBFactory(), keyRange: IDBKeyRange, namePrefix: 'none-' }),
    ).toBeNull();
    render(
      <MemoryRouter>
        <EngineProvider engine={createFakeEngine()}>
          <ToastProvider>
            <ThisTabletCard isWard />
          </ToastProvider>
        </EngineProvider>
      </MemoryRouter>,
    );
    await screen.findByText('46 MB of 5.6 GB');
    expect(factOf('Forms not finished')).toBeUndefined();
  });
});

describe('The past entries of the outbox', () => {
  it('come from the database, all of them, and a new one of another tab appears without reload', async () => {
    const { other, draw } = await createTablet();
    await other.write(['commands'], ({ commands }) => commands.bulkAdd(received(60)));
    draw(<OutboxScreen />);
    await screen.findByText('Received by the server (60)');
    expect(screen.queryByText('Close PM of VENT-1')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Show 10 more' }));
    await screen.findByText('Close PM of VENT-1');
    const [late] = received(1);
    if (late)
      await act(() =>
        other.write(['commands'], ({ commands }) => commands.add({ ...late, id: 'late', title: 'From another tab' })),
      );
    await screen.findByText('From another tab');
    expect(screen.getByText('Received by the server (61)')).toBeTruthy();
  });

  it('come from memory if nothing is stored', () => {
    const entry = { ...waitingEntry, state: 'done' as const, answeredAt: '2026-11-21T08:32:00Z' };
    render(
      <MemoryRouter>
        <EngineProvider engine={createFakeEngine({ outbox: [entry] })}>
          <ToastProvider>
            <OutboxScreen />
          </ToastProvider>
        </EngineProvider>
      </MemoryRouter>,
    );
    expect(screen.getByText('Received by the server (1)')).toBeTruthy();
  });
});

const megabyte = 1024 * 1024;
/** Builds a file of the outbox that the server has received or not. */
const fileOf = (sha256: string, isReceived: boolean) => ({
  sha256,
  size: 4 * megabyte,
  mime: 'image/jpeg',
  name: `${sha256}.jpg`,
  userId: me,
  sentBytes: 0,
  received: isReceived,
  attempts: 0,
  nextAttemptAt: 0,
  unreachableAt: 0,
  settledAt: isReceived ? '2026-11-20T08:32:00Z' : null,
});
/** Simulates a browser with this much free storage. */
const withRoomFor = (bytes: number) =>
  vi.stubGlobal('navigator', {
    storage: { estimate: async () => ({ usage: 80 * megabyte, quota: 80 * megabyte + bytes }) },
  });

describe('The storage of this tablet', () => {
  /** Creates a tablet with one received photo, and another that waits with its entry. */
  async function tabletWithPhotos() {
    const tablet = await createTablet();
    const [entry] = received(1);
    if (!entry) throw new Error('One was asked for.');
    const file = { sha256: 'waits', size: 4 * megabyte, mime: 'image/jpeg', name: 'waits.jpg' };
    await tablet.other.write(['commands', 'uploads'], async ({ commands, uploads }) => {
      await commands.add({ ...entry, state: 'waiting', open: 1, answer: null, files: [file] });
      await uploads.bulkAdd([fileOf('received', true), fileOf('waits', false)]);
    });
    const kept = () => tablet.other.read(({ uploads }) => uploads.toCollection().primaryKeys());
    return { ...tablet, kept };
  }

  it('31.6: is listed by use in settings, which can clear what the server has', async () => {
    const { draw, kept } = await tabletWithPhotos();
    draw(<StorageCard />);
    await waitFor(() => expect(factOf('Photos and files the server has')).toBe('4.0 MB, can be cleared'));
    expect(factOf('Photos and files to be sent')).toBe('4.0 MB');
    expect(screen.queryByText(/nearly full/)).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Clear 4.0 MB' }));
    await screen.findByText('4.0 MB cleared.');
    await screen.findByText(/There is nothing to clear/);
    expect(factOf('Photos and files the server has')).toBe('0.0 MB');
    expect(await kept()).toEqual(['waits']);
  });

  it('31.6: is reported as nearly full below a fifth of free space, and can be cleared', async () => {
    const { draw, kept } = await tabletWithPhotos();
    withRoomFor(19 * megabyte);
    draw(<NearlyFull />);
    await screen.findByText('The storage of this tablet is nearly full');
    fireEvent.click(screen.getByRole('button', { name: 'Clear 4.0 MB' }));
    await screen.findByText(/Everything stored here is still needed/);
    expect(await kept()).toEqual(['waits']);
  });

  it('31.6: is reported again after dismissal, once it fills up another time', async () => {
    const { draw } = await tabletWithPhotos();
    const engine = createFakeEngine();
    const title = 'The storage of this tablet is nearly full';
    withRoomFor(19 * megabyte);
    draw(<NearlyFull />, engine);
    await screen.findByText(title);
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText(title)).toBeNull();
    // Storage is measured whenever an entry is added or removed.
    withRoomFor(100 * megabyte);
    const measured = vi.spyOn(engine, 'storage');
    act(() => engine.change({ outbox: [waitingEntry] }));
    await waitFor(() => expect(measured).toHaveBeenCalledTimes(1));
    await act(async () => undefined);
    withRoomFor(19 * megabyte);
    act(() => engine.change({ outbox: [] }));
    await screen.findByText(title);
  });

  it('31.6: is not reported while more is free', async () => {
    const { draw } = await tabletWithPhotos();
    withRoomFor(21 * megabyte);
    draw(
      <>
        <NearlyFull />
        <StorageCard />
      </>,
    );
    await screen.findByText('What takes up space');
    expect(screen.queryByText(/nearly full/)).toBeNull();
  });
});
