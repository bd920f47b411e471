import type { DeviceRecord } from '#contract/records/ward.ts';
import { formatSlashDay, formatShortDay } from '#contract/rules/dates-format.ts';
import { plannedDays, sourceOfPlan } from '#contract/rules/device-plan.ts';
import type { DevicePlan } from '#contract/records/plan.ts';
import { addDays } from '#contract/rules/hospital-day.ts';
import { horizonOf } from '#contract/rules/plan.ts';
import { intervalWords } from '#contract/rules/plan-words.ts';
import { taskNames } from '#contract/rules/task-status.ts';
import { useToday } from '#ui/engine/use-now.ts';
import { paths, withQuery } from '#ui/paths.ts';
import { Badge } from '#ui/ui/badge.tsx';
import { ButtonLink } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { EmptyState } from '#ui/ui/empty-state.tsx';

/** Upcoming days shown per plan. */
const namedDays = 3;

/** Lists recurring work on a device, from the replica, so also without network. Source: docs/product.md P82. */
export function DeviceSchedules({ device }: { device: DeviceRecord }) {
  const today = useToday();
  // A plan counted from the last time stays listed while its work is still due, even after its end.
  const plans = (device.plans ?? []).filter(
    ({ until, isFloating }) => until === undefined || until >= today || isFloating === true,
  );
  const add = (
    <ButtonLink to={withQuery(paths.scheduleCreate(), { device: device.id })} variant="primary" icon="plus">
      Add schedule
    </ButtonLink>
  );
  return (
    <Card flush title="Schedules" actions={add}>
      {plans.length === 0 ? (
        <EmptyState icon="calendar" title="Nothing is planned for this device.">
          A schedule repeats work: PM, calibration, safety test or inspection.
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {plans.map((plan) => (
            <PlanRow
              key={`${plan.scheduleId ?? plan.warranty ?? ''} ${plan.type}`}
              plan={plan}
              deviceId={device.id}
              today={today}
            />
          ))}
        </ul>
      )}
      <p className="border-t border-line px-4 py-3 text-sm text-muted">
        Tasks are created up to {formatSlashDay(horizonOf(today))}. Later ones follow automatically.
      </p>
    </Card>
  );
}

function PlanRow({ plan, deviceId, today }: { plan: DevicePlan; deviceId: string; today: string }) {
  const next = plannedDays(plan, { from: today, to: plan.until ?? addDays(horizonOf(today), farDays) }).slice(
    0,
    namedDays,
  );
  const isOverdue = plan.isFloating === true && plan.from < today;
  const name = plan.title ?? taskNames[plan.type];
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">
          {name}, {intervalWords(plan)}
          {plan.isFloating && ' after it was done'}
        </p>
        <p className="text-sm text-muted wrap-anywhere">{detailsOf(plan)}</p>
        <p className="text-sm">
          {next.length > 0
            ? `Due ${next.map(formatShortDay).join(', ')}`
            : isOverdue
              ? `Overdue since ${formatShortDay(plan.from)}`
              : 'No further tasks are planned.'}
        </p>
      </div>
      <Source plan={plan} deviceId={deviceId} name={name} />
    </li>
  );
}

/** Intervals of several years have their next day beyond the horizon. */
const farDays = 366 * 10;

const ofWhat = { model: 'for all devices of the model', type: 'for all devices of this type' };

function detailsOf(plan: DevicePlan): string {
  const parts = [
    ...(plan.title === undefined ? [] : [taskNames[plan.type]]),
    ...(plan.of === undefined ? [] : [ofWhat[plan.of]]),
    plan.by === undefined ? (plan.warranty === undefined ? 'in-house' : 'by the warranty') : `by ${plan.by}`,
    ...(plan.until === undefined ? [] : [`until ${formatSlashDay(plan.until)}`]),
  ];
  return parts.join(' · ');
}

/** Links to where the plan is changed: plans from a warranty or the installation are changed there. */
function Source({ plan, deviceId, name }: { plan: DevicePlan; deviceId: string; name: string }) {
  const source = sourceOfPlan(plan);
  if (plan.scheduleId !== undefined) {
    return (
      <ButtonLink to={paths.scheduleEdit(plan.scheduleId)} icon="edit" anchor={{ 'aria-label': `Edit ${name}` }}>
        Edit
      </ButtonLink>
    );
  }
  return source === 'warranty' ? (
    <span className="flex flex-wrap items-center gap-2">
      <Badge tone="info">From warranty {plan.warranty}</Badge>
      <ButtonLink to={withQuery(paths.warranties(), { search: plan.warranty })} icon="shield">
        Warranty
      </ButtonLink>
    </span>
  ) : (
    <span className="flex flex-wrap items-center gap-2">
      <Badge tone="info">From the installation</Badge>
      <ButtonLink to={paths.deviceEdit(deviceId)} icon="device">
        Installation
      </ButtonLink>
    </span>
  );
}
