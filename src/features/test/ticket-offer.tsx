import { issueTypes } from '#contract/records/ward.ts';
import { machineStatuses, priorities } from '#contract/records/values.ts';
import { Checkbox } from '#ui/ui/checkbox.tsx';
import { SelectField } from '#ui/ui/select-field.tsx';
import { TextAreaField } from '#ui/ui/text-field.tsx';
import type { DraftTicket } from '../../work/test-draft.ts';

interface TicketOfferProps {
  ticket: Omit<DraftTicket, 'isWanted'> & { isWanted: boolean };
  /** The proposed problem description. */
  problem: string;
  onChange: (change: Partial<DraftTicket>) => void;
}

const optionsOf = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

/** Offers a ticket for a failed test: it is reported in the same save, with the photos. */
export function TicketOffer({ ticket, problem, onChange }: TicketOfferProps) {
  const { isWanted, issueType, priority, machineStatus } = ticket;
  const one = <T extends string>(values: readonly T[], text: string): T | undefined =>
    values.find((value) => value === text);
  return (
    <div className="space-y-3">
      <Checkbox
        label="Report a breakdown with this test"
        hint="It is saved together with the test. The photos of the failed steps are included."
        checked={isWanted}
        onChange={(event) => onChange({ isWanted: event.target.checked })}
      />
      {isWanted && (
        <div className="grid gap-4 sm:grid-cols-3">
          <SelectField
            label="Issue Type"
            value={issueType}
            options={optionsOf(issueTypes)}
            onChange={(event) => onChange({ issueType: one(issueTypes, event.target.value) ?? issueType })}
          />
          <SelectField
            label="Priority"
            value={priority}
            options={optionsOf(priorities)}
            onChange={(event) => onChange({ priority: one(priorities, event.target.value) ?? priority })}
          />
          <SelectField
            label="Machine Status"
            value={machineStatus}
            options={optionsOf(machineStatuses)}
            onChange={(event) => onChange({ machineStatus: one(machineStatuses, event.target.value) ?? machineStatus })}
          />
          <TextAreaField
            label="Problem"
            className="sm:col-span-3"
            maxLength={4000}
            value={ticket.problem ?? problem}
            onChange={(event) => onChange({ problem: event.target.value })}
          />
        </div>
      )}
    </div>
  );
}
