// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { AccountNotice } from '#contract/records/agreement.ts';
import { bmeSession, createFakeEngine, officeSession } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { AccountNotices } from '#ui/features/dashboard/account-notices.tsx';

afterEach(cleanup);

const notice = (part: Partial<AccountNotice>): AccountNotice => ({
  id: 'n1',
  at: '2026-11-21T05:00:00Z',
  by: 'City Hospital Office',
  accountId: bmeSession.userId,
  name: 'A. Rao',
  act: 'changed',
  fields: ['name', 'email'],
  newName: 'Asha Rao',
  told: [bmeSession.userId],
  ...part,
});
const settingOf = (notices: readonly AccountNotice[]) => ({
  setting: [{ id: 'accounts' as const, engineersManageAccounts: true, notices }],
});
const office = { kind: 'signed-in', session: officeSession, offline: false } as const;

describe('P199 changes of accounts on the dashboard', () => {
  it('tell users what changed in their account, by whom and when, until dismissed', async () => {
    const engine = createFakeEngine({
      records: settingOf([notice({})]),
      answers: { dismissAccountNotices: () => null },
    });
    drawScreen(<AccountNotices />, { engine });
    expect(
      await screen.findByText(/Your account: name changed from “A\. Rao” to “Asha Rao”, email changed\./),
    ).toBeTruthy();
    expect(screen.getByText(/By City Hospital Office, /)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    await waitFor(() =>
      expect(engine.called.find(({ name }) => name === 'dismissAccountNotices')?.input).toMatchObject({
        body: { ids: ['n1'] },
      }),
    );
  });

  it('tell the office what engineers did, and nobody else', async () => {
    const records = settingOf([
      notice({ id: 'n2', act: 'removed', by: 'B. Nair', accountId: 'bme-2', name: 'D. Pillai', told: ['office-1'] }),
    ]);
    drawScreen(<AccountNotices />, { engine: createFakeEngine({ records, session: office }) });
    expect(await screen.findByText(/The account of D\. Pillai was deleted\./)).toBeTruthy();
    cleanup();
    drawScreen(<AccountNotices />, { engine: createFakeEngine({ records }) });
    expect(screen.queryByText(/D\. Pillai/)).toBeNull();
  });

  it('stay readable offline, and say so when they cannot be dismissed', async () => {
    drawScreen(<AccountNotices />, { engine: createFakeEngine({ records: settingOf([notice({})]) }) });
    fireEvent.click(await screen.findByRole('button', { name: 'Dismiss' }));
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(screen.getByText(/Your account:/)).toBeTruthy();
  });
});
