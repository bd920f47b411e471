import { useState } from 'react';
import { counted } from '#contract/rules/counted.ts';
import { notSeenReasons } from '#contract/calls/round/submit.ts';
import type { DeviceRecord } from '#contract/records/ward.ts';
import { Button } from '#ui/ui/button.tsx';
import { Dialog } from '#ui/ui/dialog.tsx';
import { SelectField } from '#ui/ui/select-field.tsx';
import { VisuallyHidden } from '#ui/ui/visually-hidden.tsx';
import type { NotSeenReason } from './round-draft.ts';

interface UnansweredDialogProps {
  open: boolean;
  devices: readonly DeviceRecord[];
  /** Returns to the rows, at the device that was pressed or the first one without an answer. */
  onBack: (deviceId?: string) => void;
  onConfirmRest: () => void;
  onNotSeen: (reasons: Readonly<Record<string, NotSeenReason>>) => void;
}

const reasonOptions = notSeenReasons.map((reason) => ({ value: reason, label: reason }));

function reasonOf(text: string): NotSeenReason | undefined {
  return notSeenReasons.find((reason) => reason === text);
}

/** Asks about devices without an answer: a round must never record an unseen device as working by default. */
export function UnansweredDialog(props: UnansweredDialogProps) {
  return props.open ? <OpenUnansweredDialog {...props} /> : null;
}

function OpenUnansweredDialog({ devices, onBack, onConfirmRest, onNotSeen }: UnansweredDialogProps) {
  const [asksReason, setAsksReason] = useState(false);
  const [reasons, setReasons] = useState<Readonly<Record<string, NotSeenReason>>>({});
  const count = devices.length;
  const given = devices.filter(({ id }) => reasons[id] !== undefined).length;

  const giveAll = (text: string) => {
    const reason = reasonOf(text);
    if (reason) setReasons(Object.fromEntries(devices.map(({ id }) => [id, reason])));
  };
  const give = (deviceId: string, text: string) => {
    const reason = reasonOf(text);
    if (reason) setReasons({ ...reasons, [deviceId]: reason });
  };

  if (!asksReason) {
    return (
      <Dialog
        open
        title={counted(count, 'device is not confirmed', 'devices are not confirmed')}
        onClose={() => onBack()}
        actions={
          <>
            <Button onClick={() => onBack()}>Go back</Button>
            <Button onClick={() => setAsksReason(true)}>Not seen</Button>
            <Button variant="primary" icon="check" onClick={onConfirmRest}>
              Confirm the rest as Operational
            </Button>
          </>
        }
      >
        <p className="mb-3">
          No status has been confirmed for {count === 1 ? 'it works' : 'they work'}. Did you see them?
        </p>
        <ul>
          {devices.map((device) => (
            <li key={device.id}>
              <button
                type="button"
                onClick={() => onBack(device.id)}
                className="-mx-2 flex min-h-target w-full flex-wrap items-center gap-x-3 rounded-tag px-2 py-1 text-left hover:bg-primary-soft focus-visible:-outline-offset-2"
              >
                <VisuallyHidden>Go back to</VisuallyHidden>
                <span className="font-mono font-bold">{device.serialNumber}</span>
                <span className="text-muted">
                  {device.equipmentName}
                  {device.location ? `, ${device.location}` : ''}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      title="Why not seen?"
      onClose={() => onBack()}
      actions={
        <>
          <Button onClick={() => setAsksReason(false)}>Go back</Button>
          <Button variant="primary" disabled={given < count} onClick={() => onNotSeen(reasons)}>
            Submit Rounds
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        {count > 1 && (
          <SelectField
            label="Reason for all of them"
            placeholder="Choose a reason"
            options={reasonOptions}
            value={allTheSame(devices, reasons)}
            data-autofocus
            onChange={(event) => giveAll(event.target.value)}
          />
        )}
        {devices.map((device) => (
          <SelectField
            key={device.id}
            label={`Reason for ${device.serialNumber}`}
            placeholder="Choose a reason"
            options={reasonOptions}
            value={reasons[device.id] ?? ''}
            hint={device.equipmentName}
            onChange={(event) => give(device.id, event.target.value)}
          />
        ))}
      </div>
    </Dialog>
  );
}

function allTheSame(devices: readonly DeviceRecord[], reasons: Readonly<Record<string, NotSeenReason>>): string {
  const [first, ...others] = new Set(devices.map(({ id }) => reasons[id] ?? ''));
  return others.length === 0 ? (first ?? '') : '';
}
