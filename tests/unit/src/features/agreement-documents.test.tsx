// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import { WarrantyCreateScreen, WarrantyEditScreen } from '#ui/features/warranty/warranty-form-screen.tsx';
import type { FakeWorld } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';

const record = {
  id: 'w-1',
  hospitalId: 'hospital-1',
  warrantyNumber: 'AMC-7',
  equipmentId: 'eq-1',
  makeId: 'mk-1',
  pmFrequency: 'quarterly',
  pmCount: 3,
  warrantyStartDate: '2026-01-31',
  warrantyEndDate: '2028-01-30',
  warrantyDurationInYear: 2,
  warrantyExtraMonths: 0,
  selectedSerials: [],
  kind: 'Warranty',
  vendorId: null,
  vendorName: '',
  contactName: '',
  phone: '',
  terms: null,
  notes: '',
  revision: 'r-1',
};
const agreement = {
  sha256: 'a'.repeat(64),
  name: 'Agreement.pdf',
  mime: 'application/pdf',
  size: 200_000,
  addedBy: 'Bimal Shah',
  addedAt: '2026-11-20T20:00:00.000Z',
};
const answers: FakeWorld['answers'] = {
  warranty: () => record,
  equipmentTypeDropdown: () => [],
  vendorPage: () => ({ items: [], totalCount: 0, pageSize: 100, pageNumber: 1, totalPages: 1 }),
};

async function open(more: FakeWorld['answers'], at = '/warranty/edit/w-1') {
  const { engine } = drawScreen(
    <Routes>
      <Route path="/warranty/create" element={<WarrantyCreateScreen />} />
      <Route path="/warranty/edit/:id" element={<WarrantyEditScreen />} />
    </Routes>,
    { at, world: { answers: { ...answers, ...more } } },
  );
  await act(async () => undefined);
  return engine;
}
const documents = async () => within(await screen.findByRole('region', { name: 'Documents' }));

afterEach(cleanup);

describe('the documents of a contract', () => {
  it('are counted at the head of the form, with a link where they are below it', async () => {
    await open({ contractDocuments: () => ({ documents: [agreement] }) });
    await documents();
    const jump = await screen.findByRole('button', { name: 'Documents (1)' });
    const save = screen.getByRole('button', { name: 'Save' });
    expect(jump.compareDocumentPosition(save)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    fireEvent.click(jump);
    const isThere = document.activeElement?.contains(screen.getByRole('region', { name: 'Documents' }));
    expect(isThere).toBe(true);
    expect(document.activeElement?.contains(save)).toBe(false);
  });

  it('are shown beside its form, but not beside the form of a new one', async () => {
    await open({ contractDocuments: () => ({ documents: [agreement] }) });
    const shown = await documents();
    await shown.findByText('Agreement.pdf');
    shown.getByText('195 KB · added 21 Nov 2026 by Bimal Shah');
    shown.getByRole('button', { name: 'Download Agreement.pdf' });
    cleanup();
    await open({}, '/warranty/create');
    await screen.findByRole('button', { name: 'Save' });
    expect(screen.queryByRole('region', { name: 'Documents' })).toBeNull();
    expect(screen.queryByLabelText('Add documents')).toBeNull();
  });

  it('upload a file at once, without a save, and keep what is typed in the form', async () => {
    const sent: unknown[] = [];
    await open({
      contractDocuments: () => ({ documents: sent.length === 0 ? [] : [agreement] }),
      addContractDocument: (input) => {
        sent.push(input);
        return agreement;
      },
    });
    await (await documents()).findByText('No documents found.');
    fireEvent.change(screen.getByLabelText('Warranty Number'), { target: { value: 'AMC-8' } });
    const file = new File(['%PDF-1.7'], 'Agreement.pdf', { type: 'application/pdf' });
    fireEvent.change(screen.getByLabelText('Add documents', { selector: 'input' }), { target: { files: [file] } });
    await screen.findByText('“Agreement.pdf” added.');
    await screen.findByRole('button', { name: 'Delete Agreement.pdf' });
    expect(sent).toMatchObject([
      { params: { id: 'w-1' }, files: { File: { name: 'Agreement.pdf', type: 'application/pdf' } } },
    ]);
    expect(screen.getByLabelText<HTMLInputElement>('Warranty Number').value).toBe('AMC-8');
  });

  it('are deleted after confirmation and restored by Undo', async () => {
    let removed = false;
    const engine = await open({
      contractDocuments: () => ({ documents: removed ? [] : [agreement] }),
      removeContractDocument: () => {
        removed = true;
      },
      restoreContractDocument: () => {
        removed = false;
        return agreement;
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Delete Agreement.pdf' }));
    await screen.findByText('Are you sure you want to delete this document?');
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await screen.findByText('No documents found.');
    fireEvent.click(await screen.findByRole('button', { name: /^Undo/ }));
    await screen.findByRole('button', { name: 'Delete Agreement.pdf' });
    const params = { id: 'w-1', sha256: agreement.sha256 };
    expect(engine.called.filter(({ name }) => /^(remove|restore)/.test(name))).toEqual([
      { name: 'removeContractDocument', input: { params } },
      { name: 'restoreContractDocument', input: { params, body: { name: 'Agreement.pdf' } } },
    ]);
  });

  it('need the network', async () => {
    await open({});
    await screen.findByText('You are offline. The documents of the contract need the network.', undefined, {
      timeout: 5000,
    });
  });
});
