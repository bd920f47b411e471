import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { deviceOf, type TaskRecord } from '#contract/records/ward.ts';
import { formatSlashDay } from '#contract/rules/dates-format.ts';
import { dueDay, isCalibrationTask, isOpenTask, taskNames, taskStatus } from '#contract/rules/task-status.ts';
import { eventSentence, isCorrectable, notesOf, orderEvents } from '#contract/rules/work-events.ts';
import { paths } from '#ui/paths.ts';
import { TaskActions } from '#ui/work/call-actions.tsx';
import { TestLinks, useProceduresFor } from '#ui/work/test-links.tsx';
import { AttachedFiles } from '#ui/work/attached-files.tsx';
import { DeviceFactsCard, LongFact, TechnicianCard, ToldNotice } from '#ui/work/call-parts.tsx';
import { useView } from '#ui/engine/engine-provider.tsx';
import { ReplicaRecord } from '#ui/engine/replica-record.tsx';
import { CorrectTimeButton } from '#ui/work/correct-time.tsx';
import { TaskNoteButton } from '#ui/work/note-dialog.tsx';
import { EventTimeline } from '#ui/work/event-timeline.tsx';
import { AttemptedBadge } from '#ui/work/delay-badges.tsx';
import { EscalatedBadge, PriorityBadge, TaskStatusBadge, WaitingBadge } from '#ui/work/status-badges.tsx';
import { useMomentText, useReplicaAsOf, useToday } from '#ui/engine/use-now.ts';
import type { Told } from '#ui/engine/use-write.ts';
import { ButtonLink } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { Facts } from '#ui/ui/facts.tsx';
import { PageHeader } from '#ui/ui/page-header.tsx';
import { useRecordTitle } from '#ui/ui/record-title.ts';
import { useKeptAddress } from '#ui/ui/kept-queries.ts';
import { ReportForm } from './report-form.tsx';
import { TaskActs } from './task-acts.tsx';

const title = 'Outstanding Task Report';
const back = { to: paths.maintenance(), label: 'Maintenance' };

/** Shows the report that closes a task, or keeps it open with the action required. */
export function MaintenanceCloseScreen() {
  const { id = '' } = useParams();
  const task = useView((view) => view.get('task', id), [id]);
  return (
    <ReplicaRecord
      record={task}
      title={title}
      back={back}
      icon="wrench"
      gone="Task not found."
      goneHint="It may have been removed with its warranty or device, or this tablet has not downloaded it yet."
      failed="An unknown error occurred!"
    >
      {(found) => <TaskPage key={found.id} task={found} />}
    </ReplicaRecord>
  );
}

function TaskPage({ task }: { task: TaskRecord }) {
  const today = useToday();
  const asOf = useReplicaAsOf();
  const device = useView((view) => deviceOf(view, task), [task]);
  const waiting = useView((view) => view.isPending('task', task.id), [task.id]);
  const own = useView((view) => view.get('device', task.deviceId), [task.deviceId]);
  const isTested = useProceduresFor(own, task.type).length > 0;
  useRecordTitle(device && `${device.equipmentName} ${device.serialNumber}`);
  const [told, setTold] = useState<Told>();
  const [held, setHeld] = useState(false);
  const addressOf = useKeptAddress();
  const isClosed = task.closedAt !== null;
  const isEnded = !isOpenTask(task);
  return (
    <>
      <PageHeader
        title={title}
        back={back}
        asOf={asOf}
        subtitle={
          <span className="flex flex-wrap items-center gap-2">
            <strong className="text-ink">{taskNames[task.type]}</strong>
            <TaskStatusBadge status={taskStatus({ ...task, today })} />
            <PriorityBadge priority={task.priority} />
            {task.escalatedAt !== null && <EscalatedBadge />}
            {task.attempt && !isEnded && <AttemptedBadge reason={task.attempt.reason} />}
            {waiting && <WaitingBadge />}
          </span>
        }
      />
      <ToldNotice told={told} action={<ButtonLink to={addressOf(paths.maintenance())}>Maintenance</ButtonLink>} />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="space-y-5">
          <DeviceFactsCard
            title="Task Details"
            deviceId={task.deviceId}
            device={device}
            facts={[
              ['Warranty Number', task.warrantyNumber],
              ['Equipment', device?.equipmentName],
              ['Serial Number', device?.serialNumber],
              ['Task Due Date', formatSlashDay(dueDay(task))],
              ...(task.dueOn === null ? [] : ([['Next Try', formatSlashDay(task.taskDate)]] as const)),
              ['Calibration Task', isCalibrationTask(task.type)],
              ['Department', device?.departmentName],
              ...(task.retiredDevice ? ([['Status', 'Retired']] as const) : []),
            ]}
          />
          {task.files.length > 0 && !held && (
            <Card title="Service Report" flush>
              <AttachedFiles files={task.files} />
            </Card>
          )}
          {!isClosed && own && isTested && told === undefined && (
            <Card title="Test by procedure">
              <p className="mb-3 text-muted">A test that passes closes this task.</p>
              <TestLinks device={own} task={task} />
            </Card>
          )}
          {isClosed && !held ? (
            <ClosedTask task={task} />
          ) : task.cancelledAt !== null && !held ? (
            <CancelledTask task={task} />
          ) : (
            told === undefined && (
              <Card title="Report">
                <ReportForm task={task} onHeld={setHeld} onSubmitted={setTold} />
              </Card>
            )
          )}
        </div>
        <div className="space-y-5">
          <TechnicianCard title={isEnded ? 'Technician' : 'Quick Actions'} name={task.technicianName}>
            <div className="space-y-3">
              {!isEnded && (
                <div>
                  <TaskActions task={task} />
                  <TaskActs task={task} />
                </div>
              )}
              <TaskNoteButton task={task} />
            </div>
          </TechnicianCard>
          {task.events.length > 0 && <EventTimeline steps={stepsOf(task)} correctionOf={correctionOf(task)} />}
        </div>
      </div>
    </>
  );
}

const stepsOf = (task: TaskRecord) =>
  orderEvents(task.events).map((event) => ({
    id: event.id,
    at: event.at,
    ...(event.tabletTime && { tabletTime: event.tabletTime }),
    text: eventSentence(event, 'staff'),
  }));

/** Returns what renders the correction of an event's estimated time. */
function correctionOf(task: TaskRecord) {
  return (eventId: string) => {
    const event = task.events.find((one) => one.id === eventId);
    return event && isCorrectable(event) && <CorrectTimeButton call="correctTaskTime" id={task.id} event={event} />;
  };
}

function CancelledTask({ task }: { task: TaskRecord }) {
  const moment = useMomentText();
  const cancelled = task.events.findLast(({ kind }) => kind === 'cancelled');
  const reason = cancelled?.kind === 'cancelled' ? cancelled.data.reason : '';
  return (
    <Card title="Cancelled">
      <div className="space-y-4">
        <Facts
          facts={[
            ['Cancelled', task.cancelledAt === null ? '' : moment(task.cancelledAt)],
            ['Cancelled By', cancelled?.by],
          ]}
        />
        <LongFact name="Reason" text={reason} />
      </div>
    </Card>
  );
}

function ClosedTask({ task }: { task: TaskRecord }) {
  const moment = useMomentText();
  return (
    <Card title="Closed" tone="ok">
      <div className="space-y-4">
        <Facts
          facts={[
            ['Closed', task.closedAt === null ? '' : moment(task.closedAt)],
            ['Closed By', task.closedBy],
          ]}
        />
        <LongFact name="Actions Taken" text={task.actionTaken} />
        {notesOf(task.events).map(({ id, at, by, data }) => (
          <LongFact
            key={id}
            name={by === null ? `Note, ${moment(at)}` : `Note by ${by}, ${moment(at)}`}
            text={data.text}
          />
        ))}
      </div>
    </Card>
  );
}
