import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import { closeTicketBody } from '#contract/calls/ticket/work.ts';
import { ticketAnswer } from '#contract/calls/ticket/write.ts';
import { failureClassWords } from '#contract/rules/failure-class.ts';
import { failureClasses } from '#contract/records/values.ts';
import type { TicketRecord } from '#contract/records/ward.ts';
import { FormCheckbox } from '#ui/fields/form-checkbox.tsx';
import { FormSelect } from '#ui/fields/form-select.tsx';
import { FormNumber } from '#ui/fields/form-number.tsx';
import { FormTextArea } from '#ui/fields/form-text.tsx';
import { paths } from '#ui/paths.ts';
import { useFileDraft } from '#ui/forms/drafts/file-draft.ts';
import { AttachField } from '#ui/forms/offline/attach-field.tsx';
import { type Told, toldOf } from '#ui/engine/use-write.ts';
import { RecordForm } from '#ui/forms/record-form.tsx';
import { useCorrection } from '#ui/forms/offline/use-correction.ts';
import { useFormWrite } from '#ui/forms/offline/use-form-write.ts';
import { WriteNotice } from '#ui/forms/offline/write-notice.tsx';
import type { BodyInput } from '#contract/define.ts';
import type { Calls } from '#contract/index.ts';
import { money } from '#contract/rules/read-number.ts';

type Body = BodyInput<Calls['closeTicket']>;

type Close = z.output<typeof closeTicketBody>;

/** Most files per closing. Source: contract, closeTicket. */
const mostFiles = 10;

/**
 * Returns an empty form, because each closing is a separate visit, or the values of a refused closing. Source:
 * docs/product.md P160.
 */
export function closeDefaults(ticket: TicketRecord, refused: Close | undefined): z.input<typeof closeTicketBody> {
  return {
    id: ticket.id,
    actionTaken: refused?.actionTaken ?? '',
    partRequired: refused?.partRequired ?? false,
    partDetails: refused?.partDetails ?? '',
    partCost: refused?.partCost ?? null,
    followUpAction: refused?.followUpAction ?? '',
    resolutionNote: refused?.resolutionNote ?? '',
    failureClass: refused?.failureClass ?? '',
    isFollowUpRequired: refused?.isFollowUpRequired ?? ticket.status === 'Pending',
  };
}

/** Returns the server's notices for the author of a form, for example that another person has visited meanwhile. */
const noticesOf = (answer: unknown): string[] => ticketAnswer.safeParse(answer).data?.notices ?? [];

/** Removes values that no longer fit the other answers. */
export function withoutStale(close: Close): Close {
  return {
    ...close,
    ...(!close.partRequired && { partDetails: '', partCost: null }),
    ...(!close.isFollowUpRequired && { followUpAction: '' }),
  };
}

interface CloseFormProps {
  ticket: TicketRecord;
  /**
   * The entry changes the ticket on screen immediately, so the parent must keep the form until the server accepts the
   * entry, and after a refusal.
   */
  onHeld: (held: boolean) => void;
  onClosed: (told: Told) => void;
}

/** Closes a ticket, or leaves it Pending for a follow-up. Source: docs/product.md P38. */
export function CloseForm({ ticket, onHeld, onClosed }: CloseFormProps) {
  const correction = useCorrection('closeTicket');
  const draftKey = correction ? `breakdown-close-correction:${correction.id}` : `breakdown-close:${ticket.id}`;
  const closed = closeTicketBody.safeParse(correction?.body).data;
  const [defaults] = useState(() => closeDefaults(ticket, closed));
  const files = useFileDraft(draftKey, { most: mostFiles, from: closed?.files });
  const write = useFormWrite('closeTicket', {
    draftKey,
    files,
    replaces: correction?.id,
    refused: (message) => `Failed to close the breakdown ticket. ${message}`,
  });
  return (
    <RecordForm
      schema={closeTicketBody}
      defaults={defaults}
      draftKey={draftKey}
      cancelTo={paths.tickets()}
      onSubmit={async (close) => {
        onHeld(true);
        const outcome = await write.submit(withoutStale(close));
        const notices = outcome.kind === 'received' ? noticesOf(outcome.answer) : [];
        onClosed(toldOf(outcome.kind, ['Breakdown ticket saved.', ...notices].join(' ')));
        onHeld(false);
      }}
    >
      <CloseFields />
      <AttachField label="Photos and Reports" draft={files} multiple />
      {write.isHeld && <WriteNotice write={write} refusalShown />}
    </RecordForm>
  );
}

function CloseFields() {
  const [partRequired, isFollowUpRequired]: unknown[] = useWatch({ name: ['partRequired', 'isFollowUpRequired'] });
  return (
    <div className="space-y-4">
      <FormTextArea<Body> name="actionTaken" label="Actions Taken" required />
      <FormSelect<Body>
        name="failureClass"
        label="Failure Class"
        placeholder="Not stated"
        options={failureClasses.map((value) => ({ value, label: failureClassWords[value] }))}
      />
      <FormCheckbox<Body> name="partRequired" label="Part Required" />
      {partRequired === true && (
        <div className="grid gap-4 border-l-2 border-line pl-4 sm:grid-cols-[2fr_1fr]">
          <FormTextArea<Body> name="partDetails" label="Part Details" required rows={1} />
          <FormNumber<Body> name="partCost" kind={money} label="Part Cost" prefix="₹" required />
        </div>
      )}
      <FormTextArea<Body> name="resolutionNote" label="Resolution Note" />
      <FormCheckbox<Body>
        name="isFollowUpRequired"
        label="Follow-up Required"
        hint="The ticket stays Pending, and a follow-up task is created for 7 days later."
      />
      {isFollowUpRequired === true && <FormTextArea<Body> name="followUpAction" label="Follow-up Action" rows={2} />}
    </div>
  );
}
