import type { Locator, Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { pressWords } from '../choices.ts';
import type { CableDemo } from '#tests/support/cable-demo.ts';
import { type Look, wear } from '#tests/support/inspect-screen.ts';
import { callAs } from '#tests/support/story.ts';
import { demoSignIns } from '#server/demo/seed.ts';

type Row = Record<string, unknown>;

/** A simulated user in one window and theme, who counts taps and takes a picture of each step. */
export interface Walker {
  page: Page;
  look: Look;
  demo: CableDemo;
  /** Taps since the last `countFrom`. Typing does not count; a list costs one tap to open and one to choose. */
  taps: number;
  countFrom(): void;
  tap(part: Locator): Promise<void>;
  pick(field: Locator, option: string | { label: string } | { index: number }): Promise<void>;
  /** Adds a file from camera or disk: one tap. */
  addFile(field: Locator, file: string): Promise<void>;
  /** Presses an action of a row: a button on the desktop, in the row's menu on a card. */
  act(row: Locator, name: RegExp): Promise<void>;
  shot(step: string): Promise<void>;
  /** Cuts the network during a step, and restores it; resolves when the saved work has been sent. */
  offline(act: () => Promise<void>): Promise<void>;
}

/** Starts a walk; the window size and theme apply to the open page. */
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
        // If the network came back before the app tried to send, nothing would have happened offline.
        await expect(page.getByRole('button', { name: /^Sync: offline, \d+ waiting/ })).toBeVisible();
      } finally {
        demo.cable.mend();
      }
      await expect(page.getByRole('button', { name: 'Sync: up to date' })).toBeVisible({ timeout: 60_000 });
    },
  };
  return walker;
}

/** Returns all records of a kind on the demo's server. */
export async function recordsOf<T = Row>(origin: string, kind: string): Promise<T[]> {
  const path = '/Sync/changes?cursor=0&limit=5000';
  const { rows } = await callAs<{ rows: { kind: string; rows: T[] }[] }>(origin, demoSignIns.bme, 'GET', path);
  return rows.filter((group) => group.kind === kind).flatMap((group) => group.rows);
}

/** Returns the table row, or the card on a phone, that contains this text. */
export const rowOf = (page: Page, words: string | RegExp): Locator =>
  page.getByRole('main').getByRole('row').filter({ hasText: words }).first();
