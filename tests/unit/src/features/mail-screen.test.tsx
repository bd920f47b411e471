// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { createFakeEngine } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { MailScreen } from '#ui/features/mail/mail-screen.tsx';
import { paths } from '#ui/paths.ts';

afterEach(cleanup);

const found = {
  isSetUp: true,
  waiting: 3,
  failed: 1,
  lastFailure: { at: '2026-07-01T06:30:00.000Z', reason: '550 No' },
};

function draw(status: object, trial: object = {}) {
  const engine = createFakeEngine({ answers: { mailStatus: () => status, tryMail: () => trial } });
  drawScreen(<MailScreen />, { engine, at: paths.mail() });
}

describe('P348 the mail screen', () => {
  it('shows how many mails wait or failed, and why', async () => {
    draw(found);
    expect((await screen.findByText('Waiting')).nextElementSibling?.textContent).toBe('3');
    expect(screen.getByText('Failed in 30 days').nextElementSibling?.textContent).toBe('1');
    expect(screen.getByText('Last error').nextElementSibling?.textContent).toContain('550 No');
  });

  it.each([
    [{ outcome: 'sent' }, 'The mail server accepted the mail. Please check your mailbox.'],
    [{ outcome: 'failed', reason: 'Wrong password' }, 'The mail was not sent: Wrong password'],
  ])('sends a test mail: %o', async (trial, words) => {
    draw(found, trial);
    fireEvent.click(await screen.findByRole('button', { name: 'Send a test mail' }));
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it('says how to set up mail if this server has none', async () => {
    draw({ ...found, isSetUp: false });
    expect(await screen.findByText(/SMTP_URL, MAIL_FROM and PUBLIC_URL/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Send a test mail' })).toBeNull();
  });
});
