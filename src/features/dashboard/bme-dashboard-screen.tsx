import { Link } from 'react-router-dom';
import { buildSummary } from '#contract/pages/dashboard.ts';
import { counted } from '#contract/rules/counted.ts';
import { affectsPatient } from '#contract/rules/fault-report.ts';
import { formatLongDay } from '#contract/rules/long-day.ts';
import { formatInrWhole } from '#contract/rules/money.ts';
import { paths } from '#ui/paths.ts';
import { useLazyPart } from '#ui/ui/use-lazy-part.ts';
import { useSignedIn, useSyncStatus, useView } from '#ui/engine/engine-provider.tsx';
import { useNow, useReplicaAsOf, useTimeZone, useToday } from '#ui/engine/use-now.ts';
import { useUserName } from '#ui/engine/use-user-name.ts';
import { useRowsRead } from '#ui/engine/use-rows-read.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { ButtonLink } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { cx } from '#ui/ui/class-names.ts';
import { Icon } from '#ui/ui/icons.tsx';
import { PageHeader } from '#ui/ui/page-header.tsx';
import { Skeleton, SkeletonRows } from '#ui/ui/skeleton.tsx';
import { Tile } from '#ui/ui/tile.tsx';
import { toneSoft, toneText } from '#ui/ui/tone.ts';
import { AccountNotices } from './account-notices.tsx';
import { AnswerTiles } from './answer-tiles.tsx';
import { AgreementsEnding } from './agreements-ending.tsx';
import { gatherSummary } from './gather-dashboard.ts';
import { InstallHint } from './install-hint.tsx';
import { OpenTickets } from './open-tickets.tsx';
import { Panel, PanelFailed } from './panel.tsx';
import { PendingRounds } from './pending-rounds.tsx';
import { RoundsSummary } from './rounds-summary.tsx';
import { SmartSuggestions } from './smart-suggestions.tsx';
import { UpcomingMaintenance } from './upcoming-maintenance.tsx';

/** The replica kinds that the dashboard counts. */
const countedKinds = ['device', 'task', 'ticket'] as const;

/**
 * Shows the BME dashboard, computed on the tablet. It begins with the engineer's own work, or with the answer to "are we
 * all right?" for the office. Source: docs/product.md P46 and P321.
 */
export function BmeDashboardScreen() {
  const isHere = useView((view) => view.ready);
  const ready = useRowsRead(countedKinds, isHere);
  const isEngineer = useSignedIn().userRole === 'BME';
  const rounds = (
    <Panel failed="Failed to load daily round status.">
      <PendingRounds />
    </Panel>
  );
  const figures = (
    <Panel failed="Failed to load hospital summary.">
      <AnswerTiles ready={ready} />
      <SummaryCards ready={ready} />
    </Panel>
  );
  return (
    <>
      <InstallHint />
      <Panel failed="Failed to load user information.">
        <Welcome />
      </Panel>
      <div className="space-y-4">
        <ReportsNotice />
        {isEngineer ? rounds : figures}
        {isEngineer ? <OwnWork ready={ready} /> : rounds}
        <FirstHourNotice ready={ready} />
        <Panel failed="Failed to load changes of accounts.">
          <AccountNotices />
        </Panel>
        {isEngineer && figures}
        <QuickActions />
        {ready ? <Panels /> : <NotHereYet isHere={isHere} />}
      </div>
    </>
  );
}

function Welcome() {
  const userName = useUserName();
  const today = useToday();
  const asOf = useReplicaAsOf();
  return <PageHeader title={`Welcome, ${userName}`} subtitle={formatLongDay(today)} asOf={asOf} />;
}

/**
 * Shows a skeleton until the rows are read; before the first download is complete, shows the reason if nothing arrives.
 */
function NotHereYet({ isHere }: { isHere: boolean }) {
  const { offline } = useSyncStatus();
  if (offline && !isHere) {
    return (
      <Alert tone="warn" title="Nothing is on this tablet yet">
        The first download needs the network. It continues automatically when the connection is back.
      </Alert>
    );
  }
  return (
    <Card flush>
      <SkeletonRows rows={6} columns={3} />
    </Card>
  );
}

const myWorkFailed = 'Failed to load your work.';
const loadMyWork = () => import('./my-work.tsx').then(({ MyWork }) => MyWork);

/**
 * Shows engineers what is assigned to them; loaded after the first rows, because the code for those has a size limit.
 */
function OwnWork({ ready }: { ready: boolean }) {
  const { Part: MyWork, failed, retry } = useLazyPart(loadMyWork);
  if (failed) return <PanelFailed text={myWorkFailed} onRetry={retry} />;
  return <Panel failed={myWorkFailed}>{MyWork && ready ? <MyWork /> : <Skeleton className="h-40 w-full" />}</Panel>;
}

/** Says how many fault reports from the wards await a decision. */
function ReportsNotice() {
  const open = useView((view) => view.all('faultReport').filter(({ state }) => state === 'received'));
  if (open.length === 0) return null;
  const tone = open.some(affectsPatient) ? 'danger' : 'warn';
  return (
    <Link
      to={paths.faultReports()}
      className={cx(
        'flex min-h-target items-center gap-3 rounded-control border px-4 py-2 font-bold text-ink',
        toneSoft[tone],
      )}
    >
      <Icon name="bell" className={cx('shrink-0', toneText[tone])} />
      <span className="min-w-0 flex-1 text-ink">
        {counted(open.length, 'new fault report')} from the wards{tone === 'danger' && ': a patient was affected'}
      </span>
      <Icon name="chevron-right" className="shrink-0" />
    </Link>
  );
}

/** Shows the office what to set up next, until the first round. */
function FirstHourNotice({ ready }: { ready: boolean }) {
  const { userRole } = useSignedIn();
  const hasRounds = useView((view) => view.all('template').some((template) => template.lastRoundAt !== null));
  if (userRole !== 'Hospital' || !ready || hasRounds) return null;
  return (
    <Alert
      tone="info"
      title="Your hospital has not done a round yet"
      action={<ButtonLink to={paths.firstHour()}>First hour</ButtonLink>}
    >
      Engineers, templates, labels, tablets: see which steps are done.
    </Alert>
  );
}

function SummaryCards({ ready }: { ready: boolean }) {
  const now = useNow();
  const timeZone = useTimeZone();
  const summary = useView(
    (view) => (ready ? buildSummary(gatherSummary(view, { now, timeZone })) : null),
    [ready, now, timeZone],
  );
  const waiting = <Skeleton className="h-7.5 w-24" />;
  return (
    <div className="grid gap-3 sm:grid-cols-[1fr_1fr_1.35fr]">
      <Tile
        label="Equipments"
        icon="device"
        value={summary?.totalEquipment.toLocaleString('en-IN') ?? waiting}
        to={paths.devices()}
      />
      <Tile
        label="Equipment Uptime"
        icon="chart"
        value={summary ? `${summary.averageUptimePercentage.toFixed(2)}%` : waiting}
        detail="Last 365 days, 24x7"
      />
      <Tile
        label="Maintenance Costs"
        icon="wrench"
        value={summary ? formatInrWhole(summary.totalMaintenanceCost) : waiting}
        detail="All tickets to date"
      />
    </div>
  );
}

function QuickActions() {
  return (
    <nav aria-label="Quick actions" className="grid grid-cols-2 gap-3 sm:flex *:grow *:px-2 *:text-center">
      <ButtonLink icon="device" to={paths.devices()}>
        Installation Base
      </ButtonLink>
      <ButtonLink icon="ticket" to={paths.tickets()}>
        Report Breakdown
      </ButtonLink>
      <ButtonLink icon="shield" to={paths.warranties()}>
        Check Warranties
      </ButtonLink>
      <ButtonLink icon="rounds" to={paths.rounds()}>
        Daily Rounds
      </ButtonLink>
    </nav>
  );
}

function Panels() {
  return (
    <div className="grid items-start gap-4 md:grid-cols-2">
      <div className="min-w-0 space-y-4">
        <Panel failed="Failed to load open tickets.">
          <OpenTickets />
        </Panel>
        <Panel failed="Failed to load upcoming tasks.">
          <UpcomingMaintenance />
        </Panel>
        <Panel failed="Failed to load contracts.">
          <AgreementsEnding />
        </Panel>
      </div>
      <div className="min-w-0 space-y-4">
        <Panel failed="Failed to load smart suggestions.">
          <SmartSuggestions />
        </Panel>
        <Panel failed="Failed to load daily rounds chart.">
          <RoundsSummary />
        </Panel>
      </div>
    </div>
  );
}
