import { useState } from 'react';
import { ticketTimeBody } from '#contract/calls/ticket/time.ts';
import type { BodyInput } from '#contract/define.ts';
import type { Calls } from '#contract/index.ts';
import type { TicketRecord } from '#contract/records/ward.ts';
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
import { EstimatedTime } from '#ui/work/estimated-time.tsx';

type Body = BodyInput<Calls['correctTicketTime']>;

/** Lets the office or the entry's author correct a time that a tablet estimated. Source: docs/product.md P203. */
export function CorrectTimeButton({ ticket, eventId }: { ticket: TicketRecord; eventId: string }) {
  const [isOpen, setOpen] = useState(false);
  const { userRole, userName } = useSignedIn();
  const event = ticket.events.find(({ id }) => id === eventId);
  // Until the server has the entry, the next contact may correct its time automatically.
  if (!event?.receivedAt || (userRole !== 'Hospital' && event.by !== userName)) return null;
  return (
    <div className="mt-2">
      <Button onClick={() => setOpen(true)}>Correct Time</Button>
      {isOpen && <CorrectTimeDialog ticketId={ticket.id} event={event} onClose={() => setOpen(false)} />}
    </div>
  );
}

function CorrectTimeDialog({ ticketId, event, onClose }: { ticketId: string; event: WorkEvent; onClose: () => void }) {
  const timeZone = useTimeZone();
  const correct = useOnlineAction('correctTicketTime');
  const [defaults] = useState({
    ticketId,
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
        schema={ticketTimeBody}
        defaults={defaults}
        draftKey={`breakdown-time:${event.id}`}
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
