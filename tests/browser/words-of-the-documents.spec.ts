import { expect, test } from '@playwright/test';
import { devicesInRooms, hospitalWithDevices } from '#tests/support/round-hospital.ts';
import { callAs, createWorld, hospitalUser, signIn, tokenOf } from '#tests/support/story.ts';
import type { World } from '#tests/support/story.ts';

let world: World;

test.beforeAll(async () => {
  world = await createWorld();
  await hospitalWithDevices(world, 'Hospital of Words', devicesInRooms('Ward', [60]));
});
test.afterAll(() => world?.close());

const proxyPage = { status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' };

test("failures are shown with the catalogue's messages", async ({ browser }) => {
  const context = await browser.newContext({ baseURL: world.origin, serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.route('**/api/Auth/login', (route) => route.fulfill(proxyPage));
  await page.goto('/login');
  await page.getByLabel('Email').fill(hospitalUser.email);
  await page.getByLabel('Password').fill(hospitalUser.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText(/^Server returned code: 502, error message: /)).toBeVisible();
  await page.unroute('**/api/Auth/login');
  await signIn(page, hospitalUser);

  await page.route('**/api/warranty/paged**', (route) => route.fulfill(proxyPage));
  await page.goto('/warranty');
  await expect(page.getByText('Error loading data. Please try again later.')).toBeVisible();
  await page.unroute('**/api/warranty/paged**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No warranties found.')).toBeVisible();

  await page.goto('/equipmentdetails/NOBODY-1');
  await expect(page.getByText(/Failed to load equipment details\./)).toBeVisible();
  await context.close();
});

test('a search is limited to 200 characters, and an unknown query parameter is refused', async ({ browser }) => {
  const page = await browser.newPage({ baseURL: world.origin });
  await signIn(page, hospitalUser);
  await callAs(world.origin, hospitalUser, 'POST', '/Vendor', { name: 'Kaveri', location: 'Chennai', types: 'Vendor' });
  await page.goto(`/vendor?search=${'x'.repeat(300)}`);
  await expect(page.getByRole('searchbox')).toHaveValue('x'.repeat(200));
  await expect(page.getByText('No vendors found.')).toBeVisible();
  await page.getByRole('searchbox').fill('');
  await page.getByRole('searchbox').pressSequentially('k'.repeat(210));
  await expect(page.getByRole('searchbox')).toHaveValue('k'.repeat(200));
  for (const list of ['/breakdown', '/installation-base', '/warranty', '/bme', '/daily-rounds']) {
    await page.goto(`${list}?search=${'x'.repeat(300)}`);
    await expect(page.getByRole('main').getByRole('searchbox'), list).toHaveValue('x'.repeat(200));
  }
  await page.close();

  const headers = { authorization: `Bearer ${await tokenOf(world.origin, hospitalUser)}` };
  const answer = await fetch(`${world.origin}/api/Vendor?page=1&serach=kaveri`, { headers });
  const problem = (await answer.json()) as { errors: Record<string, string[]> };
  expect([answer.status, problem.errors]).toEqual([400, { serach: ['This call has no query parameter serach.'] }]);
  const tooLong = await fetch(`${world.origin}/api/Vendor?search=${'x'.repeat(201)}`, { headers });
  expect(tooLong.status).toBe(400);
});

test('the dashboard says how many tasks are due, and so does its call, which returns at most 50', async ({
  browser,
}) => {
  const headers = { authorization: `Bearer ${await tokenOf(world.origin, hospitalUser)}` };
  const answer = await fetch(`${world.origin}/api/BMEDashboard/dashboard-upcoming-tasks`, { headers });
  const tasks = (await answer.json()) as unknown[];
  expect([tasks.length, answer.headers.get('x-total-count')]).toEqual([50, '60']);
  const page = await browser.newPage({ baseURL: world.origin });
  await signIn(page, hospitalUser);
  const panel = page.getByRole('region', { name: 'Upcoming Maintenance' });
  await panel.getByRole('link', { name: 'View All (60)' }).click();
  await expect(page.getByText('60 tasks', { exact: true })).toBeVisible();
  await page.close();
});
