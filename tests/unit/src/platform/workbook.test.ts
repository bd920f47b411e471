import { read, utils } from '@e965/xlsx';
import { expect, it } from 'vitest';
import { workbook } from '#ui/platform/workbook.ts';

it('keeps texts as text, whatever they begin with; days, times, durations and numbers can be sorted and summed', async () => {
  const hostile = ['=1+1', '+cmd|calc', '-2', '@SUM(A1)', '\t=1', '0012'];
  const blob = workbook(
    'A/list: of [everything]?',
    ['Text', 'Day', 'Count', 'Time', 'Length'],
    [
      ...hostile.map((text) => [
        text,
        { day: '2026-02-28' },
        3,
        { at: '2026-02-28T20:15:40Z' },
        { ms: 26.5 * 3_600_000 },
      ]),
      ['', null, 0],
    ],
    'Asia/Kolkata',
  );
  const book = read(await blob.arrayBuffer(), { cellFormula: true, cellNF: true });
  const sheet = book.Sheets[book.SheetNames[0] ?? ''];
  if (!sheet) throw new Error('No sheet.');
  for (const [index, text] of hostile.entries()) {
    const cell = sheet[utils.encode_cell({ r: index + 1, c: 0 })];
    expect([cell?.t, cell?.v, cell?.f, cell?.z]).toEqual(['s', text, undefined, '@']);
  }
  expect(sheet['B2']).toMatchObject({ t: 'n', z: 'dd/mm/yyyy', w: '28/02/2026' });
  expect(sheet['C2']).toMatchObject({ t: 'n', v: 3 });
  expect(sheet['D2']).toMatchObject({ t: 'n', z: 'dd/mm/yyyy hh:mm', w: '01/03/2026 01:45' });
  expect(sheet['E2']).toMatchObject({ t: 'n', z: '[h]:mm', w: '26:30' });
  expect(utils.sheet_to_json(sheet)).toHaveLength(hostile.length + 1);
});
