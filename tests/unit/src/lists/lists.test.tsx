// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { useLocation } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { drawScreen } from '#tests/support/screen.tsx';
import { useListQuery } from '#ui/lists/list-query.ts';
import { ListScreen } from '#ui/lists/list-screen.tsx';
import { localList } from '#ui/lists/list-state.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

interface Row {
  name: string;
}

const rows: readonly Row[] = Array.from({ length: 25 }, (_row, index) => ({ name: `Ventilator ${index + 1}` }));

function Ventilators({ error = null, all = rows }: { error?: Error | null; all?: readonly Row[] | undefined }) {
  const query = useListQuery();
  const list = localList(
    all,
    query,
    {
      textOf: (row) => row.name.toLowerCase(),
      compare: { name: (a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }) },
    },
    { error },
  );
  return (
    <>
      <p data-testid="address">{useLocation().search}</p>
      <ListScreen
        title="Ventilators"
        searchLabel="Search by name"
        query={query}
        list={list}
        columns={[{ key: 'name', header: 'Name', sortable: true, cell: (row) => row.name }]}
        rowKey={(row) => row.name}
        empty="No equipment found."
      />
    </>
  );
}

const address = () => screen.getByTestId('address').textContent;

describe('a list', () => {
  it('shows the page, search and order of its address', () => {
    drawScreen(<Ventilators />, { at: '/?search=ventilator&sort=-name&page=2' });
    expect(screen.getByText('Ventilator 15')).toBeTruthy();
    expect(screen.queryByText('Ventilator 16')).toBeNull();
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('ventilator');
  });

  it('waits 500 ms after a changed search and starts at page 1', () => {
    vi.useFakeTimers();
    drawScreen(<Ventilators />, { at: '/?page=2' });
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: '24' } });
    act(() => void vi.advanceTimersByTime(499));
    expect(address()).toBe('?page=2');
    act(() => void vi.advanceTimersByTime(1));
    expect(address()).toBe('?search=24');
    expect(screen.getAllByRole('row')).toHaveLength(2);
  });

  it('offers to clear the search if nothing matches', () => {
    drawScreen(<Ventilators />, { at: '/?search=pump' });
    expect(screen.getByText('No equipment found.')).toBeTruthy();
    fireEvent.click(screen.getByText('Clear search'));
    expect(address()).toBe('');
  });

  it('keeps its rows on an error and offers a retry', () => {
    drawScreen(<Ventilators error={new Error('boom')} />);
    expect(screen.getByRole('alert').textContent).toContain('Unknown server error');
    expect(screen.getByText('Ventilator 1')).toBeTruthy();
  });
});
