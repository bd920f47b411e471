import type { DeviceRecord } from '#contract/replica.ts';
import { proceduresFor } from '#contract/rules/procedure.ts';
import { useView } from '#ui/engine/engine-provider.tsx';
import { paths, withQuery } from '#ui/paths.ts';
import { ButtonLink } from '#ui/ui/button.tsx';

interface TestLinksProps {
  device: DeviceRecord;
  /** The task that the test is done for. */
  taskId?: string;
}

/** The procedures that a device is tested by, each as the way into its test; none where none is assigned. */
export function useProceduresFor(device: DeviceRecord | undefined) {
  return useView((view) => (device ? proceduresFor(device, view.all('procedure')) : []), [device]);
}

/** A button for each procedure of a device. */
export function TestLinks({ device, taskId }: TestLinksProps) {
  const procedures = useProceduresFor(device);
  return (
    <ul className="space-y-2">
      {procedures.map(({ id, name, steps }) => (
        <li key={id}>
          <ButtonLink wide icon="rounds" to={withQuery(paths.test(device.id, id), { task: taskId })}>
            <span className="min-w-0 wrap-anywhere">
              {name} ({steps.length === 1 ? '1 step' : `${steps.length} steps`})
            </span>
          </ButtonLink>
        </li>
      ))}
    </ul>
  );
}
