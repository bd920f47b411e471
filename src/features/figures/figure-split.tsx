import type { ReactNode } from 'react';
import type { FigureDetail } from '#contract/calls/figures.ts';
import type { Figure } from '#contract/rules/figures/figure.ts';
import { noData, timeUnitOfFigure, valueWords } from '#contract/rules/figures/figure-words.ts';
import { ExportButton } from '#ui/lists/export-button.tsx';
import { paths } from '#ui/paths.ts';
import { Card } from '#ui/ui/card.tsx';
import { type Column, DataTable } from '#ui/ui/data-table.tsx';
import { SelectField } from '#ui/ui/select-field.tsx';
import { SkeletonRows } from '#ui/ui/skeleton.tsx';
import { PartLink } from './figure-parts.tsx';
import { type AskedFigures, linkOf, splitLabels } from './figure-question.ts';

interface SplitCardProps {
  detail: FigureDetail;
  question: AskedFigures;
  ask: (changes: Partial<AskedFigures>) => void;
  /** The values of the chosen split are still loading. */
  isSplitLoading: boolean;
}

/** Lists the figure by the values of a split; each links to all figures of that value. */
export function SplitCard({ detail, question, ask, isSplitLoading }: SplitCardProps) {
  const { figure, period } = detail;
  const { split } = question;
  const isAwaited = isSplitLoading && split !== undefined;
  const splits = isSplitLoading ? [] : detail.splits;
  const columns = splitColumns(figure, question, splits);
  return (
    <Card title="Compare" flush={splits.length > 0}>
      <div className={splits.length > 0 ? 'p-4' : ''}>
        <SelectField
          label="Split by"
          value={split ?? ''}
          placeholder="Choose what to compare"
          options={Object.entries(splitLabels).map(([value, label]) => ({ value, label }))}
          onChange={(event) => ask({ split: event.target.value as AskedFigures['split'] })}
          className="max-w-80"
        />
        {split && !isAwaited && splits.length === 0 && <p className="mt-3 text-muted">{noData} for this split.</p>}
        {isAwaited && <SkeletonRows rows={4} columns={3} label="Loading the comparison..." />}
      </div>
      {split && splits.length > 0 && (
        <>
          <DataTable
            caption={`${figure.title} by ${splitLabels[split].toLowerCase()}`}
            columns={columns}
            rows={splits}
            rowKey={(row) => row.key}
            rowLabel={(row) => row.label}
            rowLink={(row) => linkOf(paths.figures(), { ...question, value: row.key })}
          />
          <div className="p-4">
            <ExportButton
              name={`${figure.title} by ${splitLabels[split].toLowerCase()} ${period.from} to ${period.to}`}
              columns={columns}
              rows={() => splits}
            />
          </div>
        </>
      )}
    </Card>
  );
}

type Row = FigureDetail['splits'][number];

function splitColumns(figure: Figure, question: AskedFigures, rows: readonly Row[]): Column<Row>[] {
  const time = timeUnitOfFigure(figure, rows);
  const { split } = question;
  const part = (of: Row['numerator'], row: Row): ReactNode =>
    of && <PartLink figure={figure} part={of} question={{ ...question, value: row.key }} inTable />;
  return [
    {
      key: 'label',
      header: split ? splitLabels[split] : 'Part',
      card: 'title',
      value: (row) => row.label,
    },
    {
      key: 'value',
      header: figure.title,
      align: 'end',
      card: 'badge',
      value: (row) => row.value,
      cell: (row) => <span className="font-semibold">{valueWords(row.value, figure.unit, time)}</span>,
    },
    {
      key: 'numerator',
      header: sentenceCase(figure.numerator?.label ?? ''),
      align: 'end',
      card: 'line',
      value: (row) => row.numerator?.amount ?? null,
      cell: (row) => part(row.numerator, row),
    },
    {
      key: 'denominator',
      header: sentenceCase(figure.denominator?.label ?? ''),
      align: 'end',
      card: 'line',
      value: (row) => row.denominator?.amount ?? null,
      cell: (row) => part(row.denominator, row),
    },
  ];
}

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
