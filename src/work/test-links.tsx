import type { DeviceRecord, TaskRecord } from '#contract/records/ward.ts';
import type { ProcedureRecord } from '#contract/records/test.ts';
import { counted } from '#contract/rules/counted.ts';
import { lacksLimit, proceduresFor } from '#contract/rules/procedure.ts';
import { useView } from '#ui/engine/engine-provider.tsx';
import { paths, withQuery } from '#ui/paths.ts';
import { ButtonLink } from '#ui/ui/button.tsx';

interface TestLinksProps {
  device: DeviceRecord;
  /** The task that the test is done for. */
  task?: Pick<TaskRecord, 'id' | 'type'>;
}

/** Returns the procedures assigned to a device, with links to their tests. */
export function useProceduresFor(device: DeviceRecord | undefined, type?: TaskRecord['type']) {
  return useView((view) => (device ? proceduresFor(device, view.all('procedure'), type) : []), [device, type]);
}

/** Shows a test button for each procedure of a device. */
export function TestLinks({ device, task }: TestLinksProps) {
  const procedures = useProceduresFor(device, task?.type);
  return <ProcedureLinks deviceId={device.id} taskId={task?.id} procedures={procedures} />;
}

interface ProcedureLinksProps {
  deviceId: string;
  taskId: string | undefined;
  procedures: readonly ProcedureRecord[];
}

/** Shows a test button for each given procedure. */
export function ProcedureLinks({ deviceId, taskId, procedures }: ProcedureLinksProps) {
  return (
    <ul className="space-y-2">
      {procedures.map(({ id, name, steps }) => (
        <li key={id}>
          <ButtonLink wide icon="rounds" to={withQuery(paths.test(deviceId, id), { task: taskId })}>
            <span className="min-w-0 wrap-anywhere">
              {name} ({steps.some(lacksLimit) ? 'limit missing' : counted(steps.length, 'step')})
            </span>
          </ButtonLink>
        </li>
      ))}
    </ul>
  );
}
