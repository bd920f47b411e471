// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { problem } from '#contract/errors.ts';
import { CallError } from '#sync/types.ts';
import { DuplicatesNotice } from '#ui/forms/online/duplicates-notice.tsx';
import { createFakeEngine } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';

afterEach(cleanup);

const group = [
  { id: 'v1', name: 'Meditek', detail: 'Pune', devices: 5 },
  { id: 'v2', name: 'MEDITEK', detail: 'Kochi', devices: 0 },
];
const vendorPage = () => ({ items: group, totalCount: 2, pageSize: 100, pageNumber: 1, totalPages: 1 });

async function openMerge(answers: Parameters<typeof createFakeEngine>[0]): Promise<HTMLElement> {
  drawScreen(<DuplicatesNotice kind="vendor" />, { engine: createFakeEngine(answers) });
  expect(await screen.findByText('Possible duplicates: 2 vendors.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Compare' }));
  const both = await screen.findByRole('dialog', { name: 'Possible duplicates' });
  expect(
    within(both)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['MeditekPune, 5 devicesMerge', 'MEDITEKKochi, no devicesMerge']);
  fireEvent.click(within(both).getAllByRole('button', { name: 'Merge' })[1]!);
  const merge = await screen.findByRole('dialog', { name: 'Merge vendor' });
  const choice = within(merge).getByLabelText<HTMLSelectElement>('Merge “MEDITEK” (Kochi) into', { exact: false });
  expect(choice.selectedOptions[0]?.textContent).toBe('Meditek, Pune');
  fireEvent.click(within(merge).getByRole('button', { name: 'Merge' }));
  return merge;
}

test('offline nothing is merged, and the dialog says that merging needs the network', async () => {
  const merge = await openMerge({ answers: { vendorPage, possibleDuplicates: () => [group] } });
  expect(await within(merge).findByText('You are offline. Merging needs the network.')).toBeTruthy();
});

test('a merge that the server refuses stays open with the reason', async () => {
  const refused = () => {
    throw new CallError('problem', 'Give both the same importance first.', problem('record.in_use'));
  };
  const answers = { vendorPage, possibleDuplicates: () => [group], mergeRecords: refused };
  const merge = await openMerge({ answers });
  expect(await within(merge).findByText('Give both the same importance first.')).toBeTruthy();
});
