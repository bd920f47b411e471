import { expect, test } from 'vitest';
import { buildCertificate, buildTestRows } from '#contract/pages/certificate.ts';
import { certificatePaper } from '#contract/pages/papers/certificate.ts';
import type { Step, UsedTester } from '#contract/records/procedure.ts';
import type { TestRecord } from '#contract/records/test.ts';
import { deviceRecord } from '#tests/support/ward-records.ts';
import { seededSteps } from '#tests/support/test-work.ts';

const record = (more: Partial<TestRecord> = {}): TestRecord => ({
  id: 'test-1',
  deviceId: 'device-1',
  taskId: null,
  procedureId: 'p',
  procedureName: 'Yearly test',
  version: 2,
  result: 'Pass limited',
  findings: ['Rate at 60 bpm: 64 bpm is above 63 bpm.'],
  limitation: 'Adults only',
  answers: [
    { stepId: 'housing', look: 'ok', found: null, left: null, text: 'Dusty', photos: [] },
    { stepId: 'rate', look: null, found: 70, left: 64, text: '', photos: [] },
  ],
  testers: [
    {
      testerId: 't',
      certificateId: 'c',
      name: 'Analyser',
      serialNumber: 'ESA-1',
      certificateNumber: 'N-1',
      dueOn: '2026-11-23',
    },
  ],
  temperature: 22.5,
  humidity: null,
  remarks: '',
  testedAt: '2026-11-24T08:00:00.000Z',
  testedOn: '2026-11-24',
  by: 'Asha Rao',
  nextDueOn: '2027-05-24',
  ticketId: null,
  correctsId: null,
  ...more,
});

test('a certificate shows device, limits, readings, testers, result and next due date', () => {
  const unconfirmed = seededSteps.map((step) => (step.id === 'rate' ? { ...step, isConfirmed: false } : step));
  const page = buildCertificate({ test: record(), steps: unconfirmed, device: deviceRecord(), correctedBy: null });
  const paper = certificatePaper(page, { isWaiting: false });
  const facts = new Map(paper.facts);
  expect([facts.get('Result'), facts.get('Limitation'), facts.get('Temperature'), facts.get('Procedure')]).toEqual([
    'Pass limited',
    // The tester was out of date, which the current rules do not accept.
    'Not in force: Adults only',
    '22.5 °C',
    'Yearly test, version 2',
  ]);
  expect(facts.get('Serial number')).toBe(deviceRecord().serialNumber);
  expect(paper.tables[0]?.rows).toEqual([
    ['1. Housing: Dusty', '', '', '', 'OK'],
    [
      '2. Rate at 60 bpm',
      '57 to 63 bpm · Manual, page 12 · not confirmed',
      '70 bpm',
      '64 bpm',
      '64 bpm is above 63 bpm',
    ],
    [
      '3. Earth resistance (Earth resistance, device without its cord, class I)',
      'at most 200 mΩ · IEC 62353',
      '',
      '',
      'not done',
    ],
    ['4. Screen', '', '', '', ''],
    ['5. Software', '', '', '', ''],
  ]);
  expect(paper.tables[1]?.rows[0]?.[5]).toMatch(/out of date on the day of the test$/);
  expect(paper.legend).toMatch(/^Limits marked “not confirmed”/);
});

test('a value without limits is not called within them', () => {
  const steps = seededSteps.map((step) => (step.id === 'rate' ? { ...step, lower: null, upper: null } : step));
  const [limited, unlimited] = [seededSteps, steps].map((some) => {
    const test = record({ answers: [{ stepId: 'rate', look: null, found: 60, left: null, text: '', photos: [] }] });
    const page = buildCertificate({ test, steps: some, device: deviceRecord(), correctedBy: null });
    return certificatePaper(page, { isWaiting: false }).tables[0]?.rows[1]?.slice(1);
  });
  expect(limited).toEqual(['57 to 63 bpm · Manual, page 12', '60 bpm', '', 'within the limits']);
  expect(unlimited).toEqual(['no limit · Manual, page 12', '60 bpm', '', 'no limit set']);
});

test('a certificate that the server has not received says that its result may change', () => {
  const page = buildCertificate({ test: record(), steps: seededSteps, device: deviceRecord(), correctedBy: null });
  expect(certificatePaper(page, { isWaiting: true }).legend).toBe(
    'Not yet received by the server: the result may still change.',
  );
  expect(certificatePaper(page, { isWaiting: false })).not.toHaveProperty('legend');
});

test('tests are listed latest first, and a corrected one links to its correction', () => {
  const rows = buildTestRows([
    record({ id: 'old', testedAt: '2026-01-01T00:00:00.000Z' }),
    record({ id: 'new', correctsId: 'old' }),
  ]);
  expect(rows.map(({ id, correctsId, correctedBy }) => [id, correctsId, correctedBy])).toEqual([
    ['new', 'old', null],
    ['old', null, 'new'],
  ]);
});

test.each([['the later last'], ['the later first']])('of two corrections the latest is named, with %s', (order) => {
  const rows = [
    record({ id: 'old', testedAt: '2026-01-01T00:00:00.000Z' }),
    record({ id: 'b', testedAt: '2026-01-02T00:00:00.000Z', correctsId: 'old' }),
    record({ id: 'a', testedAt: '2026-01-03T00:00:00.000Z', correctsId: 'old' }),
  ];
  const built = buildTestRows(order === 'the later last' ? rows : rows.toReversed());
  expect(built.find(({ id }) => id === 'old')?.correctedBy).toBe('a');
});

test('a visual check lists its photos beside its verdict', () => {
  const photo = { sha256: 'a'.repeat(64), size: 10, mime: 'image/jpeg' as const, name: 'crack.jpg' };
  const look = {
    stepId: 'housing',
    look: 'not-ok' as const,
    found: null,
    left: null,
    text: '',
    photos: [photo, photo],
  };
  const steps = seededSteps.filter(({ id }) => id === 'housing');
  const facts = { test: record({ answers: [look] }), steps, device: deviceRecord(), correctedBy: null };
  const paper = certificatePaper(buildCertificate(facts), { isWaiting: false });
  expect(paper.tables[0]?.rows[0]?.at(-1)).toBe('Not OK, 2 photos');
});

test('P200 a photo that the tablet could not store is not counted', () => {
  const step = { id: 'label', kind: 'photo' as const, title: 'The label', detail: '', isRequired: true };
  const photo = { sha256: 'a'.repeat(64), size: 10, mime: 'image/jpeg' as const, name: 'label.jpg' };
  const lost = { ...photo, sha256: 'b'.repeat(64), missing: 'no-room' as const };
  const verdicts = [[photo], [photo, lost], [lost], []].map((photos) => {
    const test = record({ answers: [{ stepId: 'label', look: null, found: null, left: null, text: '', photos }] });
    const page = buildCertificate({ test, steps: [step], device: deviceRecord(), correctedBy: null });
    return certificatePaper(page, { isWaiting: false }).tables[0]?.rows[0]?.at(-1);
  });
  expect(verdicts).toEqual(['1 photo', '1 photo, 1 photo not kept', '1 photo not kept', '']);
});

test('P213 a stored Pass that the current rules would refuse says so', () => {
  const testers = record().testers.map((one) => ({ ...one, dueOn: '2027-01-01' }));
  const test = record({ testers, answers: record().answers.map((one) => ({ ...one, left: null, found: 60 })) });
  const facts = (steps: typeof seededSteps) => {
    const page = buildCertificate({ test, steps, device: deviceRecord(), correctedBy: null });
    return certificatePaper(page, { isWaiting: false }).facts.slice(0, 3);
  };
  expect(facts(seededSteps)).toEqual([
    ['Result', 'Pass limited'],
    ['By the current rules', 'Incomplete, no longer a Pass'],
    ['Limitation', 'Not in force: Adults only'],
  ]);
  const unearthed = seededSteps.filter(({ kind }) => kind !== 'electrical');
  expect(facts(unearthed).map(([name]) => name)).not.toContain('By the current rules');
  expect(facts(unearthed)[1]).toEqual(['Limitation', 'Adults only']);
});

test('P216 an applied part has a limit on the certificate only where it was measured', () => {
  const earth = seededSteps.find(({ kind }) => kind === 'electrical');
  const part = { ...earth, id: 'part', method: 'applied-part-direct', title: 'Applied part', upper: 50 } as Step;
  const rowOf = (found: number | null) => {
    const answers = [{ stepId: 'part', look: null, found, left: null, text: '', photos: [] }];
    const page = buildCertificate({
      test: record({ answers }),
      steps: [part],
      device: deviceRecord(),
      correctedBy: null,
    });
    const paper = certificatePaper(page, { isWaiting: false });
    return [paper.tables[0]?.rows[0], new Map(paper.facts).get('Limits')];
  };
  const title = '1. Applied part (Applied part leakage, direct method, class I, applied part CF)';
  expect(rowOf(12)).toEqual([
    [title, 'at most 50 µA · IEC 62353', '12 µA', '', 'within the limits'],
    'Confirmed by the hospital',
  ]);
  expect(rowOf(null)).toEqual([[title, '', '', '', 'not done'], undefined]);
});

test('P215 a certificate names values found out of limits and left within them', () => {
  const answers = record().answers.map((one) => ({
    ...one,
    found: one.found === null ? null : 70,
    left: one.found === null ? null : 60,
  }));
  const adjusted = [{ stepId: 'rate', title: 'Rate', unit: 'bpm', found: 70, left: 60 }];
  const test = record({ result: 'Pass', answers, adjusted });
  const page = buildCertificate({ test, steps: seededSteps, device: deviceRecord(), correctedBy: null });
  const paper = certificatePaper(page, { isWaiting: false });
  expect(new Map(paper.facts).get('Found out of limits')).toBe('Rate: found 70 bpm, left 60 bpm');
  expect(paper.tables[0]?.rows[1]?.slice(2)).toEqual(['70 bpm', '60 bpm', 'adjusted, within the limits as left']);
});

test('P217 a certificate says when, where and how accurately its testers were calibrated', () => {
  const calibration = { laboratory: 'NABL Pune', calibratedOn: '2026-01-04', uncertainty: '±2 %', range: '0 to 10 mA' };
  const rowOf = (more: Partial<UsedTester>) => {
    const test = record({ testers: record().testers.map((one) => ({ ...one, ...more })) });
    const page = buildCertificate({ test, steps: seededSteps, device: deviceRecord(), correctedBy: null });
    return certificatePaper(page, { isWaiting: false }).tables[1]?.rows[0]?.slice(2, 5);
  };
  expect(rowOf({ calibration })).toEqual(['N-1', '4 Jan 2026, NABL Pune', '0 to 10 mA, ±2 %']);
  expect(rowOf({})).toEqual(['N-1', '', '']);
});
