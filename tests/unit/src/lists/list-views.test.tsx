// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useLocation } from 'react-router-dom';
import type { ListView } from '#contract/calls/list-view.ts';
import { VendorListScreen } from '#ui/features/vendor/vendor-list-screen.tsx';
import { hideable } from '#ui/lists/columns-dialog.tsx';
import { drawScreen } from '#tests/support/screen.tsx';

const vendors = {
  items: [{ id: 'v1', name: 'Meditek', location: 'Pune', types: 'Vendor', contactPersonCount: 2 }],
  totalCount: 1,
  pageSize: 10,
  pageNumber: 1,
  totalPages: 1,
};
const view = (part: Partial<ListView>): ListView => ({
  id: 'w1',
  list: '/vendor',
  name: 'Pune',
  query: 'hide=types&search=pune',
  isShared: false,
  isOwn: true,
  by: 'Asha Rao',
  ...part,
});

function Address() {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}

function open(views: ListView[], at = '/vendor') {
  const kept = [...views];
  const { engine } = drawScreen(
    <>
      <VendorListScreen />
      <Address />
    </>,
    {
      at,
      world: {
        answers: {
          vendorPage: () => vendors,
          listViews: () => ({ views: [...kept] }),
          saveListView: (input) => {
            const { body } = input as { body: Partial<ListView> };
            kept.push(view({ ...body, id: `w${kept.length + 1}` }));
            return kept.at(-1);
          },
          deleteListView: () => void kept.splice(0, 1),
        },
      },
    },
  );
  return engine;
}
const address = () => screen.getByRole('status', { name: '' }).textContent;
async function choose(item: string | RegExp) {
  fireEvent.click(await screen.findByRole('button', { name: 'Views' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: item }));
  await act(async () => undefined);
}
const headings = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);

beforeEach(() => {
  HTMLElement.prototype.showPopover = () => undefined;
  HTMLElement.prototype.hidePopover = () => undefined;
});
afterEach(cleanup);

describe('saved views of a list', () => {
  it('lead to their search, order and columns; those of other lists are not offered', async () => {
    open([
      view({}),
      view({ id: 'w2', name: 'All', query: '', isShared: true, isOwn: false, by: 'Bimal Shah' }),
      view({ id: 'w3', list: '/tickets', name: 'Open' }),
    ]);
    await screen.findByText('Meditek');
    expect(headings()).toContain('Types');
    await choose('Pune');
    expect(address()).toBe('/vendor?hide=types&search=pune');
    expect(headings()).not.toContain('Types');
    fireEvent.click(screen.getByRole('button', { name: 'Views' }));
    expect(screen.queryByRole('menuitem', { name: 'Open' })).toBeNull();
    fireEvent.click(screen.getByRole('menuitem', { name: 'All (by Bimal Shah)' }));
    await waitFor(() => expect(address()).toBe('/vendor'));
  });

  it('keep what the list shows, without the page, as own or shared', async () => {
    const engine = open([], '/vendor?search=med&page=2');
    await screen.findByText('Meditek');
    await choose('Save or delete views');
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.click(dialog.getByRole('button', { name: 'Save view' }));
    dialog.getByText('Name is required.');
    fireEvent.change(dialog.getByLabelText(/^Name/), { target: { value: 'Med' } });
    fireEvent.click(dialog.getByLabelText('Share with the hospital'));
    fireEvent.click(dialog.getByRole('button', { name: 'Save view' }));
    await screen.findByText('View “Med” saved.');
    expect(engine.called.filter(({ name }) => name === 'saveListView').map(({ input }) => input)).toEqual([
      { body: { list: '/vendor', name: 'Med', query: 'search=med', isShared: true } },
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'Views' }));
    await screen.findByRole('menuitem', { name: 'Med (shared)' });
  });

  it('are deleted with Undo by those who saved them', async () => {
    const engine = open([view({}), view({ id: 'w2', name: 'Hers', isShared: true, isOwn: false, by: 'Bimal Shah' })]);
    await screen.findByText('Meditek');
    await choose('Save or delete views');
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.queryByRole('button', { name: 'Delete Hers' })).toBeNull();
    fireEvent.click(dialog.getByRole('button', { name: 'Delete Pune' }));
    await screen.findByText('View “Pune” deleted.');
    await waitFor(() => expect(dialog.queryByRole('button', { name: 'Delete Pune' })).toBeNull());
    fireEvent.click(screen.getByRole('button', { name: /^Undo/ }));
    await dialog.findByRole('button', { name: 'Delete Pune' });
    expect(engine.called.flatMap(({ name }) => (name.endsWith('ListView') ? [name] : []))).toEqual([
      'deleteListView',
      'saveListView',
    ]);
  });
});

it('columns are hidden one by one, but not the name, and shown again', async () => {
  open([]);
  await screen.findByText('Meditek');
  const all = headings();
  await choose('Choose columns');
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.queryByLabelText('Name')).toBeNull();
  fireEvent.click(dialog.getByLabelText('Location'));
  fireEvent.click(dialog.getByLabelText('Contacts'));
  expect(address()).toBe('/vendor?hide=location.contacts');
  expect(headings()).toEqual(all.filter((heading) => heading !== 'Location' && heading !== 'Contacts'));
  fireEvent.click(dialog.getByRole('button', { name: 'Show all' }));
  expect([address(), headings()]).toEqual(['/vendor', all]);
});

it('buttons with a visible heading cannot be hidden', () => {
  const columns = [
    { key: 'name', header: 'Equipment', value: () => '' },
    { key: 'serial', header: 'SN', value: () => '' },
    { key: 'actions', header: 'Actions', cell: () => null, menu: () => [] },
  ];
  expect(hideable(columns).map(({ key }) => key)).toEqual(['serial']);
});
