import type { TicketRecord } from '#contract/records/ward.ts';
import { safetyAfterRepair } from '#contract/rules/electrical-repair.ts';
import { ResultBadge } from '#ui/work/result-badge.tsx';
import { ProcedureLinks } from '#ui/work/test-links.tsx';
import { useView } from '#ui/engine/engine-provider.tsx';
import { useNow, useTimeZone, useToday } from '#ui/engine/use-now.ts';
import { paths } from '#ui/paths.ts';
import { ButtonLink } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';

/**
 * Offers the safety test that a device needs after an electrical repair, or shows its result; works without network.
 */
export function SafetyOffer({ ticket }: { ticket: TicketRecord }) {
  const now = useNow();
  const timeZone = useTimeZone();
  const today = useToday();
  const offer = useView(
    (view) =>
      safetyAfterRepair(
        {
          ticket,
          device: view.get('device', ticket.deviceId),
          procedures: view.all('procedure'),
          tasks: view.all('task').filter(({ deviceId }) => deviceId === ticket.deviceId),
          tests: view.all('test').filter(({ deviceId }) => deviceId === ticket.deviceId),
        },
        { now, timeZone },
      ),
    // Recomputed each day, not each minute.
    [ticket, today, timeZone],
  );
  if (!offer) return null;
  const { done, procedures, task } = offer;
  if (done) {
    return (
      <Card title="Safety test after the repair" actions={<ResultBadge result={done.result} />}>
        <ButtonLink to={paths.certificate(done.id)}>Certificate</ButtonLink>
      </Card>
    );
  }
  return (
    <Card title="Safety test after the repair" tone="warn">
      <p className="mb-3">
        This repair may have changed the electrical safety of the device, and the device has safety tests planned. Test
        it before it is used again.
      </p>
      {procedures.length > 0 ? (
        <ProcedureLinks deviceId={ticket.deviceId} taskId={task?.id} procedures={procedures} />
      ) : (
        <p>
          No procedure with electrical safety is assigned to this device.{' '}
          <ButtonLink to={paths.procedures()}>Procedures</ButtonLink>
        </p>
      )}
    </Card>
  );
}
