import { useState } from 'react';
import { useParams } from 'react-router-dom';
import type { TaskRecord } from '#contract/replica.ts';
import { formatSlashDay } from '#contract/rules/dates-format.ts';
import { isCalibrationTask, taskStatus } from '#contract/rules/task-status.ts';
import { paths } from '#ui/paths.ts';
import { TaskActions } from '#ui/resource/call-actions.tsx';
import { useView } from '#ui/resource/engine-provider.tsx';
import { PriorityBadge, TaskStatusBadge, WaitingBadge } from '#ui/resource/status-badges.tsx';
import { useMomentText, useReplicaAsOf, useToday } from '#ui/resource/use-now.ts';
import { savedOnDeviceText } from '#ui/resource/use-write.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { ButtonLink } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { EmptyState } from '#ui/ui/empty-state.tsx';
import { Facts } from '#ui/ui/facts.tsx';
import { Icon } from '#ui/ui/icons.tsx';
import { PageHeader } from '#ui/ui/page-header.tsx';
import { SkeletonRows } from '#ui/ui/skeleton.tsx';
import { ReportForm } from './report-form.tsx';

const title = 'Outstanding Task Report';
const back = { to: paths.maintenance(), label: 'Maintenance' };

/** The report that closes a task, or keeps it open with what has to be done. */
export function MaintenanceCloseScreen() {
  const { id = '' } = useParams();
  const ready = useView((view) => view.ready);
  const task = useView((view) => view.get('task', id), [id]);
  if (task) return <TaskPage key={task.id} task={task} />;
  return (
    <>
      <PageHeader title={title} back={back} />
      <Card>
        {ready ? (
          <EmptyState
            title="This task is not here."
            icon="wrench"
            action={<ButtonLink {...back}>{back.label}</ButtonLink>}
          >
            It was removed with its warranty or device, or it has not reached this device yet.
          </EmptyState>
        ) : (
          <SkeletonRows rows={4} />
        )}
      </Card>
    </>
  );
}

function TaskPage({ task }: { task: TaskRecord }) {
  const today = useToday();
  const asOf = useReplicaAsOf();
  const device = useView((view) => view.get('device', task.deviceId), [task.deviceId]);
  const waiting = useView((view) => view.isPending('task', task.id), [task.id]);
  const [told, setTold] = useState<string>();
  const [held, setHeld] = useState(false);
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
            {waiting && <WaitingBadge />}
          </span>
        }
      />
      {told !== undefined && (
        <div className="mb-4">
          <Alert
            tone={told === savedOnDeviceText ? 'info' : 'ok'}
            action={<ButtonLink to={paths.maintenance()}>Maintenance</ButtonLink>}
          >
            {told}
          </Alert>
        </div>
      )}
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="space-y-5">
          <Card
            title="Task Details"
            actions={
              device && (
                <ButtonLink variant="ghost" to={paths.equipmentDetails(device.serialNumber)}>
                  Device
                </ButtonLink>
              )
            }
          >
            <Facts
              facts={[
                ['Warranty Number', task.warrantyNumber],
                ['Equipment', device?.equipmentName],
                ['Serial Number', device?.serialNumber],
                ['Task Due Date', formatSlashDay(task.taskDate)],
                ['Calibration Task', isCalibrationTask(task.type)],
                ['Department', device?.departmentName],
              ]}
            />
          </Card>
          {isClosed && !held ? (
            <ClosedTask task={task} />
          ) : (
            told === undefined && (
              <Card title="Report">
                <ReportForm
                  task={task}
                  onHeld={setHeld}
                  onSubmitted={(outcome) =>
                    setTold(outcome === 'received' ? 'Task report submitted successfully!' : savedOnDeviceText)
                  }
                />
              </Card>
            )
          )}
        </div>
        <Card title={isClosed ? 'Technician' : 'Quick Actions'}>
          <p className="flex items-center gap-2 font-medium">
            <Icon name="user" className="text-muted" />
            {task.technicianName ?? 'Not assigned'}
          </p>
          {!isClosed && (
            <div className="mt-3">
              <TaskActions task={task} />
            </div>
          )}
        </Card>
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
            ['Service Report', task.files.map((file) => file.name).join(', ')],
          ]}
        />
        <div>
          <h3 className="text-sm font-semibold">Actions Taken</h3>
          <p className="whitespace-pre-wrap">{task.actionTaken}</p>
        </div>
        {task.notes.map((note) => (
          <div key={`${note.at} ${note.by}`}>
            <h3 className="text-sm font-semibold">
              Note by {note.by}, {moment(note.at)}
            </h3>
            <p className="whitespace-pre-wrap">{note.text}</p>
          </div>
        ))}
      </div>
    </Card>
  );
}
