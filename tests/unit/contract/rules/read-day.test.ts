import { expect, it } from 'vitest';
import { readDay } from '#contract/rules/read-day.ts';

it.each([
  ['15/03/2019', '2019-03-15'],
  ['15-3-19', '2019-03-15'],
  ['15.03.2019', '2019-03-15'],
  ['4 Mar 2026', '2026-03-04'],
  ['4-Mar-26', '2026-03-04'],
  ['15th March 2019', '2019-03-15'],
  ['15 Mar, 2019', '2019-03-15'],
  ['March 4, 2026', '2026-03-04'],
  ['2026-03-04', '2026-03-04'],
  ['2026/03/04', '2026-03-04'],
  ['2026-03-04T10:00:00.000Z', '2026-03-04'],
  ['04/04/2026', '2026-04-04'],
  [' \u200e१५/०३/२०१९ ', '2019-03-15'],
])('P264: reads the pasted %j as %s', (text, day) => {
  expect(readDay(text)).toEqual({ day });
});

it.each([
  ['03/04/2026', '“03/04/2026” could mean 3 Apr 2026 or 4 Mar 2026. Please enter one of them.'],
  ['3-4-26', '“3-4-26” could mean 3 Apr 2026 or 4 Mar 2026. Please enter one of them.'],
  ['31/02/2026', '“31/02/2026” is not a day.'],
  ['15/15/2026', '“15/15/2026” is not a day.'],
  ['15/03/1850', '“15/03/1850” is not a day between 1950 and 2100.'],
  ['2019', '“2019” is not a date.'],
  ['next week', '“next week” is not a date.'],
  ['Installed by the vendor on 15/03/2019 in ward 4', 'The pasted text is not a date.'],
])('P264: refuses the pasted %j', (text, problem) => {
  expect(readDay(text)).toEqual({ problem });
});
