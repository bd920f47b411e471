import { expect } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import type { Role } from '#contract/define.ts';
import { homePath, mayAccess } from '#contract/permissions.ts';
import { demoSignIns } from '#server/demo/seed.ts';
import { cameraPermissions, engineOfStory } from '#tests/engines/engine.ts';
import { choose } from '#tests/support/choices.ts';
import { shareOfDay } from '#tests/support/day.ts';
import type { DemoAddresses } from '#tests/support/demo-addresses.ts';
import { test } from '#tests/support/demo-world.ts';
import { complaintsOf, looks, moveTo, problemsOf, settled, wear } from '#tests/support/inspect-screen.ts';
import type { Look } from '#tests/support/inspect-screen.ts';
import { paths } from '#ui/paths.ts';
import { routes } from '#ui/routes.ts';
import type { ScreenRoute } from '#ui/route.ts';

// A trace of several hundred checks would cost more than the checks.
test.use({ trace: 'off' });

// Each tour has its own browser, so that long tours run in parallel.
test.describe.configure({ mode: 'parallel' });

/** Opens a browser that closes with its context. */
async function freshPage(browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ baseURL, permissions: cameraPermissions(engineOfStory()) });
  return context.newPage();
}

async function signedIn(browser: Browser, baseURL: string, who: { email: string; password: string }): Promise<Page> {
  const page = await freshPage(browser, baseURL);
  await page.goto('/login');
  await page.getByLabel('Email').fill(who.email);
  await page.getByLabel('Password').fill(who.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).not.toHaveURL(/\/login/);
  await settled(page);
  return page;
}

/** Returns whether this role, or a visitor, may open the screen. */
function mayEnter(role: Role | null, { access }: ScreenRoute): boolean {
  return access === 'prompt' || mayAccess(role && { role }, access);
}

/** Returns the addresses that this role, or a visitor, must not reach. */
const closedTo = (role: Role | null, known: DemoAddresses): string[] =>
  routes.filter((route) => !mayEnter(role, route)).flatMap((route) => known.of(route));

/** The guard has its own unit tests; a third of the addresses per run shows that it protects the screens. */
const thirdOf = (addresses: readonly string[]): string[] => shareOfDay(addresses, Math.ceil(addresses.length / 3));

interface Tour {
  role: Role;
  who: { email: string; password: string };
  look: Look;
  /** Loads each screen by its address; otherwise navigates to it within one load of the app, as a link does. */
  loads?: boolean;
}

/** Windows in which each role's screens are checked. BME and Hospital users have the same screens. */
const wardTours: readonly Tour[] = [
  { role: 'BME', who: demoSignIns.bme, look: looks.phoneDark, loads: true },
  { role: 'BME', who: demoSignIns.bme, look: looks.tabletLight },
  { role: 'Hospital', who: demoSignIns.hospital, look: looks.phoneLight },
  { role: 'BME', who: demoSignIns.bme, look: looks.deskDark },
];
const adminTours: readonly Tour[] = [
  { role: 'Admin', who: demoSignIns.admin, look: looks.phoneDark, loads: true },
  { role: 'Admin', who: demoSignIns.admin, look: looks.deskLight },
];

for (const { role, who, look, loads = false } of [...shareOfDay(wardTours, 1), ...shareOfDay(adminTours, 1)]) {
  test(`${role}: no own screen has layout or accessibility faults, ${look.name}`, async ({
    browser,
    demo: { origin, known },
  }) => {
    test.setTimeout(300_000);
    const page = await signedIn(browser, origin, who);
    await wear(page, look);
    const complaints = complaintsOf(page);
    const problems: string[] = [];
    for (const route of routes) {
      if (!mayEnter(role, route) || route.path === paths.login) continue;
      for (const address of known.of(route)) {
        if (loads) await page.goto(address);
        else await moveTo(page, address, route);
        await settled(page);
        expect(new URL(page.url()).pathname).toBe(new URL(address, origin).pathname);
        problems.push(...(await problemsOf(page, address, [look])));
      }
    }
    expect(problems).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
}

for (const [role, who] of [
  ['BME', demoSignIns.bme],
  ['Hospital', demoSignIns.hospital],
  ['Admin', demoSignIns.admin],
] as const) {
  test(`${role}: screens of other roles and unknown addresses open the home screen`, async ({
    browser,
    demo: { origin, known },
  }) => {
    const page = await signedIn(browser, origin, who);
    const home = homePath(role);
    for (const address of [...thirdOf(closedTo(role, known)), '/nothing/here', '/daily-rounds/add']) {
      await page.goto(address);
      await expect(page, address).toHaveURL(new RegExp(`${home}$`));
    }
    await page.context().close();
  });
}

/** Overlays of screens: where they open, their name, and how. */
const overlays: { at: (known: DemoAddresses) => string; called: string; open: (page: Page) => Promise<void> }[] = [
  {
    at: () => paths.bmeDashboard(),
    called: 'all screens',
    open: (page) => page.getByRole('button', { name: 'More', exact: true }).click(),
  },
  {
    at: () => paths.bmeDashboard(),
    called: 'user menu',
    open: (page) => page.getByRole('button', { name: /^User menu/ }).click(),
  },
  {
    at: () => paths.bmeDashboard(),
    called: 'logout question',
    open: async (page) => {
      await page.getByRole('button', { name: /^User menu/ }).click();
      await page.getByRole('menuitem', { name: 'Logout' }).click();
    },
  },
  {
    at: () => paths.maintenance(),
    called: 'close task',
    open: async (page) => {
      await page
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: /^Close/ }).click();
    },
  },
  {
    at: () => paths.rounds(),
    called: 'actions of a template',
    open: (page) =>
      page
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .click(),
  },
  {
    at: () => paths.rounds(),
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
    at: (known) => firstAddress(known, paths.roundAdd),
    called: 'devices that nobody confirmed',
    open: (page) => page.getByRole('button', { name: 'Submit Rounds' }).click(),
  },
  {
    at: (known) => firstAddress(known, paths.roundAdd),
    called: 'add a device',
    open: (page) => page.getByRole('button', { name: 'Add a device' }).click(),
  },
  {
    at: (known) => firstAddress(known, paths.roundAdd),
    called: 'scan a label',
    open: (page) => page.getByRole('button', { name: 'Scan', exact: true }).click(),
  },
  {
    at: (known) => firstAddress(known, paths.roundAdd),
    called: 'a device that does not work',
    open: (page) => choose(page.getByRole('radio', { name: 'Not Working' }).first()),
  },
  {
    at: () => paths.devices(),
    called: 'QR code',
    open: async (page) => {
      await page
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'QR code' }).click();
    },
  },
  {
    at: () => paths.engineers(),
    called: 'delete an account',
    open: async (page) => {
      await page
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
    },
  },
];

function firstAddress(known: DemoAddresses, path: ScreenRoute['path']): string {
  const route = routes.find((one) => one.path === path);
  return (route && known.of(route)[0]) ?? '';
}

test('dialogs and menus have no layout or accessibility faults on a dark phone and a light tablet', async ({
  browser,
  demo: { origin, known },
}) => {
  const page = await signedIn(browser, origin, demoSignIns.bme);
  const complaints = complaintsOf(page);
  const problems: string[] = [];
  const worn = shareOfDay([looks.phoneDark, looks.tabletLight], 1);
  for (const { at, called, open } of overlays) {
    // Opened on a phone, because only phones have the bottom bar.
    await wear(page, looks.phoneDark);
    await page.goto(at(known));
    await settled(page);
    await open(page);
    await settled(page);
    problems.push(...(await problemsOf(page, called, worn)));
  }
  expect(problems).toEqual([]);
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('a visitor opens the whole page of a device, and is asked to sign in everywhere else', async ({
  browser,
  demo: { origin, known },
}) => {
  const page = await freshPage(browser, origin);
  const complaints = complaintsOf(page);
  const problems: string[] = [];
  const worn = shareOfDay(Object.values(looks), 2);
  await page.goto(`${paths.device(known.serial)}?h=${known.hospitalId}&view=all`);
  await settled(page);
  await expect(page.getByText(known.serial).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Report Breakdown' })).toHaveCount(0);
  problems.push(...(await problemsOf(page, 'public page', worn)));
  await page.goto(paths.login());
  await settled(page);
  problems.push(...(await problemsOf(page, 'login', worn)));
  for (const address of thirdOf(closedTo(null, known))) {
    await page.goto(address);
    await expect(page, address).toHaveURL(/\/login(\?return=|$)/);
  }
  expect(problems).toEqual([]);
  expect(complaints).toEqual([]);
  await page.context().close();
});
