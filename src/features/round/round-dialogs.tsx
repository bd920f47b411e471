import { ConfirmDialog } from '#ui/ui/confirm-dialog.tsx';
import { AddDeviceDialog } from './add-device-dialog.tsx';
import { RoundScanDialog } from './round-scan-dialog.tsx';
import { UnansweredDialog } from './unanswered-dialog.tsx';
import type { RoundActs } from './use-round-acts.ts';
import type { Round } from './use-round.ts';

interface RoundDialogsProps {
  round: Round;
  acts: RoundActs;
  templateName: string;
}

/** Shows the dialogs of a round in progress, one at a time. */
export function RoundDialogs({ round: { ordered, open }, acts, templateName }: RoundDialogsProps) {
  const { dialog } = acts;
  const camera = dialog?.name === 'scan' ? dialog : null;
  const stranger = dialog?.name === 'stranger' || dialog?.name === 'scan' ? dialog.stranger : null;
  return (
    <>
      <RoundScanDialog
        open={camera !== null}
        hit={camera?.hit ?? null}
        answered={ordered.length - open.length}
        total={ordered.length}
        paused={stranger !== null}
        onClose={acts.close}
        onScan={acts.take}
      />
      <AddDeviceDialog open={dialog?.name === 'add'} onClose={acts.close} onChoose={acts.add} onScan={acts.takeAdded} />
      <UnansweredDialog
        open={dialog?.name === 'unanswered'}
        devices={ordered.filter(({ id }) => open.includes(id))}
        onBack={(deviceId = open[0]) => {
          acts.close();
          if (deviceId !== undefined) acts.focusRow(deviceId);
        }}
        onConfirmRest={() => acts.answerRest({ do: 'confirm-rest', deviceIds: open, at: new Date().toISOString() })}
        onNotSeen={(reasons) => acts.answerRest({ do: 'not-seen', reasons })}
      />
      <ConfirmDialog
        open={dialog?.name === 'start-again'}
        title="Start again"
        confirmLabel="Start again"
        danger
        onConfirm={() => void acts.startAgain()}
        onCancel={acts.close}
      >
        What you recorded in this round is removed from this tablet.
      </ConfirmDialog>
      <ConfirmDialog
        open={stranger !== null}
        title="Not in this template"
        confirmLabel="Add to this round"
        onCancel={() => {
          if (stranger) acts.declineStranger(stranger);
        }}
        onConfirm={() => {
          if (stranger) acts.addStranger(stranger);
        }}
      >
        {stranger?.equipmentName} <strong className="font-mono">{stranger?.serialNumber}</strong>
        {stranger?.departmentName ? ` (${stranger.departmentName})` : ''} is not in “{templateName}”.
      </ConfirmDialog>
    </>
  );
}
