import type { Ref } from 'react';
import type { DeviceRecord } from '#contract/records/ward.ts';
import { Button } from '#ui/ui/button.tsx';
import { TextAreaField } from '#ui/ui/text-field.tsx';
import { FaultTools } from './fault-tools.tsx';
import { NotSeenReasons } from './not-seen-reasons.tsx';
import type { DraftRow } from './round-draft.ts';
import type { RowsShare } from './rows-share.ts';
import type { RowAddress } from './use-row-address.ts';

interface RowDetailsProps extends RowsShare {
  device: DeviceRecord;
  row: DraftRow;
  rowAddress: RowAddress;
  isFault: boolean;
  /** The reasons for not seeing the device are shown too. */
  asksWhy: boolean;
  isAdded: boolean;
  missing: string | undefined;
  field: Ref<HTMLTextAreaElement>;
}

/** Shows the expanded part of a row: reasons for not seeing the device, description, photos and Report Breakdown. */
export function RowDetails(props: RowDetailsProps) {
  const { device, row, rowAddress, isFault, asksWhy, isAdded, missing, field, draftKey, day, onChange, onPhoto } =
    props;
  return (
    // A separate form: the browser looks for the next and previous field only within the same form. Nothing submits it.
    <form onSubmit={(event) => event.preventDefault()} className="space-y-2">
      <p className="text-sm text-muted @4xl:hidden">
        {device.makeName} {device.modelName}
      </p>
      {asksWhy && <NotSeenReasons device={device} row={row} onChange={onChange} />}
      <TextAreaField
        label="Description"
        aria-label={`Description of ${device.serialNumber}`}
        placeholder={isFault ? 'What did you find?' : ''}
        required={isFault}
        rows={1}
        value={row.description}
        error={missing}
        ref={field}
        onChange={(event) => onChange({ do: 'describe', deviceId: device.id, description: event.target.value })}
      />
      {(isFault || row.photos.length > 0) && (
        <FaultTools {...{ device, row, rowAddress, draftKey, day, onChange, onPhoto }} />
      )}
      {isAdded && (
        <Button icon="x" onClick={() => onChange({ do: 'remove-device', deviceId: device.id })}>
          Remove {device.serialNumber} from this round
        </Button>
      )}
    </form>
  );
}
