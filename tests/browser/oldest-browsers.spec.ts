import { expect } from '@playwright/test';
import type { Role } from '#contract/define.ts';
import { mayAccess } from '#contract/permissions.ts';
import { demoSignIns } from '#server/demo/seed.ts';
import { newerApis, withhold } from '#tests/engines/newer-apis.ts';
import { test } from '#tests/support/demo-world.ts';
import { complaintsOf, settled } from '#tests/support/inspect-screen.ts';
import { signIn } from '#tests/support/story.ts';
import { paths } from '#ui/paths.ts';
import { routes } from '#ui/routes.ts';

const apis = newerApis();

test('a browser that is too old is told what is needed, before the app begins', async ({
  browser,
  demo: { origin },
}) => {
  const context = await browser.newContext({ baseURL: origin });
  // What Safari 16.3 and Firefox 127 lack.
  await context.addInitScript(() => Reflect.deleteProperty(globalThis, 'CSSPropertyRule'));
  const page = await context.newPage();
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'This browser is too old for Ward Rounds' })).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('Safari 16.4');
  await expect(page.getByLabel('Password')).toHaveCount(0);
  await context.close();
});

for (const [role, who] of [
  ['BME', demoSignIns.bme],
  ['Admin', demoSignIns.admin],
] as const satisfies readonly [Role, object][]) {
  test(`${role}: every screen opens with what the oldest supported browsers have`, async ({
    browser,
    demo: { origin, known },
  }) => {
    test.setTimeout(300_000);
    const context = await browser.newContext({ baseURL: origin });
    await context.addInitScript(withhold, apis);
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    await signIn(page, who);
    expect(await page.evaluate(() => ['SyncManager' in window, 'withResolvers' in Promise])).toEqual([false, false]);
    for (const route of routes) {
      const isOwn = route.access === 'prompt' || mayAccess({ role }, route.access);
      if (!isOwn || route.path === paths.login) continue;
      for (const address of known.of(route)) {
        await page.goto(address);
        await settled(page);
        await expect(page.getByText('Try again'), address).toHaveCount(0);
      }
    }
    expect(complaints).toEqual([]);
    await context.close();
  });
}
