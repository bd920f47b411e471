import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { demoSignIns } from '#server/demo/seed.ts';
import { test } from '#tests/engines/test.ts';
import { type CableDemo, openCableDemo } from '#tests/support/cable-demo.ts';
import { emptyField } from '#tests/support/forms.ts';
import { looks, problemsOf, settled } from '#tests/support/inspect-screen.ts';
import { readableMail, startSmtp } from '#tests/support/smtp-server.ts';
import { signIn } from '#tests/support/story.ts';

const publicUrl = 'https://ward.example.org';
const windows = [
  looks.phoneDark,
  looks.phoneLight,
  looks.tabletLight,
  looks.tabletDark,
  looks.deskLight,
  looks.deskDark,
];
const chosen = 'chosen-by-a-mailed-link';

let smtp: Awaited<ReturnType<typeof startSmtp>>;
let demo: CableDemo;
test.beforeAll(async () => {
  smtp = await startSmtp();
  demo = await openCableDemo({ SMTP_URL: smtp.url, MAIL_FROM: 'ward@example.org', PUBLIC_URL: publicUrl });
});
test.afterAll(async () => {
  await demo?.close();
  await smtp?.close();
});
test.afterEach(() => demo.cable.mend());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

async function choose(page: Page, password: string, repeated = password): Promise<void> {
  await field(page, 'New password').fill(password);
  await field(page, 'Repeat the new password').fill(repeated);
  await button(page, 'Save password').click();
}

/**
 * Opens a link as a press in a mail does: in WebKitGTK, `goto` never resolves for a page that drops its fragment at
 * once.
 */
async function openLink(page: Page, link: string): Promise<void> {
  await page.evaluate((to) => location.assign(to), `/new-password#${link}`);
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
}

test('P350: a user who has forgotten a password chooses a new one with a mailed link', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: demo.origin });
  const page = await context.newPage();
  const problems: string[] = [];

  await test.step('requests a link, also for an address without an account', async () => {
    await page.goto('/login');
    await field(page, 'Email').fill('nobody@nowhere.example');
    await page.getByRole('link', { name: 'Forgot password', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Forgot password' })).toBeVisible();
    await expect(field(page, 'Email')).toHaveValue('nobody@nowhere.example');
    await settled(page);
    problems.push(...(await problemsOf(page, 'forgot password', windows)));
    await button(page, 'Mail me a link').click();
    const told = page
      .getByRole('status')
      .filter({ hasText: 'has an account, a link for a new password is on its way' });
    await expect(told).toContainText('If nobody@nowhere.example');
    await emptyField(field(page, 'Email'));
    await button(page, 'Mail me a link').click();
    await expect(field(page, 'Email')).toBeFocused();
    await expect(told).toHaveCount(0);
    await field(page, 'Email').fill(demoSignIns.bme.email);
    await button(page, 'Mail me a link').click();
    await expect(told).toContainText(`If ${demoSignIns.bme.email}`);
    problems.push(...(await problemsOf(page, 'asked for a link', windows)));
  });

  await test.step('opens the link, which is removed from the address bar, and chooses', async () => {
    // The clock may cause notices meanwhile, which are mailed too.
    const links = () => smtp.mails.map(readableMail).filter((mail) => mail.includes('Choose a new password'));
    await expect.poll(() => links().length, { timeout: 60_000 }).toBe(1);
    const [mail = ''] = links();
    const link = /\/new-password#([\w.-]+)/.exec(mail)?.[1] ?? '';
    expect(mail).toContain(`${publicUrl}/new-password#${link}`);
    await openLink(page, link);
    await expect(page).toHaveURL(/\/new-password$/);
    await settled(page);
    problems.push(...(await problemsOf(page, 'choose a new password', windows)));
    await choose(page, chosen, 'another-password');
    await expect(page.getByText('The two passwords are not the same.')).toBeVisible();
    await choose(page, 'password1');
    await expect(page.getByText(/one of the most common ones/)).toBeVisible();
    demo.cable.cut();
    await choose(page, chosen);
    await expect(page.getByText(/The server could not be reached/)).toBeVisible();
    demo.cable.mend();
    await button(page, 'Save password').click();
    await expect(page.getByText(/Your password has been changed/)).toBeVisible();
    problems.push(...(await problemsOf(page, 'password changed', windows)));
    await page.getByRole('link', { name: 'Sign in', exact: true }).click();
    await signIn(page, { ...demoSignIns.bme, password: chosen });
    await expect(button(page, 'Sync: up to date')).toBeVisible({ timeout: 60_000 });

    await openLink(page, link);
    await choose(page, 'chosen-a-second-time');
    await expect(page.getByRole('alert')).toContainText('This link has been used');
    problems.push(...(await problemsOf(page, 'used link', windows)));
    await button(page, 'Ask for another link').click();
    await expect(page.getByRole('heading', { name: 'Forgot password' })).toBeVisible();
  });
  expect(problems).toEqual([]);
  await context.close();
});

test('P350: offline, the page says who can help', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: demo.origin });
  const page = await context.newPage();
  await page.goto('/login');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await page.goto('/login');
  demo.cable.cut();
  await page.getByRole('link', { name: 'Forgot password', exact: true }).click();
  await expect(page.getByText('The server mails the link, but it could not be reached.')).toBeVisible();
  await expect(page.getByText('for engineers: the office of the hospital')).toBeVisible();
  demo.cable.mend();
  await button(page, 'Try again').click();
  await expect(button(page, 'Mail me a link')).toBeVisible();
  await context.close();
});
