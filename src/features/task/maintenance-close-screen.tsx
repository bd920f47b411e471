import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { deviceOf, type TaskRecord } from '#contract/replica.ts';
import { formatSlashDay } from '#contract/rules/dates-format.ts';
import { isCalibrationTask, taskStatus } from '#contract/rules/task-status.ts';
import { notesOf } from '#contract/rules/work-events.ts';
import { paths } from '#ui/paths.ts';
import { TaskActions } from '#ui/care/call-actions.tsx';
import { TestLinks, useProceduresFor } from '#ui/care/test-links.tsx';
import { AttachedFiles } from '#ui/care/attached-files.tsx';
import { DeviceFactsCard, LongFact, TechnicianCard, ToldNotice } from '#ui/care/call-parts.tsx';
import { useView } from '#ui/engine/engine-provider.tsx';
import { ReplicaRecord } from '#ui/engine/replica-record.tsx';
import { EscalatedBadge, PriorityBadge, TaskStatusBadge, WaitingBadge } from '#ui/care/status-badges.tsx';
import { useMomentText, useReplicaAsOf, useToday } from '#ui/engine/use-now.ts';
import { savedOnTabletText } from '#ui/engine/use-write.ts';
import { ButtonLink } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { Facts } from '#ui/ui/facts.tsx';
import { PageHeader } from '#ui/ui/page-header.tsx';
import { useKeptAddress } from '#ui/ui/kept-queries.ts';
import { ReportForm } from './report-form.tsx';

const title = 'Outstanding Task Report';
const back = { to: paths.maintenance(), label: 'Maintenance' };

/** The report that closes a task, or keeps it open with what has to be done. */
export function MaintenanceCloseScreen() {
  const { id = '' } = useParams();
  const task = useView((view) => view.get('task', id), [id]);
  return (
    <ReplicaRecord
      record={task}
      title={title}
      back={back}
      icon="wrench"
      gone="This task is not here."
      goneHint="It was removed with its warranty or device, or it has not reached this device yet."
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
  const isTested = useProceduresFor(own).length > 0;
  const [told, setTold] = useState<string>();
  const [held, setHeld] = useState(false);
  const addressOf = useKeptAddress();
  const isClosed = task.closedAt !== null;
  return (
    <>
      <PageHeader
        title={title}
        back={back}
        asOf={asOf}
        subtitle={
          <span className="flex flex-wrap gap-2">
            <TaskStatusBadge status={taskStatus({ ...task, today })} />
            <PriorityBadge priority={task.priority} />
            {task.escalatedAt !== null && <EscalatedBadge />}
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
              ['Task Due Date', formatSlashDay(task.taskDate)],
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
              <TestLinks device={own} taskId={task.id} />
            </Card>
          )}
          {isClosed && !held ? (
            <ClosedTask task={task} />
          ) : (
            told === undefined && (
              <Card title="Report">
                <ReportForm
                  task={task}
                  onHeld={setHeld}
                  onSubmitted={(outcome) =>
                    setTold(outcome === 'received' ? 'Task report submitted successfully!' : savedOnTabletText)
                  }
                />
              </Card>
            )
          )}
        </div>
        <TechnicianCard title={isClosed ? 'Technician' : 'Quick Actions'} name={task.technicianName}>
          {!isClosed && <TaskActions task={task} />}
        </TechnicianCard>
      </div>
    </>
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
