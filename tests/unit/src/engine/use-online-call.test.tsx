// @vitest-environment happy-dom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import '#tests/support/async-limit.ts';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { createFakeEngine } from '#tests/support/fake-engine.ts';
import { deviceRecord } from '#tests/support/ward-records.ts';
import { EngineProvider } from '#ui/engine/engine-provider.tsx';
import { renewReads, useOnlineAction, useOnlineCall } from '#ui/engine/use-online-call.ts';

afterEach(cleanup);

/** Creates a server whose count of an equipment type grows with each device, and a screen that shows it. */
function world() {
  let installed = 12;
  const page = () => ({
    items: [{ id: 'eq-1', name: 'Ventilator', description: '', equipmentImportance: 'Critical', noOfItems: installed }],
    totalCount: 1,
    pageSize: 10,
    pageNumber: 1,
    totalPages: 1,
  });
  const engine = createFakeEngine({
    answers: {
      equipmentTypePage: page,
      allEquipmentTypes: () => [],
      equipment: () => ({ id: 'eq-1', name: `Ventilator ${installed}` }),
      deleteDevice: () => {
        installed -= 1;
      },
    },
  });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <EngineProvider engine={engine}>{children}</EngineProvider>
  );
  const openList = () => renderHook(() => useOnlineCall('equipmentTypePage'), { wrapper });
  const countOf = (list: ReturnType<typeof openList>) => list.result.current.data?.items[0]?.noOfItems;
  const asked = () => engine.called.filter(({ name }) => name === 'equipmentTypePage').length;
  return { engine, wrapper, openList, countOf, asked, setInstalled: (count: number) => (installed = count) };
}

describe('a list that counts records of another kind', () => {
  it('reloads while open when such a record is saved', async () => {
    const { wrapper, openList, countOf } = world();
    const list = openList();
    await waitFor(() => expect(countOf(list)).toBe(12));
    const { result } = renderHook(() => useOnlineAction('deleteDevice'), { wrapper });
    await act(() => result.current.run({ params: { id: 'd1' } }));
    await waitFor(() => expect(countOf(list)).toBe(11));
  });

  it('reloads on opening only if the replica has changed', async () => {
    const { engine, openList, countOf, asked, setInstalled } = world();
    const first = openList();
    await waitFor(() => expect(countOf(first)).toBe(12));
    first.unmount();
    openList().unmount();
    expect(asked()).toBe(1);
    setInstalled(13);
    act(() => engine.change({ records: { device: [deviceRecord()] } }));
    const again = openList();
    await waitFor(() => expect(countOf(again)).toBe(13));
    expect(asked()).toBe(2);
  });

  it('reloads after a write that bypassed the hook', async () => {
    const { engine, openList, countOf, setInstalled } = world();
    const list = openList();
    await waitFor(() => expect(countOf(list)).toBe(12));
    setInstalled(40);
    act(() => renewReads(engine));
    await waitFor(() => expect(countOf(list)).toBe(40));
  });
});

describe('a changed query', () => {
  it('keeps the older response and marks it as such until the new one arrives', async () => {
    const { wrapper } = world();
    const list = renderHook(({ page }) => useOnlineCall('equipmentTypePage', { query: { page } }), {
      wrapper,
      initialProps: { page: 1 },
    });
    await waitFor(() => expect(list.result.current.data).toBeDefined());
    expect(list.result.current.isOther).toBe(false);
    list.rerender({ page: 2 });
    expect(list.result.current.data).toBeDefined();
    expect(list.result.current.isOther).toBe(true);
    await waitFor(() => expect(list.result.current.isOther).toBe(false));
    expect(list.result.current.data).toBeDefined();
  });

  it('shows what this tablet last received for it, not for another query', async () => {
    const { engine, wrapper } = world();
    const list = renderHook(({ page }) => useOnlineCall('equipmentTypePage', { query: { page } }), {
      wrapper,
      initialProps: { page: 1 },
    });
    await waitFor(() => expect(list.result.current.data).toBeDefined());
    const seen = { items: [], totalCount: 0, pageSize: 10, pageNumber: 2, totalPages: 1 };
    const asks = new Promise<never>(() => {});
    engine.change({
      answers: { equipmentTypePage: () => asks },
      seen: { equipmentTypePage: { answer: seen, at: '2026-11-24T10:00:00Z' } },
    });
    list.rerender({ page: 2 });
    expect(list.result.current.isOther).toBe(true);
    await waitFor(() => expect(list.result.current.data?.pageNumber).toBe(2));
    expect(list.result.current.isOther).toBe(false);
  });
});

describe('a form', () => {
  it('keeps the record it started from, whatever else is saved', async () => {
    const { engine, wrapper, setInstalled } = world();
    const form = renderHook(() => useOnlineCall('equipment', { params: { id: 'eq-1' } }, { once: true }), { wrapper });
    await waitFor(() => expect(form.result.current.data?.name).toBe('Ventilator 12'));
    setInstalled(13);
    const list = renderHook(() => useOnlineCall('equipmentTypePage'), { wrapper });
    await waitFor(() => expect(list.result.current.data?.items[0]?.noOfItems).toBe(13));
    setInstalled(14);
    act(() => renewReads(engine));
    await waitFor(() => expect(list.result.current.data?.items[0]?.noOfItems).toBe(14));
    expect(form.result.current.data?.name).toBe('Ventilator 12');
    expect(engine.called.filter(({ name }) => name === 'equipment')).toHaveLength(1);
  });
});
