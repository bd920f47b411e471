import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import { filePieceBytes } from '#contract/calls/sync.ts';
import { pressWords } from '#tests/support/choices.ts';
import type { Seeded } from '#tests/faults/seeded.ts';
import { drawPhoto } from '#tests/support/photo.ts';
import type { SeededUser } from '#tests/support/seed.ts';
import { goWithin, saveAll } from './in-page.ts';
import type { PhotoPlan, SavedWord, SavePlan } from './in-page.ts';
import { expect } from './patience.ts';
import type { Tablet } from './tablet.ts';
import type { World } from './world.ts';

/** An intended entry; its text contains its mark, so that each effect can be counted. */
export interface Attempt {
  mark: string;
  author: SeededUser;
  /** The app has called it saved, or it was found in the tablet's outbox. */
  saved: boolean;
  /** Made with a screen's form, or with the engine directly. */
  by: 'form' | 'engine';
  /** The app said that the entry could not be saved, so it must not arrive. */
  refused: boolean;
  /** Lost with its tablet's storage, and reported by the tablet. */
  toldLost: boolean;
}

/** Matches marks in texts. */
export const markPattern = /#\d+ [a-z ]+ on T\d+/g;

const savedText = /Saved on this tablet|submitted successfully!/;
/** Kinds of entries saved with the engine, by frequency. */
const engineKinds = ['note', 'note', 'note', 'photo', 'photo', 'report', 'report', 'round', 'close'] as const;
const formKinds = ['report', 'report', 'photo', 'task', 'round'] as const;
/** Share of photos that need more than one chunk. */
const largeShare = 0.04;
/** Entries that a page saves at once, so that a kill hits between them. */
const groupSize = 6;
/** Errors with which a save may fail during faults. */
const understood =
  /Please sign in first|tablet is full|has not started|closed|crashed|destroyed|Timeout|navigat|detached/i;

/** Makes entries of all kinds on the tablets, and remembers what was reported about each. */
export interface Work {
  attempts: Map<string, Attempt>;
  /** Counts the entries that the app has called saved, except those lost with a storage. */
  savedCount(): number;
  hear(word: SavedWord): void;
  /** Plans an entry for the engine. */
  plan(tablet: Tablet, photo?: PhotoPlan['size']): SavePlan;
  /** Makes this many entries in these tabs at once, some through forms; fewer if a kill interrupts. */
  burst(tablet: Tablet, tabs: readonly Page[], count: number): Promise<void>;
}

function photoOf(mark: string, size: number): PhotoPlan {
  const bytes = new Uint8Array(size);
  for (let at = 0, noise = 1; at < size; at += 1) {
    noise = (Math.imul(noise, 1_103_515_245) + 12_345) | 0;
    bytes[at] = noise >>> 16;
  }
  bytes.set([0xff, 0xd8, 0xff, 0xe0]);
  bytes.set(new TextEncoder().encode(mark), 20);
  return { size, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** Creates the work of a campaign; `formShare` of it uses the screens' forms. */
export function createWork(world: World, random: Seeded, formShare: number, onBroken: (what: string) => void): Work {
  const { ward, folder } = world;
  const attempts = new Map<string, Attempt>();
  const today = hospitalDay(new Date(), 'Asia/Kolkata');
  const devices = ward.templates.flatMap((template) => template.devices.map((device) => ({ ...device, template })));
  const [firstNoted, ...closable] = ward.tasks;
  const noted = [firstNoted ?? '', ...closable.splice(0, 40)];
  const picture = join(folder, 'photo.png');
  drawPhoto(picture, 640, 480);
  let made = 0;

  function begin(tablet: Tablet, what: string, by: Attempt['by']): Attempt {
    made += 1;
    const mark = `#${made} ${what} on ${tablet.name}`;
    const attempt = { mark, author: tablet.person, saved: false, by, refused: false, toldLost: false };
    attempts.set(mark, attempt);
    return attempt;
  }

  function plan(tablet: Tablet, photoSize?: number): SavePlan {
    const kind = photoSize === undefined ? random.pick(engineKinds) : 'photo';
    const { mark } = begin(tablet, kind, 'engine');
    const device = random.pick(devices);
    const closing = kind === 'close' ? closable.pop() : undefined;
    if (closing !== undefined) return { mark, call: 'closeTask', body: { taskId: closing, actionTaken: mark } };
    if (kind === 'report') {
      const body = { installationBaseId: device.id, issueType: 'Electrical', priority: 'High' } as const;
      return { mark, call: 'reportTicket', body: { ...body, problemReported: mark, reportedDate: today } };
    }
    if (kind === 'round') {
      const { id: installationBaseId, serialNumber, template } = device;
      const seen = { status: 'Needs Attention', description: mark, date: today } as const;
      const entry = { installationBaseId, serialNumber, ...seen, dailyRoundTemplateId: template.id };
      return { mark, call: 'submitRound', body: [entry] };
    }
    const taskId = random.pick(noted);
    if (kind !== 'photo') return { mark, call: 'addTaskNote', body: { taskId, note: mark } };
    const large = random.chance(largeShare);
    const photo = photoOf(mark, photoSize ?? (large ? filePieceBytes + 5000 : 100 + random.below(40_000)));
    const files = [{ ...photo, mime: 'image/jpeg' as const, name: 'photo.jpg' }];
    return { mark, call: 'addTaskNote', body: { taskId, note: mark, files }, photo };
  }

  /** Checks the screen itself: a toast may still be from the previous form. */
  const saidSaved = (tab: Page) => expect(tab.getByRole('main').getByText(savedText).first()).toBeVisible();

  async function fillReport(tab: Page, mark: string, withPhoto: boolean): Promise<void> {
    await goWithin(tab, `/breakdown/new?serial=${random.pick(devices).serialNumber}`);
    await tab.getByLabel('Problem Reported').fill(mark);
    await tab.getByLabel('Issue Type').selectOption('Electrical');
    await tab.getByLabel('Priority').selectOption('High');
    if (withPhoto) {
      await tab.locator('input[type=file]').first().setInputFiles(picture);
      await expect(tab.getByText('photo.jpg')).toBeVisible();
    }
    await tab.getByRole('button', { name: 'Save', exact: true }).click();
    await tab.waitForURL((url) => url.pathname === '/breakdown');
  }

  async function fillTaskReport(tab: Page, mark: string, taskId: string): Promise<void> {
    await goWithin(tab, `/maintenance-close/${taskId}`);
    await tab.getByLabel('Actions Taken').fill(mark);
    await tab.getByRole('button', { name: 'Submit Task Report' }).click();
    // The app asks before closing work that is planned far ahead.
    const closeNow = tab.getByRole('button', { name: 'Close it now' });
    const saved = tab.getByRole('main').getByText(savedText).first();
    await expect(closeNow.or(saved)).toBeVisible();
    if (await closeNow.isVisible()) await closeNow.click();
    await saidSaved(tab);
  }

  async function fillRound(tab: Page, mark: string): Promise<void> {
    const [serial = ''] = Object.keys(ward.hospital.devices);
    await goWithin(tab, `/daily-rounds/add/${ward.hospital.templateId}`);
    const row = tab.getByRole('row', { name: serial });
    await pressWords(row.getByRole('radio', { name: 'Needs Attention' }));
    await row.getByLabel('Description').fill(mark);
    const rest = tab.getByRole('button', { name: 'Confirm the rest as Operational' });
    if (await rest.isVisible()) await rest.click();
    await tab.getByRole('button', { name: 'Submit Rounds' }).click();
    await saidSaved(tab);
  }

  /** A robot is faster than a screen change: it must not type into the previous screen's form. */
  async function leaveForm(tab: Page): Promise<void> {
    await goWithin(tab, '/daily-rounds');
    await expect(tab.getByRole('heading', { name: 'Daily Rounds', exact: true })).toBeVisible();
  }

  /** Makes one entry through a form; rounds only in the first tab, because two tabs share a round's draft. */
  async function byForm(tablet: Tablet, tab: Page, isFirst: boolean): Promise<void> {
    const wanted = random.pick(formKinds);
    const kind = wanted === 'round' && !isFirst ? 'report' : wanted;
    const taskId = kind === 'task' ? closable.pop() : undefined;
    const attempt = begin(tablet, `${kind} form`, 'form');
    const fill = () => {
      if (kind === 'round') return fillRound(tab, attempt.mark);
      if (taskId !== undefined) return fillTaskReport(tab, attempt.mark, taskId);
      return fillReport(tab, attempt.mark, kind === 'photo');
    };
    const filling = leaveForm(tab).then(fill);
    let isFilling = true;
    const signedOut = tab
      .waitForURL((url) => url.pathname === '/login', { timeout: 0 })
      .then(async () => {
        if (!isFilling) return;
        // A pending fill is still waiting for its fields: the next form must not receive its text.
        await tab.close();
        throw new Error('The tab was signed out, and closed in the middle of a form.');
      });
    signedOut.catch(() => undefined);
    await Promise.race([filling, signedOut]).finally(() => {
      isFilling = false;
    });
    attempt.saved = true;
  }

  async function byEngine(tablet: Tablet, tab: Page, count: number): Promise<void> {
    for (let left = count; left > 0; left -= groupSize) {
      const plans = Array.from({ length: Math.min(groupSize, left) }, () => plan(tablet));
      for (const { mark, why } of await saveAll(tab, plans)) {
        const attempt = attempts.get(mark);
        if (attempt) attempt.refused = true;
        if (!understood.test(why)) onBroken(`${mark} could not be saved: ${why}`);
      }
    }
  }

  /** A tab that dies or is signed out midway ends its part. */
  async function inTab(tablet: Tablet, tab: Page, isFirst: boolean, count: number): Promise<void> {
    try {
      const forms = Array.from({ length: count }).filter(() => random.chance(formShare)).length;
      await byEngine(tablet, tab, count - forms);
      for (let at = 0; at < forms; at += 1) await byForm(tablet, tab, isFirst);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      if (!understood.test(why)) onBroken(`${tablet.name}: ${why}`);
    }
  }

  return {
    attempts,
    savedCount: () => [...attempts.values()].filter(({ saved, toldLost }) => saved && !toldLost).length,
    hear({ mark }) {
      const attempt = attempts.get(mark);
      if (attempt) attempt.saved = true;
    },
    plan,
    async burst(tablet, tabs, count) {
      await Promise.all(tabs.map((tab, at) => inTab(tablet, tab, at === 0, Math.ceil(count / tabs.length))));
    },
  };
}
