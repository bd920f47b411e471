import type { FiguresPage } from '../../calls/figures.ts';
import type { Figure, FigurePart } from '../../rules/figures/figure.ts';
import { amountWords, labelWords, noData, timeUnitOfFigure, valueWords } from '../../rules/figures/figure-words.ts';
import { periodWords } from '../../rules/figures/period.ts';
import { addDays, addMonthsKeepingDay, type LocalDay } from '../../rules/hospital-day.ts';
import type { Paper, PaperColumn, PaperTable } from './paper.ts';

/** Number of months shown before the month of the sheet. */
const monthsBefore = 3;

/** A month of a committee sheet, by its first day; null if the hospital's record begins later. */
export interface SheetMonth {
  from: LocalDay;
  page: FiguresPage | null;
}

/** The months of a sheet (yyyy-MM), the earliest first. */
export function sheetMonths(month: string): string[] {
  return Array.from({ length: monthsBefore + 1 }, (_month, place) =>
    addMonthsKeepingDay(`${month}-01`, place - monthsBefore).slice(0, 7),
  );
}

const ruleColumns: readonly PaperColumn[] = [
  { header: 'Figure', width: 22 },
  { header: 'Rule', width: 78 },
];

/** Builds the sheet for a committee meeting: the figures of a month beside those of the months before. */
export function committeePaper(months: readonly SheetMonth[], asOf: string | null): Paper {
  const last = months.at(-1)?.page;
  const groups = last?.groups ?? [];
  const columns: readonly PaperColumn[] = [
    { header: 'Figure', width: 22 },
    ...months.map(({ from }) => ({ header: monthWords(from), width: 11 })),
    { header: 'Target', width: 9 },
    { header: 'Made of, in the last month', width: 25 },
  ];
  return {
    title: 'Committee Sheet',
    period: last
      ? `${last.period.words}${last.period.isRunning ? ', up to now' : ''}, with the three months before`
      : '',
    facts: [],
    legend: `“${noData}” stands where there is nothing to tell, and for months before the record of the hospital begins.${
      asOf === null ? '' : ` Printed without network: figures as this tablet saw them ${asOf}.`
    }`,
    dividedBy: 'Group',
    isWide: true,
    tables: [
      ...groups.map(({ title, figures }): PaperTable => ({
        title,
        columns,
        empty: '',
        rows: figures.map((figure) => {
          const shown = months.map(({ page }) => figureOf(page, figure.id) ?? { value: null, soFar: null });
          // The row contains the target too.
          const time = timeUnitOfFigure(figure, [...shown, { value: figure.target }]);
          return [
            figure.title,
            ...shown.map(({ value, soFar }) =>
              soFar
                ? `${valueWords(soFar.value, figure.unit, time)} of what was due so far, ${valueWords(value, figure.unit, time)} of the month`
                : valueWords(value, figure.unit, time),
            ),
            figure.target === null ? '' : valueWords(figure.target, figure.unit, time),
            madeOf(figure),
          ];
        }),
      })),
      {
        title: 'What the figures say',
        columns: ruleColumns,
        empty: '',
        rows: groups.flatMap(({ figures }) => figures.map(({ title, rule }) => [title, rule])),
      },
    ],
    questions: [{ title: 'Decisions of the committee', choices: [], lines: 6, isLast: true }],
    signatures: ['Head of biomedical engineering', 'Chair of the committee', 'Medical superintendent'],
  };
}

function figureOf(page: FiguresPage | null, id: Figure['id']): Figure | undefined {
  return page?.groups.flatMap(({ figures }) => figures).find((figure) => figure.id === id);
}

function madeOf({ numerator, denominator, unit }: Figure): string {
  const isSum = unit === 'inr' && denominator?.unit === 'inr';
  const isShare = unit === 'percent' || unit === 'count' || unit === 'hours' || unit === 'inr';
  const relation = isSum ? ' + ' : isShare ? ' of ' : ' / ';
  return [numerator, denominator].flatMap((part) => (part ? [partWords(part)] : [])).join(relation);
}

function partWords(part: FigurePart): string {
  return `${amountWords(part.amount, part.unit)} ${labelWords(part)}`;
}

function monthWords(from: LocalDay): string {
  return periodWords({ from, to: addDays(addMonthsKeepingDay(from, 1), -1) });
}
