import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { generatePath, matchPath } from 'react-router-dom';
import type { Role } from '#contract/define.ts';
import { mayAccess } from '#contract/permissions.ts';
import { demoSignIns } from '#server/demo/seed.ts';
import { test } from '#tests/support/demo-world.ts';
import { linksOf, moveTo, settled } from '#tests/support/inspect-screen.ts';
import { signIn } from '#tests/support/story.ts';
import { paths } from '#ui/paths.ts';
import { routes } from '#ui/routes.ts';
import type { ScreenRoute } from '#ui/route.ts';

test.use({ trace: 'off' });
// The roles are checked in parallel.
test.describe.configure({ mode: 'parallel' });

type Asker = Role | null;

const askers: readonly { called: string; role: Asker; who?: { email: string; password: string } }[] = [
  { called: 'Admin', role: 'Admin', who: demoSignIns.admin },
  { called: 'BME', role: 'BME', who: demoSignIns.bme },
  { called: 'Hospital', role: 'Hospital', who: demoSignIns.hospital },
  { called: 'a visitor', role: null },
];

/** Made by the build; no screen. */
const noticesFile = '/third-party-notices.txt';

/** The texts with which a screen says that its record does not exist. */
const notThere = /not found|is not known|does not exist|could not be shown|Failed to load|Page not found/i;

function mayEnter(role: Asker, { access }: ScreenRoute): boolean {
  return access === 'prompt' || mayAccess(role && { role }, access);
}

/** Returns the route of an address; as in the router, the one with fewer parameters wins. */
function routeAt(pathname: string): ScreenRoute | undefined {
  const parameters = (pattern: string) => pattern.split(':').length;
  return routes
    .flatMap((route) => route.path.patterns.map((pattern) => ({ route, pattern })))
    .filter(({ pattern }) => matchPath(pattern, pathname) !== null)
    .sort((a, b) => parameters(a.pattern) - parameters(b.pattern))[0]?.route;
}

/** Returns the problems of the screen at an address, one sentence each. */
async function problemsAt(page: Page, address: string, from: string): Promise<string[]> {
  const { pathname } = new URL(address, 'http://localhost');
  const landed = new URL(page.url()).pathname;
  if (landed !== pathname) return [`${from} links to ${address}, which ends at ${landed}`];
  const said = await page.getByRole('main').getByText(notThere).allInnerTexts();
  return said.map((sentence) => `${from} links to ${address}, which says: ${sentence}`);
}

/** Returns a link's kind: a screen with the same query names is checked once. */
function kindOf(address: string, route: ScreenRoute): string {
  const url = new URL(address, 'http://localhost');
  return [route.path.patterns[0], ...url.searchParams.keys()].join(' ');
}

for (const { called, role, who } of askers) {
  test(`every link that ${called} sees opens what it names`, async ({ browser, demo: { origin, known } }) => {
    const context = await browser.newContext({ baseURL: origin });
    const page = await context.newPage();
    if (who) await signIn(page, who);
    else await page.goto(`${paths.device(known.serial)}?view=all`);
    await settled(page);
    const problems: string[] = [];
    const seen = new Set<string>();
    const open = routes
      .filter((route) => mayEnter(role, route) && route.path !== paths.login)
      .flatMap((route) => known.of(route).map((address) => ({ address, from: 'The route table' })));
    for (let next = open.shift(); next; next = open.shift()) {
      const { address, from } = next;
      if (address === noticesFile) {
        const answer = await page.request.get(address);
        if (!/third-party software/.test(await answer.text()))
          problems.push(`${address} holds no notices: ${answer.status()}`);
        continue;
      }
      const route = routeAt(new URL(address, 'http://localhost').pathname);
      if (!route || !mayEnter(role, route)) {
        problems.push(`${from} links to ${address}, which is no screen of ${called}`);
        continue;
      }
      const isDoor = route.path === paths.login;
      if (isDoor || seen.has(kindOf(address, route))) continue;
      seen.add(kindOf(address, route));
      await moveTo(page, address, route);
      problems.push(...(await problemsAt(page, address, from)));
      for (const link of await linksOf(page)) open.push({ address: link, from: address });
    }
    expect(problems).toEqual([]);
    await context.close();
  });
}

/** Returns the route's patterns that name the same record; a pattern without one is another view. */
function spellingsOf({ path: { patterns } }: ScreenRoute): readonly string[] {
  const namesIn = (pattern: string) => pattern.match(/:[A-Za-z]+/g)?.join() ?? '';
  return patterns.filter((pattern) => namesIn(pattern) === namesIn(patterns[0]));
}

test('every spelling of a path opens the same screen', async ({ browser, demo: { origin, known } }) => {
  const context = await browser.newContext({ baseURL: origin });
  const page = await context.newPage();
  for (const [role, who] of [
    ['Admin', demoSignIns.admin],
    ['BME', demoSignIns.bme],
  ] as const) {
    await signIn(page, who);
    await settled(page);
    for (const route of routes.filter((one) => spellingsOf(one).length > 1 && mayEnter(role, one))) {
      const [address = ''] = known.of(route);
      const named = matchPath(route.path.patterns[0], address)?.params ?? {};
      const headings: (string | null)[] = [];
      for (const pattern of spellingsOf(route)) {
        const spelled = generatePath(pattern, named);
        await moveTo(page, spelled, route);
        expect(new URL(page.url()).pathname).toBe(spelled);
        headings.push(await page.getByRole('heading', { level: 1 }).textContent());
      }
      expect(new Set(headings).size, route.path.patterns.join(', ')).toBe(1);
    }
  }
  await context.close();
});

test('unknown and empty addresses open the home screen', async ({ browser, demo: { origin } }) => {
  const context = await browser.newContext({ baseURL: origin });
  const page = await context.newPage();
  await signIn(page, demoSignIns.bme);
  await settled(page);
  for (const address of ['/', '/nothing/here', '/daily-rounds/add']) {
    await moveTo(page, address);
    await expect(page, address).toHaveURL(/\/dashboard\/bme$/);
  }
  await context.close();
});
