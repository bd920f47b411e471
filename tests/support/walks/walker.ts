import type { Locator, Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { pressWords } from '../choices.ts';
import type { CableDemo } from '#tests/support/cable-demo.ts';
import { type Look, wear } from '#tests/support/inspect-screen.ts';
import { callAs } from '#tests/support/story.ts';
import { demoSignIns } from '#server/demo/seed.ts';

type Row = Record<string, unknown>;

/** Somebody who walks through the app in one window and theme: counts the taps, and keeps a picture of each step. */
export interface Walker {
  page: Page;
  look: Look;
  demo: CableDemo;
  /** Taps since the last `countFrom`. Typed text is not a tap; a list costs one to open it and one to choose. */
  taps: number;
  countFrom(): void;
  tap(part: Locator): Promise<void>;
  pick(field: Locator, option: string | { label: string } | { index: number }): Promise<void>;
  /** A file of the camera or the disk: one tap. */
  addFile(field: Locator, file: string): Promise<void>;
  /** An act on a row: a button on the desk, behind its menu where rows are cards. */
  act(row: Locator, name: RegExp): Promise<void>;
  shot(step: string): Promise<void>;
  /** Pulls the network out for a step, and puts it back when what was saved has arrived. */
  offline(act: () => Promise<void>): Promise<void>;
}

/** Begins a walk: the window and the theme apply to what is open. */
export async function walkAs(demo: CableDemo, page: Page, look: Look, walk: string): Promise<Walker> {
  await wear(page, look);
  let step = 0;
  const walker: Walker = {
    page,
    look,
    demo,
    taps: 0,
    countFrom: () => {
      walker.taps = 0;
    },
    tap: async (part) => {
      if (await part.evaluate((element) => element.matches('label input'))) await pressWords(part);
      else await part.click();
      walker.taps += 1;
    },
    pick: async (field, option) => {
      await field.selectOption(option);
      walker.taps += 2;
    },
    addFile: async (field, file) => {
      await field.setInputFiles(file);
      walker.taps += 1;
    },
    act: async (row, name) => {
      const menu = row.getByRole('button', { name: /^Actions for/ });
      if (!(await menu.isVisible())) return walker.tap(row.getByRole('button', { name }));
      await walker.tap(menu);
      await walker.tap(page.getByRole('menuitem', { name }));
    },
    shot: async (called) => {
      step += 1;
      const name = `${walk}-${look.name}-${String(step).padStart(2, '0')}-${called}.png`;
      await page.screenshot({ path: test.info().outputPath(name), animations: 'disabled' });
    },
    offline: async (act) => {
      demo.cable.cut();
      try {
        await act();
        // Mended before the app has tried, nothing would have been without network.
        await expect(page.getByRole('button', { name: /^Sync: offline, \d+ waiting/ })).toBeVisible();
      } finally {
        demo.cable.mend();
      }
      await expect(page.getByRole('button', { name: 'Sync: up to date' })).toBeVisible({ timeout: 60_000 });
    },
  };
  return walker;
}

/** All records of a kind that the demo's server holds. */
export async function recordsOf<T = Row>(origin: string, kind: string): Promise<T[]> {
  const path = '/Sync/changes?cursor=0&limit=5000';
  const { rows } = await callAs<{ rows: { kind: string; rows: T[] }[] }>(origin, demoSignIns.bme, 'GET', path);
  return rows.filter((group) => group.kind === kind).flatMap((group) => group.rows);
}

/** The row of a table, or its card on a phone, that says this. */
export const rowOf = (page: Page, words: string | RegExp): Locator =>
  page.getByRole('main').getByRole('row').filter({ hasText: words }).first();
