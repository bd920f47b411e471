import { Link } from 'react-router-dom';
import { counted } from '#contract/rules/counted.ts';
import type { FiguresPage, FigureTrends } from '#contract/calls/figures.ts';
import type { Figure } from '#contract/rules/figures/figure.ts';
import { figureSpan, isFault } from '#contract/rules/figures/period.ts';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import { LoadProblem } from '#ui/engine/load-problem.tsx';
import { useAsOf, useToday } from '#ui/engine/use-now.ts';
import { type OnlineCall, useOnlineCall } from '#ui/engine/use-online-call.ts';
import { ExportButton } from '#ui/lists/export-button.tsx';
import { paths, withQuery } from '#ui/paths.ts';
import { ButtonLink } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { PageHeader } from '#ui/ui/page-header.tsx';
import { SkeletonRows } from '#ui/ui/skeleton.tsx';
import { FigureFacts } from './figure-parts.tsx';
import { type AskedFigures, linkOf, periodFault, useFigureQuestion } from './figure-question.ts';
import { FigureTrend } from './figure-trend.tsx';
import { NarrowedNotice } from './narrowed-notice.tsx';
import { noData } from '#contract/rules/figures/figure-words.ts';
import { PeriodFields } from './period-fields.tsx';

/** Used until the server reports when the hospital's record begins. */
const longAgo = '1950-01-01';

/** Shows all figures of a period; each links to its rows, months and splits. Source: docs/product.md P88. */
export function FiguresScreen() {
  const { question, ask } = useFigureQuestion();
  const today = useToday();
  const asked = figureSpan(question, today, longAgo);
  const call = useOnlineCall('figures', { query: question }, { enabled: !isFault(asked) });
  const trends = useOnlineCall(
    'figureTrends',
    { query: question },
    { enabled: !isFault(asked) && call.data !== undefined },
  );
  const asOf = useAsOf(call.asOf);
  // Numbers of the previous period must not appear under the new one.
  const data = call.isOther ? undefined : call.data;
  const firstDay = call.data?.period.firstDay ?? longAgo;
  const fault = periodFault(question, today, firstDay, call.error);
  return (
    <>
      <PageHeader
        title="Figures"
        subtitle={data && !fault && periodSubtitle(data.period)}
        asOf={data && asOf}
        actions={
          <>
            <ButtonLink
              icon="print"
              to={withQuery(paths.printCommittee(), { month: monthOf(data?.period, today) })}
              anchor={{ 'aria-label': 'Print committee sheet' }}
            >
              Print
            </ButtonLink>
            <ButtonLink icon="settings" to={paths.figureSettings()}>
              Targets and rules
            </ButtonLink>
          </>
        }
      />
      <PeriodFields question={question} ask={ask} today={today} firstDay={firstDay} fault={fault} />
      {!fault && (
        <Answer
          call={{ ...call, data }}
          trends={trends.isOther ? undefined : trends.data}
          question={question}
          ask={ask}
        />
      )}
    </>
  );
}

/** Returns the month to print: the one shown, or the last month of a longer period that has begun. */
function monthOf(period: FiguresPage['period'] | undefined, today: LocalDay): string | undefined {
  return period && (period.to < today ? period.to : today).slice(0, 7);
}

function periodSubtitle({ words, isRunning }: FiguresPage['period']): string {
  return isRunning ? `${words}, up to now` : words;
}

interface AnswerProps {
  call: OnlineCall<FiguresPage>;
  /** Undefined until it has loaded, and without network. */
  trends: FigureTrends | undefined;
  question: AskedFigures;
  ask: (changes: Partial<AskedFigures>) => void;
}

function Answer({ call, trends, question, ask }: AnswerProps) {
  const { data, error, refreshing } = call;
  return (
    <div className="space-y-6" aria-busy={refreshing}>
      <LoadProblem
        call={call}
        offline={
          data
            ? 'No connection to the server. These are the figures as this tablet last saw them.'
            : 'No connection to the server, and this tablet has not seen these figures yet.'
        }
        failed="The figures could not be loaded."
      />
      {data && <NarrowedNotice narrowed={data.narrowed} ask={ask} />}
      {!data && !error && (
        <Card flush>
          <SkeletonRows rows={6} columns={3} label="Loading figures..." />
        </Card>
      )}
      {data?.groups.map(({ title, figures }) => (
        <div key={title}>
          <h2 className="mb-3 text-xl font-bold">{title}</h2>
          {/* Cards of the last row share its width, so that no group ends with a hole. */}
          <div className="flex flex-wrap gap-4">
            {figures.map((figure) => (
              <FigureCard key={figure.id} figure={figure} trends={trends} question={question} />
            ))}
            {figures.some(({ id }) => id === 'availability') && <UptimeCard uptime={data.uptime} />}
          </div>
        </div>
      ))}
      {data && (
        <ExportButton
          name={`Figures ${data.period.from} to ${data.period.to}`}
          columns={sheetColumns}
          rows={() => data.groups.flatMap(({ title, figures }) => figures.map((figure) => ({ group: title, figure })))}
        />
      )}
    </div>
  );
}

interface FigureCardProps {
  figure: Figure;
  trends: FigureTrends | undefined;
  question: AskedFigures;
}

function FigureCard({ figure, trends, question }: FigureCardProps) {
  return (
    <Card
      title={figure.title}
      className="grow basis-64"
      actions={
        <Link
          to={linkOf(paths.figure(figure.id), question)}
          aria-label={`More about ${figure.title}`}
          className="inline-flex min-h-target items-center font-semibold text-primary-ink underline-offset-4 hover:underline"
        >
          More
        </Link>
      }
    >
      <FigureFacts figure={figure} question={question} trend={<FigureTrend figure={figure} trends={trends} />} />
    </Card>
  );
}

/**
 * Shows the uptime that the documents define, which is the same for every period and split. Source: docs/product.md
 * P26.
 */
function UptimeCard({ uptime }: { uptime: FiguresPage['uptime'] }) {
  return (
    <Card title="Uptime, last 365 days, 24x7" className="grow basis-64">
      <p className={uptime.value === null ? 'text-xl font-semibold text-muted' : 'text-3xl font-bold'}>
        {uptime.value === null ? noData : `${uptime.value.toFixed(2)} %`}
      </p>
      <p className="mt-1 text-sm text-muted">
        The uptime of the dashboard: the mean over all devices in use, whatever the period and the hours above.
      </p>
      <p className="mt-1">
        <Link
          to={paths.devices()}
          className="inline-flex min-h-target items-center text-primary-ink underline underline-offset-4"
        >
          {counted(uptime.devices, 'device')}
        </Link>
      </p>
    </Card>
  );
}

interface SheetRow {
  group: string;
  figure: Figure;
}

const sheetColumns = [
  { header: 'Group', value: ({ group }: SheetRow) => group },
  { header: 'Figure', value: ({ figure }: SheetRow) => figure.title },
  { header: 'Value', value: ({ figure }: SheetRow) => figure.value },
  { header: 'Due so far', value: ({ figure }: SheetRow) => figure.soFar?.value ?? null },
  { header: 'Unit', value: ({ figure }: SheetRow) => figure.unit },
  { header: 'Target', value: ({ figure }: SheetRow) => figure.target },
  { header: 'Numerator', value: ({ figure }: SheetRow) => figure.numerator?.amount ?? null },
  { header: 'Numerator is', value: ({ figure }: SheetRow) => figure.numerator?.label ?? '' },
  { header: 'Denominator', value: ({ figure }: SheetRow) => figure.denominator?.amount ?? null },
  { header: 'Denominator is', value: ({ figure }: SheetRow) => figure.denominator?.label ?? '' },
  { header: 'Rule', value: ({ figure }: SheetRow) => figure.rule },
];
