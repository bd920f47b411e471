import { lazy, Suspense, useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { counted, nounOf } from '#contract/rules/counted.ts';
import type { TemplateSummary } from '#contract/calls/round/template.ts';
import { buildRoundList } from '#contract/pages/round-list.ts';
import { orderRounds, roundStage } from '#contract/pages/round-order.ts';
import { paths } from '#ui/paths.ts';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import type { WardView } from '#ui/engine/engine.ts';
import { useView } from '#ui/engine/engine-provider.tsx';
import { useFirstLoad } from '#ui/engine/first-load.ts';
import { useListQuery } from '#ui/lists/list-query.ts';
import { ListScreen } from '#ui/lists/list-screen.tsx';
import { localList } from '#ui/lists/list-state.ts';
import type { RoundProgress } from '#ui/work/round-under-way.ts';
import { WaitingBadge } from '#ui/work/status-badges.tsx';
import { useBegunRounds } from '#ui/work/use-begun-rounds.ts';
import { useMomentText, useReplicaAsOf, useToday } from '#ui/engine/use-now.ts';
import { timeCell } from '#ui/fields/sheet-cells.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Badge } from '#ui/ui/badge.tsx';
import { ButtonLink } from '#ui/ui/button.tsx';
import type { Column } from '#ui/ui/data-table.tsx';
import { MenuButton, type MenuItem } from '#ui/ui/menu-button.tsx';
import { SerialsTip } from './serials-tip.tsx';
import { gatherRoundList } from './gather-round-list.ts';

/** Loaded on demand, so that the rows do not wait for it. */
const DeleteTemplateDialog = lazy(async () => ({
  default: (await import('./delete-template-dialog.tsx')).DeleteTemplateDialog,
}));

interface TemplateRow extends TemplateSummary {
  /** Today's round of this template, if the user has started it on this tablet. */
  begun: RoundProgress | undefined;
  /** A round of this template is on this tablet but not on the server yet. */
  isWaiting: boolean;
}

const rules = { textOf: (row: TemplateRow) => row.templateName };

/** Lists every round template with its devices, what was done and what is still due today. */
export function RoundsListScreen() {
  const query = useListQuery();
  const today = useToday();
  const asOf = useReplicaAsOf();
  const moment = useMomentText();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<TemplateRow | null>(null);
  const all = useView((view) => (view.ready ? rowsOf(view, today) : undefined), [today]);
  const begun = useBegunRounds(today);
  const rows = useMemo(() => {
    const shown = all?.filter(({ templateId }) => !hidden.has(templateId));
    return (
      shown &&
      orderRounds(
        shown.map((row) => ({ ...row, begun: begun?.get(row.templateId) })),
        stageOf,
      )
    );
  }, [all, hidden, begun]);
  const due = rows?.filter((row) => !row.isDoneToday);
  const pending = due?.length ?? 0;
  const isPendingOnly = query.filter('today') === 'pending';
  const load = useFirstLoad();
  return (
    <>
      <ListScreen
        title="Daily Rounds"
        asOf={asOf}
        actions={
          <ButtonLink icon="plus" to={paths.roundTemplateAdd()}>
            Templates
          </ButtonLink>
        }
        searchLabel="Search by template name"
        query={query}
        list={localList(isPendingOnly ? due : rows, query, rules, load)}
        columns={columnsOf(moment, setAsked)}
        dense
        rowKey={(row) => row.templateId}
        rowLink={(row) => paths.roundAdd(row.templateId)}
        rowLabel={(row) => row.templateName}
        counted={['template', 'templates']}
        empty="No templates found."
        emptyIcon="rounds"
        emptyHint="A template lists the devices of one round through the wards."
        emptyAction={
          <ButtonLink variant="primary" icon="plus" to={paths.roundTemplateAdd()}>
            Add a template
          </ButtonLink>
        }
        errorText="Failed to load templates. Please try again later."
      >
        {pending > 0 && <Alert tone="warn">{counted(pending, 'round is', 'rounds are')} pending today.</Alert>}
        {isPendingOnly && <ButtonLink to={paths.rounds()}>Show all templates</ButtonLink>}
      </ListScreen>
      {asked && (
        <Suspense>
          <DeleteTemplateDialog
            template={{ id: asked.templateId, name: asked.templateName }}
            onClose={() => setAsked(null)}
            onDeleted={(id) => setHidden((ids) => new Set([...ids, id]))}
            onRestored={(id) => setHidden((ids) => new Set([...ids].filter((other) => other !== id)))}
          />
        </Suspense>
      )}
    </>
  );
}

function rowsOf(view: WardView, today: LocalDay): Omit<TemplateRow, 'begun'>[] {
  const rows = buildRoundList(gatherRoundList(view, today));
  return rows.map((row) => ({ ...row, isWaiting: view.isPending('template', row.templateId) }));
}

const stageOf = ({ begun, isDoneToday }: TemplateRow) => roundStage({ isBegun: begun !== undefined, isDoneToday });

function columnsOf(moment: (instant: string) => string, onDelete: (row: TemplateRow) => void): Column<TemplateRow>[] {
  const menu = (row: TemplateRow): MenuItem[] => [
    { label: 'Add Round', icon: 'plus', to: paths.roundAdd(row.templateId) },
    { label: 'Edit Template', icon: 'edit', to: paths.roundTemplateEdit(row.templateId) },
    { label: 'Delete Template', icon: 'trash', danger: true, onSelect: () => onDelete(row) },
  ];
  return [
    {
      key: 'name',
      header: 'Template Name',
      value: (row) => row.templateName,
      card: 'title',
    },
    {
      key: 'serials',
      header: 'Serial Numbers',
      value: (row) => row.serials.join(', '),
      card: 'line',
      cell: (row) => <SerialsTip templateName={row.templateName} serials={row.serials} />,
    },
    {
      key: 'completed',
      header: 'Completed Rounds',
      value: (row) => row.completedRoundsCount,
      align: 'end',
      card: 'line',
      cell: (row) => (
        <Link
          to={paths.roundsOfTemplate(row.templateId)}
          aria-label={`${counted(row.completedRoundsCount, 'completed round')} of ${row.templateName}`}
          className="inline-flex min-h-target items-center font-semibold text-primary-ink underline-offset-4 hover:underline"
        >
          {row.completedRoundsCount}
          <span className="whitespace-pre as-table:hidden">
            {` ${nounOf(row.completedRoundsCount, 'completed round')}`}
          </span>
        </Link>
      ),
    },
    {
      key: 'last',
      header: 'Last Round',
      value: (row) => timeCell(row.lastRoundAt),
      card: 'line',
      cell: (row) =>
        row.lastRoundAt === null ? (
          <span className="text-muted">
            <span className="as-card:hidden">Never</span>
            <span className="as-table:hidden">not walked yet</span>
          </span>
        ) : (
          <>
            <span className="as-table:hidden">last </span>
            {moment(row.lastRoundAt)}
          </>
        ),
    },
    {
      key: 'today',
      header: 'Today',
      value: (row) => stageWords(row),
      card: 'badge',
      cell: (row) => (
        <span className="flex flex-wrap gap-1">
          <Badge tone={stageTones[stageOf(row)]}>{stageWords(row)}</Badge>
          {row.isWaiting && <WaitingBadge />}
          {!row.isDoneToday && row.submitBy !== '' && <span className="text-sm text-muted">by {row.submitBy}</span>}
        </span>
      ),
    },
    {
      key: 'start',
      header: 'Start',
      headerHidden: true,
      card: 'more',
      className: 'as-card:mt-1 as-card:grow',
      cell: (row) => <StartButton row={row} />,
    },
    {
      key: 'actions',
      header: 'Actions',
      headerHidden: true,
      align: 'end',
      menu,
      cell: (row) => (
        <MenuButton label={`Actions for ${row.templateName}`} icon="more" iconOnly align="end" items={menu(row)} />
      ),
    },
  ];
}

const stageTones = { begun: 'info', pending: 'warn', done: 'ok' } as const;

function stageWords(row: TemplateRow): string {
  const stage = stageOf(row);
  if (stage === 'begun') return `${row.begun?.answered} of ${row.begun?.total}`;
  return stage === 'done' ? 'Done today' : 'Pending';
}

function StartButton({ row }: { row: TemplateRow }) {
  const stage = stageOf(row);
  const words = stage === 'begun' ? 'Continue' : 'Start round';
  return (
    <ButtonLink
      variant={stage === 'done' ? 'secondary' : 'primary'}
      to={paths.roundAdd(row.templateId)}
      className="w-full whitespace-nowrap @min-[36rem]:w-auto"
      anchor={{ 'aria-label': `${words}: ${row.templateName}` }}
    >
      {words}
    </ButtonLink>
  );
}
