import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { deviceLink } from '#contract/rules/qr-link.ts';
import { drawQr } from '#ui/features/device/labels/draw-qr.ts';
import type { Answer, TestResult } from '#contract/records/procedure.ts';
import type { TestRecord } from '#contract/records/test.ts';
import { labelsOfTests, type LoadedVersions, type ResultLabels } from '#ui/features/device/labels/result-labels.ts';
import { deviceRecord } from '#tests/support/ward-records.ts';
import { dueWords, labelTests } from '#ui/features/device/labels/label-test.ts';
import { type Label, type LabelDevice, runLabels } from '#ui/features/device/labels/label-run.ts';
import { loadLabelTokens } from '#ui/features/device/labels/label-tokens.ts';
import { ownLinesOf } from '#ui/features/device/labels/own-lines.ts';
import {
  a4,
  clampPerRow,
  labelKindOf,
  perRowLimits,
  sheetChoiceOf,
  sheetLayout,
  sheetsOf,
  startPlaceOf,
} from '#ui/features/device/labels/sheet-layout.ts';

const devices: LabelDevice[] = Array.from({ length: 50 }, (_device, index) => ({
  id: `device-${index}`,
  serialNumber: `VENT-${index}`,
  equipmentName: 'Ventilator',
}));

/** Free grids from the widest labels to the narrowest. */
const perRowSheets = [1, 3, 10] as const;

/** Renders the shape to pixels, as a reader sees it. */
function pixelsOf({ side, path }: ReturnType<typeof drawQr>, scale: number) {
  const width = side * scale;
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x = '', y = '', run = ''] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row += 1) {
      const from = (row * width + Number(x) * scale) * 4;
      const pixels = Number(run) * scale;
      for (let pixel = 0; pixel < pixels; pixel += 1) data.fill(0, from + pixel * 4, from + pixel * 4 + 3);
    }
  }
  return { data, width, height: width, colorSpace: 'srgb' as const };
}

describe('a QR label', () => {
  beforeAll(async () => {
    const reader = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'));
    const { buffer } = new Uint8Array(readFileSync(reader));
    await prepareZXingModule({ overrides: { wasmBinary: buffer }, fireImmediately: true });
  });

  it.each(['VENT-0012', 'ÄÖ/9 #?%', '8713030-77'])(
    'leads a reader to the device %s of this hospital',
    async (serial) => {
      const link = deviceLink('https://wards.example', serial, 'hospital-1');
      const [read] = await readBarcodes(pixelsOf(drawQr(link), 3), { formats: ['QRCode'], tryDownscale: false });
      expect(read?.text).toBe(link);
      expect(read?.ecLevel).toBe('H');
    },
  );

  it('keeps four empty modules around the code', () => {
    const { side, path } = drawQr('https://wards.example/equipmentdetails/A');
    const spans = [...path.matchAll(/M(\d+) (\d+)h(\d+)/g)].map(([, x, y, run]) => [Number(x), Number(y), Number(run)]);
    for (const [x = 0, y = 0, run = 0] of spans) {
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(4);
      expect(Math.max(x + run, y + 1)).toBeLessThanOrEqual(side - 4);
    }
  });
});

describe('making many labels', () => {
  const shape = { side: 1, path: '' };
  type Draw = Parameters<typeof runLabels>[1]['draw'];
  function start(draw: Draw, stopAfterParts = Infinity) {
    const parts: (readonly Label[])[] = [];
    const stop = new AbortController();
    const finished = runLabels(devices, {
      linkOf: (serialNumber) => deviceLink('https://wards.example', serialNumber, 'hospital-1'),
      draw,
      onPart: (part) => {
        parts.push(part);
        if (parts.length >= stopAfterParts) stop.abort();
      },
      signal: stop.signal,
    });
    return { finished, parts };
  }
  const drawAll: Draw = async (texts) => texts.map((text) => (text === null ? null : shape));

  it('returns them to the screen in small batches, in order', async () => {
    const { finished, parts } = start(drawAll);
    expect(await finished).toBe(true);
    expect(parts.flat().map(({ id }) => id)).toEqual(devices.map(({ id }) => id));
    expect(Math.max(...parts.map((part) => part.length))).toBe(10);
  });

  it('marks a label that cannot be drawn and continues', async () => {
    const { finished, parts } = start(async (texts) => texts.map((text) => (text?.includes('VENT-7?') ? null : shape)));
    expect(await finished).toBe(true);
    expect(parts.flat().filter((label) => label.shape === null)).toMatchObject([{ id: 'device-7' }]);
  });

  it('marks the label of a serial number that does not fit in a link', async () => {
    const parts: Label[] = [];
    await runLabels([{ id: 'odd', serialNumber: '\ud800', equipmentName: 'Ventilator' }], {
      linkOf: (serialNumber) => deviceLink('https://wards.example', serialNumber),
      draw: drawAll,
      onPart: (part) => parts.push(...part),
      signal: new AbortController().signal,
    });
    expect(parts).toMatchObject([{ id: 'odd', shape: null }]);
  });

  it('marks every label if the drawing code cannot be loaded', async () => {
    const { finished, parts } = start(() => Promise.reject(new Error('not here')));
    expect(await finished).toBe(true);
    expect(parts.flat().every((label) => label.shape === null)).toBe(true);
    expect(parts.flat()).toHaveLength(devices.length);
  });

  it('stops when the user cancels and keeps the finished ones', async () => {
    const { finished, parts } = start(drawAll, 2);
    expect(await finished).toBe(false);
    expect(parts.flat()).toHaveLength(20);
  });
});

describe('P311 tokens of labels', () => {
  const ids = Array.from({ length: 250 }, (_id, index) => `device-${index}`);
  const tokensFrom = async (isCut: (question: number) => boolean) => {
    const asked: number[] = [];
    const call = async (_name: string, { query }: { query: { ids: string } }) => {
      const some = query.ids.split(',');
      asked.push(some.length);
      if (isCut(asked.length)) throw new Error('no connection');
      return some.map((deviceId) => ({ deviceId, token: `t-${deviceId}` }));
    };
    const engine = { call } as unknown as Parameters<typeof loadLabelTokens>[0];
    return { tokens: await loadLabelTokens(engine, ids, new AbortController().signal), asked };
  };

  it('are loaded a hundred at a time', async () => {
    const { tokens, asked } = await tokensFrom(() => false);
    expect(asked).toEqual([100, 100, 50]);
    expect([tokens.size, tokens.get('device-249')]).toEqual([250, 't-device-249']);
  });

  it('are omitted if the connection is lost, and labels are made without them', async () => {
    const { tokens, asked } = await tokensFrom((question) => question === 2);
    expect([asked, tokens.size]).toEqual([[100, 100], 100]);
  });
});

describe("P311 a hospital's own lines", () => {
  it('are its second language and its helpline, if set', () => {
    const set = { id: 'reports' as const, isOn: false, helpline: '+91 20 4000 1234', labelLine: 'स्कॅन करा' };
    expect(ownLinesOf(set)).toEqual(['स्कॅन करा', 'Helpline +91\u00a020\u00a04000\u00a01234']);
    expect(ownLinesOf({ ...set, labelLine: '', helpline: '' })).toEqual([]);
    expect(ownLinesOf(undefined)).toEqual([]);
  });

  it.each([...perRowSheets, ...(['24', '40'] as const)])('fit beside serial number and name on %s', (sheet) => {
    const layout =
      typeof sheet === 'number'
        ? sheetLayout('grid', sheet, 'device', 2)
        : sheetLayout(sheet, perRowLimits.usual, 'device', 2);
    const { labelHeight, qrSide, padding, textSize, textBeside, rows } = layout;
    // Serial number and name in two rows each; the second language in two rows and the helpline in one, beside a code.
    const text = textSize * (2 * 1.1 + 2 * 0.85 * 1.1 + (textBeside ? 3 : 4) * 0.8 * 1.3);
    expect(text + (textBeside ? 0 : qrSide) + 2 * padding).toBeLessThanOrEqual(labelHeight);
    expect(rows).toBeGreaterThan(0);
  });
});

describe('a result label', () => {
  const tested = (id: string, procedureId: string, testedAt: string, more: Partial<TestRecord> = {}) =>
    ({
      id,
      procedureId,
      testedAt,
      testedOn: testedAt.slice(0, 10),
      procedureName: procedureId,
      result: 'Pass',
      limitation: '',
      nextDueOn: null,
      correctsId: null,
      ...more,
    }) as TestRecord;

  it('is made for the latest test by each procedure; a corrected one gets none', () => {
    const tests = [
      tested('old', 'safety', '2026-01-01T05:00:00Z'),
      tested('new', 'safety', '2026-02-01T05:00:00Z'),
      tested('wrong', 'calibration', '2026-03-01T05:00:00Z', { result: 'Fail' }),
      tested('right', 'calibration', '2026-03-02T05:00:00Z', { correctsId: 'wrong', result: 'Pass limited' }),
    ];
    expect(labelTests(tests, () => undefined).map(({ id }) => id)).toEqual(['right', 'new']);
    expect(labelTests([], () => undefined)).toEqual([]);
  });

  it('P213, P244 of a stored Pass that the current rules refuse shows their result, without its limitation', () => {
    const old = tested('old', 'safety', '2026-01-01T05:00:00Z', { result: 'Pass limited', limitation: 'Ward 3' });
    const test = { ...old, answers: [], testers: [] };
    const earth = { id: 'earth', kind: 'look' as const, title: 'Earth', detail: '' };
    const label = (result: TestResult, answers: Answer[] = []) =>
      labelTests([{ ...test, result, answers }], () => [earth]).map((one) => [one.result, one.limitation]);
    const ok: Answer = { stepId: 'earth', look: 'ok', found: null, left: null, text: '', photos: [] };
    expect(label('Pass limited', [ok])).toEqual([['Pass limited', 'Ward 3']]);
    expect(label('Pass limited')).toEqual([['Incomplete', '']]);
    // Text that was entered for another result does not permit use of the device.
    expect(label('Fail')).toEqual([['Fail', '']]);
    expect(label('Incomplete')).toEqual([['Incomplete', '']]);
  });

  it('P243 without the steps of its version does not show a stored Pass until the server has sent them', () => {
    const look: Answer = { stepId: 'earth', look: 'ok', found: null, left: null, text: '', photos: [] };
    const facts = { deviceId: 'd', version: 1, answers: [look], testers: [] };
    const tests = [
      tested('pass', 'safety', '2026-01-01T05:00:00Z', facts),
      tested('fail', 'other', '2026-01-01T05:00:00Z', { ...facts, result: 'Fail' }),
    ];
    const view = {
      all: () => tests,
      get: () => ({ version: 2, steps: [] }),
      isPending: () => false,
    } as unknown as Parameters<typeof labelsOfTests>[0];
    const of = (...loaded: [] | [LoadedVersions]) =>
      labelsOfTests(view, [deviceRecord({ id: 'd', serialNumber: 'SN-1' })], ...loaded);
    const resultsOf = ({ labels }: ResultLabels) => labels.map(({ test }) => test?.result).toSorted();
    const here = of();
    expect([resultsOf(here), here.unknown, here.missing]).toEqual([['Fail', null], 1, ['other/1', 'safety/1']]);
    const step = { id: 'earth', kind: 'look' as const, title: 'Earth', detail: '' };
    const known = of(new Map([['safety/1', [step]]]));
    expect([resultsOf(known), known.unknown]).toEqual([['Fail', 'Pass'], 0]);
    expect(dueWords({ result: null, nextDueOn: '2027-05-25' })).toBe('See its certificate');
  });

  it.each([
    ['Pass', '2027-05-25', 'Due 25 May 2027'],
    ['Pass limited', null, 'Due: not planned'],
    ['Fail', null, 'Due: after repair'],
    ['Incomplete', null, 'Due: test not complete'],
  ] as const)('of %s with next due %s says "%s"', (result, nextDueOn, words) => {
    expect(dueWords({ result, nextDueOn })).toBe(words);
  });

  it('P215 is printed with a note of what was found out of limits and adjusted', () => {
    const adjusted = [{ stepId: 'rate', title: 'Rate', unit: 'bpm', found: 70, left: 61 }];
    const test = tested('t', 'safety', '2026-01-01T05:00:00Z', { deviceId: 'd', version: 1, adjusted });
    const view = { all: () => [test], get: () => undefined, isPending: () => false } as unknown as Parameters<
      typeof labelsOfTests
    >[0];
    const labels = labelsOfTests(view, [deviceRecord({ id: 'd', serialNumber: 'SN-1' })]);
    expect(labels.adjusted).toEqual([{ id: 't', words: 'SN-1: Rate: found 70 bpm, left 61 bpm' }]);
  });

  it('P214 names what was overdue and is still open', () => {
    const openTask = { type: 'PM', dueOn: '2026-10-01' };
    const words = 'Overdue: PM due 1 Oct 2026 is still open';
    expect(dueWords({ result: 'Pass', nextDueOn: null, openTask })).toBe(words);
    expect(dueWords({ result: 'Incomplete', nextDueOn: null, openTask })).toBe(words);
    expect(dueWords({ result: 'Fail', nextDueOn: null, openTask })).toBe('Due: after repair');
  });

  it.each([...perRowSheets, ...(['24', '40'] as const)])('fits all of its lines on %s', (sheet) => {
    const layout =
      typeof sheet === 'number' ? sheetLayout('grid', sheet, 'test') : sheetLayout(sheet, perRowLimits.usual, 'test');
    const { labelHeight, qrSide, padding, textSize, textBeside, rows } = layout;
    // Serial number in two lines, result, limitation, test date, overdue work in two lines, procedure.
    const text = textSize * 9.5;
    expect(text + (textBeside ? 0 : qrSide) + 2 * padding).toBeLessThanOrEqual(labelHeight);
    expect(rows).toBeGreaterThan(0);
  });

  it('keeps its kind in the address', () => {
    expect([labelKindOf('test'), labelKindOf('device'), labelKindOf('x')]).toEqual(['test', 'device', 'device']);
  });
});

describe('the sheet of labels', () => {
  it.each([
    ['', 3],
    ['0', 1],
    ['-4', 1],
    ['1', 1],
    ['2.9', 2],
    ['10', 10],
    ['11', 10],
    ['many', 3],
  ])('takes %j QR codes per row for %i', (typed, perRow) => {
    expect(clampPerRow(typed)).toBe(perRow);
  });

  it.each(['24', '40'] as const)('has %s labels on A4', (choice) => {
    const { columns, rows } = sheetLayout(choice, 3);
    expect(columns * rows).toBe(Number(choice));
  });

  const layouts = [
    sheetLayout('24', 3),
    sheetLayout('40', 3),
    ...Array.from({ length: 10 }, (_layout, index) => sheetLayout('grid', index + 1)),
  ];
  it.each(layouts)('of $columns x $rows labels stays on the paper, each code on its label', (layout) => {
    const { left, top, columns, rows, labelWidth, labelHeight, qrSide, padding } = layout;
    expect(left + columns * labelWidth).toBeLessThanOrEqual(a4.width);
    expect(top + rows * labelHeight).toBeLessThanOrEqual(a4.height);
    expect(qrSide + 2 * padding).toBeLessThanOrEqual(Math.min(labelWidth, labelHeight) + 1e-9);
  });

  it('fills labels row by row and leaves the last sheet open', () => {
    const sheets = sheetsOf(devices, sheetLayout('24', 3));
    expect(sheets.map((sheet) => sheet.length)).toEqual([24, 24, 2]);
    expect(sheets.flat().map(({ item }) => item)).toEqual(devices);
  });

  it('begins at the first free label of a half-used sheet, and at the first of the next ones', () => {
    const layout = sheetLayout('24', 3);
    const sheets = sheetsOf(devices, layout, 23);
    expect(sheets.map((sheet) => sheet.map(({ place }) => place))).toEqual([
      [22, 23],
      Array.from({ length: 24 }, (_label, place) => place),
      Array.from({ length: 24 }, (_label, place) => place),
    ]);
    expect(sheetsOf([], layout, 23)).toEqual([]);
    expect(['7', '24', '25', '0', '', 'x', '1.5'].map((text) => startPlaceOf(text, layout))).toEqual([
      7, 24, 1, 1, 1, 1, 1,
    ]);
  });

  it('is the free grid if the address has none', () => {
    expect(['24', '40', '', '39'].map(sheetChoiceOf)).toEqual(['24', '40', 'grid', 'grid']);
  });
});
