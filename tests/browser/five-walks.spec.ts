import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, expect, type Page, test } from '@playwright/test';
import type { DeviceRecord, TicketRecord } from '#contract/replica.ts';
import { demoSignIns } from '#server/demo/seed.ts';
import { type CableDemo, openCableDemo } from '#tests/support/cable-demo.ts';
import { dayOfRun, drawByDay } from '#tests/support/day.ts';
import { type Look, looks } from '#tests/support/inspect-screen.ts';
import { drawPhoto } from '#tests/support/photo.ts';
import { callAs, signIn } from '#tests/support/story.ts';
import { walkOffice, walkPlan } from '#tests/support/walks/desk.ts';
import { walkSetUp } from '#tests/support/walks/set-up.ts';
import { walkFault, walkRound, walkTask, type WalkTemplate } from '#tests/support/walks/ward.ts';
import { recordsOf, walkAs } from '#tests/support/walks/walker.ts';

/** Taps that the walks may take at most. Source: issue 14. */
const most = { round: 10, fault: 8, task: 6 };
const roundDevices = 41;

const { phoneDark, phoneLight, tabletDark, tabletLight, deskDark, deskLight } = looks;
/** The window of a walk, another one each day: within three days all of them. */
function looksOf(walk: number): readonly Look[] {
  const worn = walk % 2 === 0 ? [tabletDark, phoneLight, deskDark] : [phoneDark, deskLight, tabletLight];
  return drawByDay(dayOfRun() + walk, worn.length, 1).flatMap((at) => worn[at] ?? []);
}

let demo: CableDemo;
let folder: string;
let photo: string;
let devices: DeviceRecord[];
let templates: WalkTemplate[];
let faultTemplate: WalkTemplate;

async function addTemplate(name: string): Promise<WalkTemplate> {
  const walked = devices.slice(0, roundDevices);
  const serials = walked.map(({ serialNumber }) => ({ serialNumber }));
  const body = { templateName: name, serials };
  const { templateId } = await callAs<{ templateId: string }>(
    demo.origin,
    demoSignIns.hospital,
    'POST',
    '/DailyRound/template',
    body,
  );
  return { id: templateId, name, devices: walked };
}

test.beforeAll(async () => {
  demo = await openCableDemo();
  folder = mkdtempSync(join(tmpdir(), 'ward-walks-'));
  photo = join(folder, 'display.png');
  drawPhoto(photo, 900, 700);
  const place = ({ departmentName, location, serialNumber }: DeviceRecord) =>
    [departmentName, location, serialNumber].join('\n');
  devices = (await recordsOf<DeviceRecord>(demo.origin, 'device'))
    .filter(({ openTicketIds }) => openTicketIds.length === 0)
    .toSorted((a, b) => place(a).localeCompare(place(b)));
  templates = [];
  for (const { name } of looksOf(0)) templates.push(await addTemplate(`Block A round of ${roundDevices}, ${name}`));
  faultTemplate = await addTemplate('Round with a fault');
});
test.afterEach(() => demo.cable.mend());
test.afterAll(async () => {
  await demo?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A person at a window: signed in once, and ready to walk without network. */
async function person(browser: Browser, who: { email: string; password: string }, look: Look): Promise<Page> {
  const { width, height } = look;
  const context = await browser.newContext({
    baseURL: demo.origin,
    viewport: { width, height },
    acceptDownloads: true,
  });
  const page = await context.newPage();
  await signIn(page, who);
  if (who !== demoSignIns.admin) {
    await expect(page.getByRole('button', { name: 'Sync: up to date' })).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText(/Ready for offline work/)).toBeVisible({ timeout: 60_000 });
  }
  return page;
}

test('an engineer walks a round of 41 devices, of which two are not seen', async ({ browser }) => {
  const [first = tabletLight] = looksOf(0);
  const page = await person(browser, demoSignIns.bme, first);
  for (const [at, look] of looksOf(0).entries()) {
    const taps = await walkRound(await walkAs(demo, page, look, 'round'), templates[at] ?? faultTemplate);
    console.log(`a round of ${roundDevices} with two not seen, ${look.name}: ${taps} taps`);
    expect(taps).toBeLessThanOrEqual(most.round);
  }
  await page.context().close();
});

test('an engineer reports a fault from its row with a photo, and closes a task with one', async ({ browser }) => {
  const [first = phoneDark] = looksOf(1);
  const page = await person(browser, demoSignIns.bme, first);
  for (const [at, look] of looksOf(1).entries()) {
    const walker = await walkAs(demo, page, look, 'fault');
    const taps = await walkFault(walker, faultTemplate, { at: 5 + at, photo, problem: `No display, ${look.name}.` });
    console.log(`a fault with ticket and photo, ${look.name}: ${taps} taps`);
    expect(taps).toBeLessThanOrEqual(most.fault);
    const closing = await walkTask(walker, photo);
    console.log(`a task closed with a photo, ${look.name}: ${closing} taps`);
    expect(closing).toBeLessThanOrEqual(most.task);
  }
  await page.context().close();
});

test('a planner filters a month, assigns and moves several tasks, and takes the sheet', async ({ browser }) => {
  const [first = deskLight] = looksOf(2);
  const page = await person(browser, demoSignIns.bme, first);
  const departments = [...new Set(devices.map(({ departmentName }) => departmentName ?? ''))];
  for (const [at, look] of looksOf(2).entries()) {
    const department = departments[at] ?? '';
    const taps = await walkPlan(await walkAs(demo, page, look, 'plan'), { department, ahead: 50 + at });
    console.log(`a month planned, ${look.name}: ${taps} taps`);
  }
  await page.context().close();
});

test('the office sees from the dashboard what is wrong, notes it, and removes a device', async ({ browser }) => {
  const [first = deskLight] = looksOf(3);
  const page = await person(browser, demoSignIns.hospital, first);
  const open = (await recordsOf<TicketRecord>(demo.origin, 'ticket')).filter(({ status }) => status === 'Open');
  for (const [at, look] of looksOf(3).entries()) {
    const [device, ticket] = [devices.at(-1 - at), open[at]];
    if (!device || !ticket) throw new Error('The demo hospital has too little.');
    const taps = await walkOffice(await walkAs(demo, page, look, 'office'), { device, ticket, photo });
    console.log(`an overview with a note and a removal, ${look.name}: ${taps} taps`);
  }
  await page.context().close();
});

test('a new hospital comes to its first round, and nobody signs in as somebody else', async ({ browser }) => {
  const [first = deskLight] = looksOf(4);
  const page = await person(browser, demoSignIns.admin, first);
  for (const look of looksOf(4)) {
    const signIns: string[] = [];
    const taps = await walkSetUp(await walkAs(demo, page, look, 'set-up'), { browser, folder, signIns });
    console.log(`a new hospital to its first round, ${look.name}: ${taps} taps, ${signIns.length} people`);
    expect(new Set(signIns).size).toBe(signIns.length);
    expect(signIns).toHaveLength(3);
  }
  await page.context().close();
});
