import { expect, test } from '@playwright/test';
import type { Role } from '#contract/define.ts';
import { mayAccess } from '#contract/permissions.ts';
import { demoSignIns } from '#server/demo/seed.ts';
import { openCableDemo } from '#tests/support/cable-demo.ts';
import { shareOfDay } from '#tests/support/day.ts';
import { demoAddresses } from '#tests/support/demo-addresses.ts';
import { pressActs } from '#tests/support/press-acts.ts';
import { signIn } from '#tests/support/story.ts';
import { paths } from '#ui/paths.ts';
import { routes } from '#ui/routes.ts';

/*
 * Each act that a screen offers is pressed by keyboard, with its dialog, menu and messages; the focus is somewhere
 * sensible after each (P272). Acts are read from the screens: a new one is pressed without an entry here. Acts that need
 * a filled form are in kept-focus.spec.ts.
 */

/** Each walk has its own demo hospital, because acts change it. */
const walks: readonly { role: Role; who: { email: string; password: string }; part: number; parts: number }[] = [
  ...Array.from({ length: 6 }, (_, part) => ({ role: 'Hospital' as const, who: demoSignIns.hospital, part, parts: 6 })),
  { role: 'Admin', who: demoSignIns.admin, part: 0, parts: 1 },
];

for (const { role, who, part, parts } of shareOfDay(walks, 2)) {
  test(`${role}: no act loses the focus, part ${part + 1} of ${parts}`, async ({ browser }) => {
    test.setTimeout(600_000);
    const demo = await openCableDemo();
    const known = await demoAddresses(demo.origin);
    const page = await browser.newPage({
      baseURL: demo.origin,
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
    });
    await page.addInitScript(() => {
      window.print = () => undefined;
    });
    await signIn(page, who);
    const own = routes.filter(
      ({ access, path }) => path !== paths.login && (access === 'prompt' || mayAccess({ role }, access)),
    );
    const walk = { password: who.password, faults: [] as string[], pressed: 0 };
    for (const route of own.filter((_, at) => at % parts === part)) {
      for (const address of known.of(route)) await pressActs(page, address, walk);
    }
    expect(walk.faults).toEqual([]);
    expect(walk.pressed).toBeGreaterThan(20);
    await page.close();
    await demo.close();
  });
}
