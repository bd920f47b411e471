import { useState } from 'react';
import { eventTimeBody } from '#contract/calls/event-time.ts';
import type { BodyInput } from '#contract/define.ts';
import type { Calls } from '#contract/index.ts';
import { hospitalDay, hospitalTime } from '#contract/rules/hospital-day.ts';
import { eventSentence } from '#contract/rules/work-events.ts';
import type { WorkEvent } from '#contract/records/work-event.ts';
import { useSignedIn } from '#ui/engine/engine-provider.tsx';
import { useOnlineAction } from '#ui/engine/use-online-call.ts';
import { useTimeZone } from '#ui/engine/use-now.ts';
import { FormText } from '#ui/fields/form-text.tsx';
import { OnlineForm } from '#ui/forms/online/online-form.tsx';
import { Button } from '#ui/ui/button.tsx';
import { Dialog } from '#ui/ui/dialog.tsx';
import { EstimatedTime } from './estimated-time.tsx';

type Call = 'correctTicketTime' | 'correctTaskTime';
type Body = BodyInput<Calls[Call]>;

interface CorrectTimeProps {
  call: Call;
  /** The id of the ticket or task. */
  id: string;
  event: WorkEvent;
}

/**
 * Corrects a time that a tablet has estimated, for the office and the author of the entry. Source: docs/product.md P203 and P233.
 */
export function CorrectTimeButton(props: CorrectTimeProps) {
  const [isOpen, setOpen] = useState(false);
  const { userRole, userName } = useSignedIn();
  const { event } = props;
  // Until the server has the entry, the next contact may still correct its time.
  if (event.receivedAt === null || (userRole !== 'Hospital' && event.by !== userName)) return null;
  return (
    <div className="mt-2">
      <Button onClick={() => setOpen(true)}>Correct Time</Button>
      {isOpen && <CorrectTimeDialog {...props} onClose={() => setOpen(false)} />}
    </div>
  );
}

function CorrectTimeDialog({ call, id, event, onClose }: CorrectTimeProps & { onClose: () => void }) {
  const timeZone = useTimeZone();
  const correct = useOnlineAction(call);
  const [defaults] = useState({
    id,
    eventId: event.id,
    on: hospitalDay(event.at, timeZone),
    time: hospitalTime(event.at, timeZone),
  });
  return (
    <Dialog open title="Correct Time" busy={correct.busy} onClose={onClose}>
      <p className="mb-4 font-medium wrap-anywhere">
        {eventSentence(event, 'staff')}
        <EstimatedTime tabletTime={event.tabletTime} />
      </p>
      <OnlineForm
        schema={eventTimeBody}
        defaults={defaults}
        draftKey={`event-time:${event.id}`}
        send={(body, idempotencyKey) => correct.run({ body, idempotencyKey })}
        savedText={() => 'Time corrected.'}
        onSaved={onClose}
        onCancel={onClose}
        otherwise="The time could not be corrected."
      >
        <FormText<Body> name="on" label="Day" type="date" required data-autofocus />
        <FormText<Body> name="time" label="Time" type="time" required hint="When it really happened." />
      </OnlineForm>
    </Dialog>
  );
}
