import type { ComponentProps } from 'react';
import { Link, useParams } from 'react-router-dom';
import { counted } from '#contract/rules/counted.ts';
import type { FigureDetail } from '#contract/calls/figures.ts';
import { type Figure, figureIds } from '#contract/rules/figures/figure.ts';
import { figureSpan, isFault } from '#contract/rules/figures/period.ts';
import { LoadProblem } from '#ui/engine/load-problem.tsx';
import { useAsOf, useToday } from '#ui/engine/use-now.ts';
import { useOnlineCall } from '#ui/engine/use-online-call.ts';
import { paths } from '#ui/paths.ts';
import { ButtonLink } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { type Column, DataTable } from '#ui/ui/data-table.tsx';
import { EmptyState } from '#ui/ui/empty-state.tsx';
import { PageHeader } from '#ui/ui/page-header.tsx';
import { useRecordTitle } from '#ui/ui/record-title.ts';
import { SkeletonRows } from '#ui/ui/skeleton.tsx';
import { FigureFacts, rowsLink } from './figure-parts.tsx';
import { type AskedFigures, linkOf, periodFault, useFigureQuestion } from './figure-question.ts';
import { amountWords, hoursText, noData, timeUnitOf } from '#contract/rules/figures/figure-words.ts';
import { SplitCard } from './figure-split.tsx';
import { rowsWords } from './figure-words.ts';
import { MonthsCard } from './months-card.tsx';
import { NarrowedNotice } from './narrowed-notice.tsx';
import { PeriodFields } from './period-fields.tsx';

const longAgo = '1950-01-01';

/** Shows one figure: its parts, its months, and its split by department, type, model, vendor or risk. */
export function FigureScreen() {
  const { figure: name } = useParams();
  const id = figureIds.find((each) => each === name);
  const { question, ask } = useFigureQuestion();
  const back = {
    to: linkOf(paths.figures(), { ...question, ...(question.value === undefined && { split: undefined }) }),
    label: 'Figures',
  };
  if (id === undefined) {
    return (
      <>
        <PageHeader title="Figures" back={back} />
        <Card>
          <EmptyState
            title="Figure not found."
            icon="chart"
            action={<ButtonLink to={paths.figures()}>Figures</ButtonLink>}
          />
        </Card>
      </>
    );
  }
  return <KnownFigure key={id} id={id} question={question} ask={ask} back={back} />;
}

interface KnownFigureProps {
  id: Figure['id'];
  question: AskedFigures;
  ask: (changes: Partial<AskedFigures>) => void;
  back: ComponentProps<typeof PageHeader>['back'] & {};
}

function KnownFigure({ id, question, ask, back }: KnownFigureProps) {
  const today = useToday();
  const isAsked = !isFault(figureSpan(question, today, longAgo));
  const call = useOnlineCall('figureDetail', { query: { ...question, figure: id } }, { enabled: isAsked });
  const { data, error } = call;
  useRecordTitle(data?.figure.title);
  const asOf = useAsOf(call.asOf);
  const firstDay = data?.period.firstDay ?? longAgo;
  const fault = periodFault(question, today, firstDay, error);
  const isPeriod = fault === null;
  // Numbers that answer another question must not appear under this one; another split changes only its table.
  const span = figureSpan(question, today, firstDay);
  const isShown = data !== undefined && (!call.isOther || isOfFigures(data, span, question));
  return (
    <>
      <PageHeader
        title={data?.figure.title ?? 'Figure'}
        subtitle={isPeriod && isShown && data.period.words}
        asOf={isShown ? asOf : undefined}
        back={back}
      />
      <PeriodFields question={question} ask={ask} today={today} firstDay={firstDay} fault={fault} />
      {error && isPeriod && (
        <div className="mb-4">
          <LoadProblem
            call={call}
            offline={data && 'No connection to the server. This is the figure as this tablet last saw it.'}
            failed="The figure could not be loaded."
          />
        </div>
      )}
      {isPeriod && isShown && <Detail detail={data} question={question} ask={ask} isSplitLoading={call.isOther} />}
      {isPeriod && !isShown && !error && (
        <Card flush>
          <SkeletonRows rows={6} columns={3} label="Loading the figure..." />
        </Card>
      )}
    </>
  );
}

/** Returns whether an answer has this period and these filters, whatever its split. */
function isOfFigures(
  { period, narrowed }: FigureDetail,
  span: ReturnType<typeof figureSpan>,
  { value }: AskedFigures,
): boolean {
  return (
    !isFault(span) && period.from === span.from && period.to === span.to && narrowed === null && value === undefined
  );
}

function Detail({ detail, question, ask, isSplitLoading }: ComponentProps<typeof SplitCard>) {
  const { figure, narrowed } = detail;
  return (
    <div className="space-y-5">
      <NarrowedNotice narrowed={narrowed} ask={ask} />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Card>
          <FigureFacts figure={figure} question={question} />
          {figure.parts.length > 0 && (
            <ul className="mt-3 border-t border-line pt-2">
              {figure.parts.map((part) => (
                <li key={part.set} className="flex items-center justify-between gap-3">
                  <Link
                    to={rowsLink(figure.id, part.set, question)}
                    className="inline-flex min-h-target items-center text-primary-ink underline underline-offset-4"
                  >
                    {part.label}
                  </Link>
                  <span className="text-right">
                    {amountWords(part.amount, part.unit)}
                    {part.unit === 'hours' && ' h'}
                    {rowsWords(part) && <span className="text-muted"> · {rowsWords(part)}</span>}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </Card>
        <MonthsCard figure={figure} months={detail.months} />
      </div>
      {figure.lines.length > 0 && <LinesCard figure={figure} question={question} />}
      {narrowed === null && <SplitCard detail={detail} question={question} ask={ask} isSplitLoading={isSplitLoading} />}
    </div>
  );
}

/** Shows medians and 90th percentiles by priority. */
function LinesCard({ figure, question }: { figure: Figure; question: AskedFigures }) {
  return (
    <Card title="By priority" flush>
      <DataTable
        caption={`${figure.title} by priority`}
        columns={lineColumns(figure, question)}
        rows={figure.lines}
        rowKey={(line) => line.set}
      />
    </Card>
  );
}

type Line = Figure['lines'][number];

function lineColumns(figure: Figure, question: AskedFigures): Column<Line>[] {
  const unit = timeUnitOf(figure.lines.flatMap(({ median, p90 }) => [median, p90]));
  const text = (hours: number | null) => (hours === null ? noData : hoursText(hours, unit));
  return [
    {
      key: 'label',
      header: 'Priority',
      value: (line) => line.label,
      wideOnCard: true,
      cell: (line) => <strong>{line.label}</strong>,
    },
    { key: 'median', header: 'Median', align: 'end', value: (line) => text(line.median) },
    { key: 'p90', header: '90th percentile', align: 'end', value: (line) => text(line.p90) },
    {
      key: 'rows',
      header: 'Tickets',
      align: 'end',
      value: (line) => line.rows,
      cell: (line) => (
        <Link
          to={rowsLink(figure.id, line.set, question)}
          aria-label={`${counted(line.rows, 'ticket')}, ${line.label}`}
          className="inline-flex min-h-target min-w-target items-center text-primary-ink as-table:justify-end underline underline-offset-4"
        >
          {line.rows.toLocaleString('en-IN')}
        </Link>
      ),
    },
  ];
}
