import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import type { Role } from '#contract/define.ts';
import { homePath, mayAccess } from '#contract/permissions.ts';
import { demoSignIns } from '#server/demo/seed.ts';
import { startBuiltServer } from '#tests/support/built-server.ts';
import type { BuiltServer } from '#tests/support/built-server.ts';
import { demoAddresses } from '#tests/support/demo-addresses.ts';
import type { DemoAddresses } from '#tests/support/demo-addresses.ts';
import { chromiumFlags, findChromium } from '#tests/support/chromium.ts';
import { axeFindings, complaintsOf, looks, settled, sidewaysScroll, wear } from '#tests/support/inspect-screen.ts';
import type { Look } from '#tests/support/inspect-screen.ts';
import { paths } from '#ui/paths.ts';
import { routes } from '#ui/routes.ts';
import type { ScreenRoute } from '#ui/route.ts';

test.use({
  // A trace of some hundred looks costs more than the looks.
  trace: 'off',
  permissions: ['camera'],
  launchOptions: {
    executablePath: findChromium() ?? '',
    args: [...chromiumFlags, '--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'],
  },
});

let folder: string;
let server: BuiltServer;
let known: DemoAddresses;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ward-screens-'));
  server = await startBuiltServer(join(folder, 'data'), {}, 'demo');
  known = await demoAddresses(server.origin);
});
test.afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A browser of its own; closed with its context. */
async function freshPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: `http://localhost:${server.port}`, permissions: ['camera'] });
  return context.newPage();
}

async function signedIn(browser: Browser, who: { email: string; password: string }): Promise<Page> {
  const page = await freshPage(browser);
  await page.goto('/login');
  await page.getByLabel('Email').fill(who.email);
  await page.getByLabel('Password').fill(who.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).not.toHaveURL(/\/login/);
  await settled(page);
  return page;
}

/** Looks at what is open in every window and theme given; what is wrong comes as sentences. */
async function problemsHere(page: Page, called: string, worn: readonly Look[]): Promise<string[]> {
  const problems: string[] = [];
  for (const look of worn) {
    await wear(page, look);
    const where = `${called} (${look.name})`;
    const sideways = await sidewaysScroll(page);
    if (sideways > 0) problems.push(`${where}: moves sideways by ${sideways} px`);
    problems.push(...(await axeFindings(page)).map((finding) => `${where}: ${finding}`));
    await page.screenshot({ path: test.info().outputPath(`${called.replaceAll(/[^\w]+/g, '-')}-${look.name}.png`) });
  }
  return problems;
}

/** Whether the screen itself meets this role, or a visitor. */
function mayEnter(role: Role | null, { access }: ScreenRoute): boolean {
  return access === 'prompt' || mayAccess(role && { role }, access);
}

const tours: { role: Role; who: { email: string; password: string }; worn: Look[] }[] = [
  { role: 'BME', who: demoSignIns.bme, worn: [looks.phoneDark, looks.tabletLight, looks.deskDark] },
  { role: 'Hospital', who: demoSignIns.hospital, worn: [looks.phoneLight] },
  { role: 'Admin', who: demoSignIns.admin, worn: [looks.phoneDark, looks.deskLight] },
];

for (const { role, who, worn } of tours) {
  test(`${role}: every own screen is sound in each window`, async ({ browser }) => {
    test.setTimeout(300_000);
    const page = await signedIn(browser, who);
    const complaints = complaintsOf(page);
    const problems: string[] = [];
    for (const route of routes) {
      if (!mayEnter(role, route) || route.path === paths.login) continue;
      for (const address of known.of(route)) {
        await page.goto(address);
        await settled(page);
        expect(new URL(page.url()).pathname).toBe(address);
        problems.push(...(await problemsHere(page, address, worn)));
      }
    }
    expect(problems).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test(`${role}: screens of other roles and unknown addresses lead home`, async ({ browser }) => {
    const page = await signedIn(browser, who);
    const home = homePath(role);
    const foreign = routes.filter((route) => !mayEnter(role, route)).flatMap((route) => known.of(route));
    for (const address of [...foreign, '/nothing/here', '/daily-rounds/add']) {
      await page.goto(address);
      await expect(page, address).toHaveURL(new RegExp(`${home}$`));
    }
    await page.context().close();
  });
}

/** What opens over a screen: where, under which name, and how. */
const overlays: { at: () => string; called: string; open: (page: Page) => Promise<void> }[] = [
  {
    at: paths.bmeDashboard,
    called: 'all screens',
    open: (page) => page.getByRole('button', { name: 'More', exact: true }).click(),
  },
  {
    at: paths.bmeDashboard,
    called: 'user menu',
    open: (page) => page.getByRole('button', { name: /^User menu/ }).click(),
  },
  {
    at: paths.bmeDashboard,
    called: 'logout question',
    open: async (page) => {
      await page.getByRole('button', { name: /^User menu/ }).click();
      await page.getByRole('menuitem', { name: 'Logout' }).click();
    },
  },
  {
    at: paths.maintenance,
    called: 'close task',
    open: (page) =>
      page
        .getByRole('button', { name: /^Close/ })
        .first()
        .click(),
  },
  {
    at: paths.dailyRounds,
    called: 'actions of a template',
    open: (page) =>
      page
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .click(),
  },
  {
    at: paths.dailyRounds,
    called: 'delete template',
    open: async (page) => {
      await page
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Delete Template' }).click();
    },
  },
  {
    at: () => firstAddress(paths.roundAdd),
    called: 'devices that nobody confirmed',
    open: (page) => page.getByRole('button', { name: 'Submit Rounds' }).click(),
  },
  {
    at: () => firstAddress(paths.roundAdd),
    called: 'add a device',
    open: (page) => page.getByRole('button', { name: 'Add a device' }).click(),
  },
  {
    at: () => firstAddress(paths.roundAdd),
    called: 'scan a label',
    open: (page) => page.getByRole('button', { name: 'Scan', exact: true }).click(),
  },
  {
    at: () => firstAddress(paths.roundAdd),
    called: 'a device that does not work',
    open: (page) => page.getByRole('radio', { name: 'Not Working' }).first().check(),
  },
  {
    at: paths.installationBase,
    called: 'QR code',
    open: (page) => page.getByRole('button', { name: 'QR code' }).first().click(),
  },
  {
    at: paths.bmes,
    called: 'delete an account',
    open: (page) =>
      page
        .getByRole('button', { name: /^Delete/ })
        .first()
        .click(),
  },
];

function firstAddress(path: ScreenRoute['path']): string {
  const route = routes.find((one) => one.path === path);
  return (route && known.of(route)[0]) ?? '';
}

test('what opens over a screen is sound on a dark phone and a light tablet', async ({ browser }) => {
  const page = await signedIn(browser, demoSignIns.bme);
  const complaints = complaintsOf(page);
  const problems: string[] = [];
  for (const { at, called, open } of overlays) {
    await wear(page, looks.phoneDark);
    await page.goto(at());
    await settled(page);
    await open(page);
    await settled(page);
    problems.push(...(await problemsHere(page, called, [looks.phoneDark, looks.tabletLight])));
  }
  expect(problems).toEqual([]);
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('a visitor opens the public page of a device, and is asked to sign in everywhere else', async ({ browser }) => {
  const page = await freshPage(browser);
  const complaints = complaintsOf(page);
  const problems: string[] = [];
  await page.goto(`${paths.equipmentDetails(known.serial)}?h=${known.hospitalId}`);
  await settled(page);
  await expect(page.getByText(known.serial).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Report Breakdown' })).toHaveCount(0);
  problems.push(...(await problemsHere(page, 'public page', Object.values(looks))));
  await page.goto(paths.login());
  await settled(page);
  problems.push(...(await problemsHere(page, 'login', Object.values(looks))));
  for (const address of routes.filter((route) => !mayEnter(null, route)).flatMap((route) => known.of(route))) {
    await page.goto(address);
    await expect(page, address).toHaveURL(/\/login$/);
  }
  expect(problems).toEqual([]);
  expect(complaints).toEqual([]);
  await page.context().close();
});
