import type { AnswerOf } from '#contract/define.ts';
import type { Calls } from '#contract/index.ts';
import { errorWords } from '#ui/engine/engine.ts';
import { useOnlineAction } from '#ui/engine/use-online-call.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Button } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { useToast } from '#ui/ui/toast.tsx';

interface ReportsCardProps {
  hospital: AnswerOf<Calls['hospital']>;
  /** Reads the hospital again. */
  onSwitched: () => void;
}

/** Says whether a hospital takes reports from labels, and switches it. Source: docs/product.md P303. */
export function ReportsCard({ hospital: { id, name, takesReports }, onSwitched }: ReportsCardProps) {
  const toast = useToast();
  const action = useOnlineAction('switchHospitalReports');
  const isOn = !takesReports;
  const toggle = async () => {
    await action.run({ params: { id }, body: { isOn } });
    toast({ text: `Fault reports from labels are ${isOn ? 'on' : 'off'} for ${name}.` });
    onSwitched();
  };
  return (
    <Card title="Fault reports from labels">
      <p className="mb-4">
        {takesReports
          ? 'On: anyone can report a fault from the label of a device, without an account.'
          : 'Off: the page behind a label shows the helpline only. The office can switch it on too, and sets the helpline.'}
      </p>
      {action.error && (
        <div className="mb-4">
          <Alert tone="danger">{errorWords(action.error, 'The setting could not be changed.')}</Alert>
        </div>
      )}
      <Button busy={action.busy} onClick={() => void toggle().catch(() => undefined)}>
        {takesReports ? 'Switch off' : 'Switch on'}
      </Button>
    </Card>
  );
}
