import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { formatShortDay } from '#contract/rules/dates-format.ts';
import { addDays, hospitalDay } from '#contract/rules/hospital-day.ts';
import { choose } from '#tests/support/choices.ts';
import { bare, cannotReadText, readTexts } from '#tests/support/print.ts';
import { hospitalWithDevices } from '#tests/support/round-hospital.ts';
import { callAs, createWorld, engineer, openTablet, signIn, type Tablet, type World } from '#tests/support/story.ts';
import { paths, withQuery } from '#ui/paths.ts';

const today = hospitalDay(new Date(), 'Asia/Kolkata');
const limits = { nominal: null, lower: null, upper: null, source: 'IEC 62353', isConfirmed: true };
const steps = [
  { id: 'housing', kind: 'look', title: 'Housing', detail: '' },
  {
    ...limits,
    id: 'rate',
    kind: 'reading',
    title: 'Rate at 60 bpm',
    detail: '',
    unit: 'bpm',
    needsTester: true,
    lower: 57,
    upper: 63,
    source: 'Maker’s manual',
    isConfirmed: false,
  },
  {
    ...limits,
    id: 'part',
    kind: 'electrical',
    title: 'Applied part leakage, direct',
    detail: '',
    method: 'applied-part-direct',
    protectionClass: 'I',
    appliedPart: 'CF',
    upper: 50,
  },
];
const photo = {
  sha256: createHash('sha256').update('photo').digest('hex'),
  size: 5,
  mime: 'image/jpeg',
  name: 'crack.jpg',
};

/** The answers of one test on each device, and what its certificate and its label must say. */
const cases = [
  {
    serial: 'PASS-ADJUSTED',
    answers: [
      { stepId: 'housing', look: 'ok' },
      { stepId: 'rate', found: 70, left: 60 },
      { stepId: 'part', found: 12 },
    ],
    limitation: '',
    label: 'Pass',
    certificate: [
      'Result Pass Limitation',
      'Found out of limits Rate at 60 bpm: found 70 bpm, left 60 bpm',
      '70 bpm 60 bpm adjusted, within the limits as left',
      'at most 50 µA',
    ],
  },
  {
    serial: 'PART-MISSING',
    answers: [
      { stepId: 'housing', look: 'ok' },
      { stepId: 'rate', found: 60 },
    ],
    limitation: 'Adults only',
    label: 'Incomplete',
    certificate: [
      'Result Incomplete',
      'Limitation Not in force: Adults only',
      'Applied part leakage, direct: not done.',
    ],
    absent: ['at most 50 µA', 'Result Pass'],
  },
  {
    serial: 'HOUSING-FAILED',
    answers: [
      { stepId: 'housing', look: 'not-ok', photos: [photo] },
      { stepId: 'rate', found: 60 },
      { stepId: 'part', found: 51 },
    ],
    limitation: 'Adults only',
    label: 'Fail',
    certificate: ['Result Fail', 'Limitation Not in force: Adults only', 'Not OK, 1 photo', '51 µA is above 50 µA'],
    absent: ['Result Pass'],
  },
  {
    serial: 'LIMITED',
    answers: [
      { stepId: 'housing', look: 'not-ok', text: 'Wheel lock worn' },
      { stepId: 'rate', found: 60 },
      { stepId: 'part', found: 12 },
    ],
    limitation: 'Only at fixed places',
    label: 'Pass limited Only at fixed places',
    certificate: ['Result Pass limited', 'Limitation Only at fixed places', 'Wheel lock worn'],
  },
];

let world: World;
let tablet: Tablet;
const tests = new Map<string, string>();

const ask = <T>(method: string, path: string, body?: unknown) => callAs<T>(world.origin, engineer, method, path, body);

test.beforeAll(async () => {
  world = await createWorld();
  const device = { equipment: 'Monitor', make: 'Cardio', model: 'M-3', department: 'Casualty', location: 'Bay 2' };
  const devices = await hospitalWithDevices(
    world,
    'Hospital of Papers',
    cases.map(({ serial }) => ({ ...device, serial })),
  );
  const procedure = await ask<{ id: string }>('POST', '/Procedure', { name: 'Monitor, yearly test', steps });
  const tester = await ask<{ id: string }>('POST', '/Tester', {
    name: 'Safety analyser',
    serialNumber: 'ESA-3',
    certificateNumber: 'NABL-2',
    dueOn: addDays(today, 90),
    laboratory: 'Precision Laboratory, Pune',
    calibratedOn: addDays(today, -200),
    uncertainty: '1.5 %',
    range: '0 to 10 mA',
  });
  const { certificateId } = await ask<{ certificateId: string }>('GET', `/Tester/${tester.id}`);
  for (const { serial, answers, limitation } of cases) {
    const made = await ask<{ id: string }>('POST', '/TestRecord', {
      deviceId: devices.get(serial),
      procedureId: procedure.id,
      version: 1,
      answers,
      limitation,
      testers: [{ testerId: tester.id, certificateId }],
      told: 'Pass',
    });
    tests.set(serial, made.id);
  }
  tablet = await openTablet(world, 'papers');
  await signIn(tablet.page, engineer);
  await expect(tablet.page.getByText(/Ready for offline work/)).toBeVisible();
});
test.afterAll(async () => {
  await tablet?.close();
  await world?.close();
});

/** Prints the page and reads its text back; null if this machine cannot. */
async function print(page: Page, name: string): Promise<string | null> {
  if (cannotReadText !== null) {
    console.log(cannotReadText);
    return null;
  }
  const folder = test.info().outputPath('printed');
  mkdirSync(folder, { recursive: true });
  const pdf = `${folder}/${name}.pdf`;
  await page.pdf({ path: pdf, preferCSSPageSize: true });
  return readTexts(pdf).join('');
}

test('the certificate of each result shows as found and as left, what is missing, and which photos exist', async () => {
  const { page } = tablet;
  for (const { serial, certificate, absent = [] } of cases) {
    await page.goto(paths.certificate(tests.get(serial) ?? ''));
    await expect(page.getByRole('article')).toContainText(serial);
    const text = await print(page, serial);
    if (text === null) return;
    for (const words of certificate) expect(text).toContain(bare(words));
    for (const words of absent) expect(text).not.toContain(bare(words));
    const calibrated = `${formatShortDay(addDays(today, -200))}, Precision Laboratory, Pune`;
    for (const words of [calibrated, '0 to 10 mA, 1.5 %', 'NABL-2']) expect(text).toContain(bare(words));
    expect(text).toMatch(/1of[12]notconfirmedbythehospital/);
  }
});

test('labels show each result, and the screen what was adjusted', async () => {
  const { page } = tablet;
  await page.goto(withQuery(paths.qrPrint(), { labels: 'test' }));
  await choose(page.getByRole('radio', { name: '24 labels' }));
  await page.getByRole('button', { name: `Select all ${cases.length}` }).click();
  await expect(page.getByText('PASS-ADJUSTED: Rate at 60 bpm: found 70 bpm, left 60 bpm')).toBeVisible();
  await page.getByRole('button', { name: /^Generate/ }).click();
  await expect(page.getByText(/labels are ready to print/)).toBeVisible();
  const labels = page.getByRole('list', { name: 'Sheet 1 of 1' }).getByRole('listitem');
  await expect(labels).toHaveCount(cases.length);
  const text = await print(page, 'labels');
  for (const { serial, label } of cases) {
    if (text !== null) expect(text).toContain(bare(`${serial} ${label} Tested ${formatShortDay(today)}`));
  }
});
