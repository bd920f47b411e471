import type { ReactNode } from 'react';
import { formatLongDay } from '#contract/rules/dates-format.ts';
import { formatInrWhole } from '#contract/rules/money.ts';
import { paths } from '#ui/paths.ts';
import { useSignedIn, useSyncStatus, useView } from '#ui/resource/engine-provider.tsx';
import { useNow, useReplicaAsOf, useTimeZone, useToday } from '#ui/resource/use-now.ts';
import { useOnlineCall } from '#ui/resource/use-online-call.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { ButtonLink } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { Icon } from '#ui/ui/icons.tsx';
import { PageHeader } from '#ui/ui/page-header.tsx';
import { Skeleton, SkeletonRows } from '#ui/ui/skeleton.tsx';
import { Tile } from '#ui/ui/tile.tsx';
import { pendingTemplates, suggestionsOf, summaryOf } from './dashboard-data.ts';
import { OpenTickets } from './open-tickets.tsx';
import { Panel } from './panel.tsx';
import { RoundsSummary } from './rounds-summary.tsx';
import { UpcomingMaintenance } from './upcoming-maintenance.tsx';

/** The BME dashboard: all that the ward needs to know today, computed on the device. Source: document 1. */
export function BmeDashboardScreen() {
  const ready = useView((view) => view.ready);
  return (
    <>
      <Panel failed="Failed to load user information.">
        <Welcome />
      </Panel>
      <div className="space-y-5">
        <Panel failed="Failed to load daily round status.">
          <PendingRounds />
        </Panel>
        <Panel failed="Failed to load hospital summary.">
          <SummaryCards ready={ready} />
        </Panel>
        <QuickActions />
        {ready ? <Panels /> : <NotHereYet />}
      </div>
    </>
  );
}

function Welcome() {
  const { userName } = useSignedIn();
  const today = useToday();
  const asOf = useReplicaAsOf();
  return <PageHeader title={`Welcome, ${userName}`} subtitle={formatLongDay(today)} asOf={asOf} />;
}

/** Before the first download is complete: the shape of what comes, or why nothing does. */
function NotHereYet() {
  const { offline } = useSyncStatus();
  if (offline) {
    return (
      <Alert tone="warn" title="Nothing is on this device yet">
        The first download needs the network. It goes on by itself when the connection is back.
      </Alert>
    );
  }
  return (
    <Card flush>
      <SkeletonRows rows={6} columns={3} />
    </Card>
  );
}

/** Names that fit a phone's banner; the rest is counted. */
const namedRounds = 3;

function pendingWords(names: readonly string[]): string {
  const more = names.length - namedRounds;
  return more > 0 ? `${names.slice(0, namedRounds).join(', ')} and ${more} more` : names.join(', ');
}

function PendingRounds() {
  const today = useToday();
  const pending = useView((view) => pendingTemplates(view, today), [today]);
  const [only, ...others] = pending;
  if (!only) return null;
  return (
    <Alert
      tone="warn"
      title="Daily Round for today is pending!"
      action={
        <ButtonLink
          variant="primary"
          icon="rounds"
          to={others.length === 0 ? paths.roundAdd(only.id) : paths.dailyRounds()}
        >
          Start round
        </ButtonLink>
      }
    >
      {pendingWords(pending.map(({ name }) => name))}
    </Alert>
  );
}

function SummaryCards({ ready }: { ready: boolean }) {
  const now = useNow();
  const timeZone = useTimeZone();
  const summary = useView((view) => summaryOf(view, { now, timeZone }), [now, timeZone]);
  const value = (text: ReactNode) => (ready ? text : <Skeleton className="h-7 w-24" />);
  return (
    <div className="grid gap-3 sm:grid-cols-[1fr_1fr_1.35fr] sm:gap-4">
      <Tile
        label="Equipments"
        icon="device"
        value={value(summary.totalEquipment.toLocaleString('en-IN'))}
        to={paths.installationBase()}
      />
      <Tile label="Equipment Uptime" icon="chart" value={value(`${summary.averageUptimePercentage.toFixed(2)}%`)} />
      <Tile label="Maintenance Costs" icon="wrench" value={value(formatInrWhole(summary.totalMaintenanceCost))} />
    </div>
  );
}

function QuickActions() {
  return (
    <nav aria-label="Quick actions" className="grid grid-cols-2 gap-3 sm:grid-cols-4 *:px-2 *:text-center">
      <ButtonLink icon="device" to={paths.installationBase()}>
        Installation Base
      </ButtonLink>
      <ButtonLink icon="ticket" to={paths.breakdowns()}>
        Report Breakdown
      </ButtonLink>
      <ButtonLink icon="shield" to={paths.warranties()}>
        Check Warranties
      </ButtonLink>
      <ButtonLink icon="rounds" to={paths.dailyRounds()}>
        Daily Rounds
      </ButtonLink>
    </nav>
  );
}

function Panels() {
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <div className="min-w-0 space-y-5">
        <Panel failed="Failed to load open tickets.">
          <OpenTickets />
        </Panel>
        <Panel failed="Failed to load daily rounds chart.">
          <RoundsSummary />
        </Panel>
      </div>
      <div className="min-w-0 space-y-5">
        <Panel failed="Failed to load upcoming tasks.">
          <UpcomingMaintenance />
        </Panel>
        <Panel failed="Failed to load smart suggestions.">
          <SmartSuggestions />
        </Panel>
      </div>
    </div>
  );
}

/** The server's suggestions where it answers, since it knows every past round; else what the device can tell. */
function SmartSuggestions() {
  const now = useNow();
  const today = useToday();
  const timeZone = useTimeZone();
  const own = useView((view) => suggestionsOf(view, today, { now, timeZone }), [now, today, timeZone]);
  const { data } = useOnlineCall('dashboardSuggestions');
  const lines = data ?? own;
  return (
    <Card title="Smart Suggestions">
      {lines.length === 0 ? (
        <p className="text-muted">No new suggestions.</p>
      ) : (
        <ul className="space-y-2.5">
          {lines.map((line) => (
            <li key={line} className="flex items-start gap-2.5">
              <Icon name="info" className="mt-0.5 text-info" />
              <span className="min-w-0 wrap-anywhere">{line}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
