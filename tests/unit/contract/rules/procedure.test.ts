import { describe, expect, test } from 'vitest';
import {
  confirmed,
  electricalUnit,
  lacksLimit,
  limitWords,
  measuresAppliedPart,
  outOfLimits,
  proceduresFor,
  remeasured,
  standardLimit,
  toBeSet,
  unconfirmed,
  unmeasuredPart,
  withAppliedPart,
} from '#contract/rules/procedure.ts';
import {
  appliedParts,
  protectionClasses,
  type Answer,
  type ElectricalStep,
  type ReadingStep,
  type Step,
  type TextStep,
  type UsedTester,
} from '#contract/records/procedure.ts';
import {
  adjustedReadings,
  adjustedWords,
  earlierReadings,
  findingsOf,
  isInDate,
  judgeTest,
  testSentence,
} from '#contract/rules/test-result.ts';
import { starterSet, starterTypes, stepsOf } from '#server/procedure/starter/set.ts';

const reading = (more: Partial<ReadingStep> = {}): ReadingStep => ({
  id: 'rate',
  kind: 'reading',
  title: 'Rate',
  detail: '',
  unit: 'bpm',
  nominal: 60,
  lower: 57,
  upper: 63,
  source: 'Manual',
  isConfirmed: true,
  needsTester: true,
  ...more,
});
const earth: ElectricalStep = {
  id: 'earth',
  kind: 'electrical',
  title: 'Earth',
  detail: '',
  method: 'earth-device',
  protectionClass: 'I',
  appliedPart: 'CF',
  nominal: null,
  lower: null,
  upper: 200,
  source: 'IEC 62353',
  isConfirmed: true,
};
const look: Step = { id: 'look', kind: 'look', title: 'Housing', detail: '' };
const photo: TextStep = { id: 'photo', kind: 'photo', title: 'Screen', detail: '', isRequired: true };
const text: TextStep = { id: 'text', kind: 'text', title: 'Software', detail: '', isRequired: true };
const steps: Step[] = [look, reading(), earth];

const answer = (stepId: string, more: Partial<Answer> = {}): Answer => ({
  stepId,
  look: null,
  found: null,
  left: null,
  text: '',
  photos: [],
  ...more,
});
interface Given {
  seen?: Answer['look'];
  rate?: number | null;
  left?: number | null;
  mOhm?: number | null;
}
const answers = ({ seen = 'ok', rate = 60, left = null, mOhm = 90 }: Given = {}) => [
  answer('look', { look: seen }),
  answer('rate', { found: rate, left }),
  answer('earth', { found: mOhm }),
];
const tester = (dueOn: string): UsedTester => ({
  testerId: 't',
  certificateId: 'c',
  name: 'Analyser',
  serialNumber: 'ESA-1',
  certificateNumber: 'N-1',
  dueOn,
});
const on = '2026-11-24';
const good = [tester('2027-01-01')];
const late = [tester('2026-11-23')];
const file = { sha256: 'a'.repeat(64), size: 1, mime: 'image/jpeg' as const, name: '' };

describe('The result of a test', () => {
  test.each([
    ['everything in its limits', answers(), good, '', 'Pass', []],
    ['the same with a limitation', answers(), good, 'On mains only', 'Pass limited', []],
    ['a limitation of blanks', answers(), good, '  ', 'Pass', []],
    ['on its lower limit', answers({ rate: 57 }), good, '', 'Pass', []],
    ['on its upper limit', answers({ rate: 63 }), good, '', 'Pass', []],
    ['below', answers({ rate: 56.9 }), good, '', 'Fail', ['Rate: 56.9 bpm is below 57 bpm.']],
    ['above', answers({ rate: 64 }), good, '', 'Fail', ['Rate: 64 bpm is above 63 bpm.']],
    [
      'above, with a limitation',
      answers({ rate: 64 }),
      good,
      'Adults only',
      'Pass limited',
      ['Rate: 64 bpm is above 63 bpm.'],
    ],
    ['found above and left inside', answers({ rate: 70, left: 60 }), good, '', 'Pass', []],
    [
      'found inside and left above',
      answers({ rate: 60, left: 70 }),
      good,
      '',
      'Fail',
      ['Rate: 70 bpm is above 63 bpm.'],
    ],
    ['only as left', answers({ rate: null, left: 60 }), good, '', 'Pass', []],
    ['zero is a value', answers({ rate: 0 }), good, '', 'Fail', ['Rate: 0 bpm is below 57 bpm.']],
    ['a look that failed', answers({ seen: 'not-ok' }), good, '', 'Fail', ['Housing: not ok.']],
    [
      'a look that failed, limited',
      answers({ seen: 'not-ok' }),
      good,
      'Until repaired',
      'Pass limited',
      ['Housing: not ok.'],
    ],
    ['a look that does not apply', answers({ seen: 'na' }), good, '', 'Pass', []],
    ['a reading that was not taken', answers({ rate: null }), good, '', 'Incomplete', ['Rate: not done.']],
    ['a look without an answer', answers({ seen: null }), good, '', 'Incomplete', ['Housing: not done.']],
    ['electrical safety above', answers({ mOhm: 201 }), good, '', 'Fail', ['Earth: 201 mΩ is above 200 mΩ.']],
    [
      'electrical safety cannot be limited',
      answers({ mOhm: 201 }),
      good,
      'Ward 3 only',
      'Fail',
      ['Earth: 201 mΩ is above 200 mΩ.'],
    ],
    [
      'a tester out of date',
      answers(),
      late,
      '',
      'Incomplete',
      ['Tester out of date: Analyser ESA-1 was due on 23/11/2026.'],
    ],
    [
      'P194 a tester out of date cannot be limited',
      answers(),
      late,
      'Repeat by Friday',
      'Incomplete',
      ['Tester out of date: Analyser ESA-1 was due on 23/11/2026.'],
    ],
    [
      'one of two testers out of date',
      answers(),
      [...good, ...late],
      '',
      'Incomplete',
      ['Tester out of date: Analyser ESA-1 was due on 23/11/2026.'],
    ],
    ['no tester', answers(), [], '', 'Incomplete', ['No tester is selected.']],
    ['P194 no tester cannot be limited', answers(), [], 'Repeat by Friday', 'Incomplete', ['No tester is selected.']],
    [
      'P194 electrical safety that was not measured cannot be limited',
      answers({ mOhm: null }),
      good,
      'Repeat by Friday',
      'Incomplete',
      ['Earth: not done.'],
    ],
    [
      'P212 a fault beside what is missing is a Fail',
      answers({ seen: 'not-ok', mOhm: null }),
      good,
      'On mains only',
      'Fail',
      ['Housing: not ok.', 'Earth: not done.'],
    ],
    [
      'a reading that was not taken, limited',
      answers({ rate: null }),
      good,
      'Without rate control',
      'Pass limited',
      ['Rate: not done.'],
    ],
    [
      'no answer at all',
      [],
      good,
      'Everything',
      'Incomplete',
      ['Housing: not done.', 'Rate: not done.', 'Earth: not done.', 'Nothing was tested.'],
    ],
  ] as const)('%s', (_what, given, testers, limitation, result, words) => {
    const judged = judgeTest({ steps, answers: given, testers, on, limitation });
    expect([judged.result, judged.findings.map((one) => one.words)]).toEqual([result, words]);
  });

  test('P215 values found out of limits and left within them stay a Pass, and both are reported', () => {
    const told = (given: Given) => adjustedWords(adjustedReadings({ steps, answers: answers(given) }));
    expect(told({ rate: 70, left: 60 })).toBe('Rate: found 70 bpm, left 60 bpm');
    for (const given of [
      { rate: 60, left: 61 },
      { rate: 70, left: 69 },
      { rate: 60, left: 70 },
      { rate: 70 },
      { rate: null, left: 60 },
    ])
      expect([given, told(given)]).toEqual([given, '']);
  });

  test('a reading that needs no tester has none', () => {
    const own = [reading({ needsTester: false })];
    expect(
      judgeTest({ steps: own, answers: [answer('rate', { found: 60 })], testers: [], on, limitation: '' }).result,
    ).toBe('Pass');
  });

  test('required photos and texts are reported as missing, optional ones are not', () => {
    const missed = (more: Step[], given: Answer[]) =>
      findingsOf({ steps: [look, ...more], answers: [answer('look', { look: 'ok' }), ...given], testers: [], on }).map(
        ({ words }) => words,
      );
    expect(missed([photo, text], [])).toEqual(['Screen: not done.', 'Software: not done.']);
    expect(missed([photo, text], [answer('photo', { photos: [file] }), answer('text', { text: '4.1' })])).toEqual([]);
    expect(
      missed(
        [
          { ...photo, isRequired: false },
          { ...text, isRequired: false },
        ],
        [],
      ),
    ).toEqual([]);
  });

  test('looks that all do not apply are not a test', () => {
    const judged = judgeTest({
      steps: [look],
      answers: [answer('look', { look: 'na' })],
      testers: [],
      on,
      limitation: 'x',
    });
    expect([judged.result, judged.findings.map(({ words }) => words)]).toEqual(['Incomplete', ['Nothing was tested.']]);
  });
});

test.each([
  [null, null, 5, null],
  [null, 5, 5.1, 'above'],
  [5, null, 4.9, 'below'],
  [-1, 1, -1, null],
  [0, 0, 0, null],
] as const)('limits from %s to %s: %s is %s', (lower, upper, value, side) => {
  expect(outOfLimits({ lower, upper }, value)).toBe(side);
});

test('limits in words', () => {
  expect([
    limitWords(reading()),
    limitWords(reading({ lower: null })),
    limitWords(reading({ upper: null })),
    limitWords(reading({ lower: null, upper: null })),
    limitWords(reading({ unit: '' })),
    limitWords(earth),
  ]).toEqual(['57 to 63 bpm', 'at most 63 bpm', 'at least 57 bpm', 'no limit', '57 to 63', 'at most 200 mΩ']);
});

test('a certificate is valid on its last day, but not on the next', () => {
  expect([isInDate({ dueOn: on }, on), isInDate({ dueOn: on }, '2026-11-25')]).toEqual([true, false]);
});

test.each([
  ['earth-fixed-cord', 'mΩ', [300, 300, 300]],
  ['earth-device', 'mΩ', [200, 200, 200]],
  ['earth-cord', 'mΩ', [100, 100, 100]],
  ['leakage-direct', 'µA', [500, 100, null]],
  ['leakage-differential', 'µA', [500, 100, null]],
  ['leakage-alternative', 'µA', [1000, 500, null]],
] as const)('%s has the limits of IEC 62353 by protection class', (method, unit, limits) => {
  expect(electricalUnit(method)).toBe(unit);
  for (const appliedPart of appliedParts) {
    expect(protectionClasses.map((protectionClass) => standardLimit({ method, protectionClass, appliedPart }))).toEqual(
      limits,
    );
  }
});

test.each(['applied-part-direct', 'applied-part-alternative'] as const)(
  'P216 %s has its limits by applied part',
  (method) => {
    expect(electricalUnit(method)).toBe('µA');
    for (const protectionClass of protectionClasses) {
      expect(
        appliedParts.map((appliedPart) => [appliedPart, standardLimit({ method, protectionClass, appliedPart })]),
      ).toEqual([
        ['none', null],
        ['B', null],
        ['BF', 5000],
        ['CF', 50],
      ]);
    }
  },
);

describe('P167 a value without a limit cannot pass', () => {
  test.each([
    ['electrical, no limit', { ...earth, upper: null }],
    ['electrical, only a lower limit', { ...earth, upper: null, lower: 1 }],
    ['a reading without limits', reading({ lower: null, upper: null })],
  ])('%s', (_what, step) => {
    const judged = judgeTest({
      steps: [look, step],
      answers: [answer('look', { look: 'ok' }), answer(step.id, { found: 9000 })],
      testers: good,
      on,
      limitation: 'Ward 3 only',
    });
    expect([lacksLimit(step), judged.result, judged.findings.map(({ words }) => words)]).toEqual([
      true,
      'Fail',
      [`${step.title}: the procedure has no limit, so this value cannot pass.`],
    ]);
  });

  test.each([reading({ lower: null }), reading({ upper: null }), earth, look, photo])('%j has its limit', (step) => {
    expect(lacksLimit(step)).toBe(false);
  });
});

describe('P242 an applied part that is named but not measured', () => {
  const leakage = (id: string, appliedPart: ElectricalStep['appliedPart']): ElectricalStep => ({
    ...earth,
    id,
    title: 'Device leakage current',
    method: 'leakage-direct',
    appliedPart,
    upper: 500,
  });
  const [bf, cf] = [leakage('bf', 'BF'), leakage('cf', 'CF')];

  test.each<[string, readonly Step[], string | null]>([
    ['CF before BF', [cf, bf], 'cf'],
    ['BF', [look, bf], 'bf'],
    ['none and B have no limit', [leakage('n', 'none'), leakage('b', 'B')], null],
    ['earth resistance names no part', [{ ...earth, appliedPart: 'CF' }], null],
    ['measured', [cf, { ...cf, id: 'p', method: 'applied-part-alternative', upper: 50 }], null],
  ])('%s', (_what, steps, id) => {
    expect(unmeasuredPart(steps)?.id ?? null).toBe(id);
  });

  test('gets a proposed step after it, with an unconfirmed limit', () => {
    const steps = withAppliedPart([look, cf, photo], cf, 'new');
    expect(steps.map(({ id }) => id)).toEqual([look.id, 'cf', 'new', photo.id]);
    const proposed = { title: 'Applied part leakage, direct', upper: 50, source: 'IEC 62353', isConfirmed: false };
    expect(steps[2]).toMatchObject({ ...proposed, appliedPart: 'CF', method: 'applied-part-direct' });
    expect(unmeasuredPart(steps)).toBeNull();
  });

  test('does not occur in the starter set', () => {
    let made = 0;
    const unmeasured = starterSet.filter((one) => unmeasuredPart(stepsOf(one, () => `${(made += 1)}`)) !== null);
    expect(unmeasured.map(({ name }) => name)).toEqual([]);
  });
});

describe('P168 choosing another measurement', () => {
  const named: ElectricalStep = { ...earth, title: 'Earth resistance' };

  test('proposes its limit as unconfirmed, and renames the step', () => {
    expect(remeasured(named, { method: 'leakage-direct' })).toMatchObject({
      title: 'Leakage current, direct',
      upper: 500,
      source: 'IEC 62353',
      isConfirmed: false,
    });
    expect(remeasured({ ...named, upper: 42 }, { method: 'leakage-alternative', protectionClass: 'II' }).upper).toBe(
      500,
    );
  });

  test('keeps a custom name, and a typed limit if only the applied part changes', () => {
    expect(remeasured(earth, { method: 'earth-cord' }).title).toBe('Earth');
    expect(remeasured({ ...named, upper: 150 }, { appliedPart: 'BF' })).toMatchObject({
      upper: 150,
      isConfirmed: false,
    });
  });

  test('P216 replaces a typed limit with that of the other applied part', () => {
    const part = remeasured(named, { method: 'applied-part-direct' });
    expect(part).toMatchObject({ title: 'Applied part leakage, direct', upper: 50, isConfirmed: false });
    const next = remeasured({ ...part, upper: 45, isConfirmed: true }, { appliedPart: 'BF' });
    expect(next).toMatchObject({ title: part.title, upper: 5000, source: 'IEC 62353', isConfirmed: false });
    expect(remeasured(part, { appliedPart: 'none' })).toMatchObject({ upper: null, source: '' });
  });

  test('P216 renames a step of the starter set', () => {
    const starter = { ...earth, title: 'Device leakage current', method: 'leakage-direct' as const };
    expect(remeasured(starter, { protectionClass: 'II' }).title).toBe('Device leakage current');
    expect(remeasured(starter, { method: 'leakage-alternative' }).title).toBe('Leakage current, alternative');
  });

  test('has no limit if the standard gives none, and then names no source', () => {
    const next = remeasured(named, { method: 'leakage-direct', protectionClass: 'internal' });
    expect([next.upper, next.source]).toEqual([null, '']);
  });
});

test('the latest earlier value of each step is found, of this procedure only', () => {
  const record = (procedureId: string, testedOn: string, found: number | null, left: number | null = null) => ({
    procedureId,
    testedOn,
    testedAt: `${testedOn}T08:00:00.000Z`,
    answers: [answer('rate', { found, left })],
  });
  const records = [
    record('p', '2026-05-01', 61, 60),
    record('p', '2025-05-01', 58),
    record('q', '2026-06-01', 99),
    record('p', '2026-07-01', null),
  ];
  expect([...earlierReadings(records, 'p')]).toEqual([['rate', { value: 60, on: '2026-05-01' }]]);
});

test('a task names the test that was done on it', () => {
  expect(testSentence({ procedureName: 'Monitor', version: 3, result: 'Pass limited' })).toBe(
    'Monitor, version 3: Pass limited',
  );
});

test("procedures for a kind of work are sorted: its schedules' own, then the model's, then the equipment type's", () => {
  const procedure = (id: string, more: { equipmentIds?: string[]; modelIds?: string[] } = {}) => {
    return { id, name: id, equipmentIds: [], modelIds: [], ...more };
  };
  const all = [
    procedure('other'),
    procedure('type b', { equipmentIds: ['e'] }),
    procedure('type a', { equipmentIds: ['e'] }),
    procedure('model', { modelIds: ['m'], equipmentIds: ['e'] }),
    procedure('plan'),
  ];
  const device = { modelId: 'm', equipmentId: 'e', plans: [{ type: 'Cal', procedureId: 'plan' }, { type: 'PM' }] };
  const names = (type?: string) => proceduresFor(device, all, type).map(({ name }) => name);
  expect(names()).toEqual(['model', 'type a', 'type b']);
  expect(names('PM')).toEqual(['model', 'type a', 'type b']);
  expect(names('Cal')).toEqual(['plan', 'model', 'type a', 'type b']);
});

test('the source of a limit says that it is to be set until the hospital confirms it', () => {
  const starter = reading({ source: toBeSet, isConfirmed: false });
  expect(confirmed(starter)).toEqual({ ...starter, isConfirmed: true, source: 'Maker’s manual' });
  expect(confirmed(reading({ source: 'Page 12', isConfirmed: false })).source).toBe('Page 12');
});

describe('The starter set', () => {
  let made = 0;
  const all = starterSet.map((starter) => ({ ...starter, all: stepsOf(starter, () => `step-${(made += 1)}`) }));

  test("has the ward's equipment types, each once", () => {
    const names = all.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(20);
  });

  test('each limit is unconfirmed and names its source', () => {
    for (const { all: own } of all) {
      const measured = own.filter((step) => 'isConfirmed' in step);
      expect(unconfirmed(own)).toHaveLength(measured.length);
      expect(measured.every((step) => 'source' in step && step.source !== '')).toBe(true);
      expect(new Set(own.map(({ id }) => id)).size).toBe(own.length);
    }
  });

  test('a detachable mains cord is measured alone, a fixed one with its device', () => {
    const found = all.map(({ name, all: own }) => [
      name,
      own.flatMap((step) => (step.kind === 'electrical' && step.method.startsWith('earth') ? [step.method] : [])),
    ]);
    const limits = all.flatMap(({ all: own }) =>
      own.flatMap((step) => (step.kind === 'electrical' && step.method === 'earth-cord' ? [step.upper] : [])),
    );
    const of = Object.fromEntries(found) as Record<string, string[]>;
    expect(of['Ventilator, half-yearly test']).toEqual(['earth-cord', 'earth-device']);
    expect(of['Electric bed, yearly test']).toEqual(['earth-fixed-cord']);
    expect(of['Weighing scale, yearly test']).toEqual([]);
    expect(new Set(limits)).toEqual(new Set([100]));
  });

  test('P216 measures the applied part where the standard limits it', () => {
    const found = new Map(
      all.map(({ name, all: own }) => [
        name,
        own.flatMap((step) => (step.kind === 'electrical' && measuresAppliedPart(step) ? [step.upper] : [])),
      ]),
    );
    expect([
      found.get('Patient monitor, yearly test'),
      found.get('Ventilator, half-yearly test'),
      found.get('Electric bed, yearly test'),
    ]).toEqual([[50], [5000], []]);
    for (const { name, all: own } of all) {
      const isApplied = own.some((step) => step.kind === 'electrical' && ['BF', 'CF'].includes(step.appliedPart));
      expect([name, found.get(name)?.length]).toEqual([name, isApplied ? 1 : 0]);
    }
  });

  const types = ['Ventilator', 'Patient Monitor', 'Bedside table', 'ICU Bed', 'Infusion Pump', 'Test Bed', 'ESU'].map(
    (name) => ({ id: name, name }),
  );
  test.each([
    ['Ventilator, half-yearly test', ['Ventilator']],
    ['Patient monitor, yearly test', ['Patient Monitor']],
    ['Electric bed, yearly test', ['ICU Bed', 'Test Bed']],
    ['Infusion pump, yearly test', ['Infusion Pump']],
    ['Electrosurgical unit, yearly test', ['ESU']],
  ])('%s is for %j', (name, found) => {
    const starter = starterSet.find((one) => one.name === name);
    expect(starter && starterTypes(starter, types)).toEqual(found);
  });
});
