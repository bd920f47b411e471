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
 * sensible after each (P272). Acts are read from the screens: a new one is pressed without an entry here. Filled forms are
 * saved in every-form.spec.ts; other acts that need something filled in are in kept-focus.spec.ts.
 */

/** Parts of a hospital's walk: small enough for a busy machine. */
const parts = 12;

interface Walk {
  called: string;
  /** Undefined for visitors, who have no account. */
  role?: Role;
  who?: { email: string; password: string };
  part: number;
  of: number;
  /** Fewer presses than this would mean that no acts were found. */
  least: number;
}

/** Each walk has its own demo hospital, because acts change it. */
const walks: readonly Walk[] = [
  ...Array.from({ length: parts }, (_, part) => ({
    called: 'Hospital',
    role: 'Hospital' as const,
    who: demoSignIns.hospital,
    part,
    of: parts,
    least: 10,
  })),
  { called: 'Admin', role: 'Admin', who: demoSignIns.admin, part: 0, of: 1, least: 20 },
  { called: 'visitor', part: 0, of: 1, least: 4 },
];

for (const { called, role, who, part, of, least } of shareOfDay(walks, 4)) {
  test(`${called}: no action loses the focus, part ${part + 1} of ${of}`, async ({ browser }) => {
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
    if (who) await signIn(page, who);
    const own = routes.filter(
      ({ access, path }) => path !== paths.login && role && (access === 'prompt' || mayAccess({ role }, access)),
    );
    const addresses = role
      ? own.filter((_, at) => at % of === part).flatMap((route) => known.of(route))
      : [`${paths.device(known.serial)}?h=${known.hospitalId}`];
    const walk = { password: who?.password ?? '', faults: [] as string[], pressed: 0 };
    for (const address of addresses) await pressActs(page, address, walk);
    expect(walk.faults).toEqual([]);
    expect(walk.pressed).toBeGreaterThanOrEqual(least);
    await page.close();
    await demo.close();
  });
}
