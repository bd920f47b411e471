import { useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import { termsBody } from '#contract/calls/agreement/terms.ts';
import type { warrantyBody } from '#contract/calls/warranty.ts';
import { noticeDay } from '#contract/rules/agreements/end-steps.ts';
import { coverages } from '#contract/records/agreement-terms.ts';
import { coverageNames, hoursEndWords } from '#contract/rules/agreements/words.ts';
import { formatSlashDay } from '#contract/rules/dates-format.ts';
import { decimal, money, whole } from '#contract/rules/read-number.ts';
import { FormCheckbox } from '#ui/fields/form-checkbox.tsx';
import { FormChoices, FormWorkDays } from '#ui/fields/form-choices.tsx';
import { FormNumber } from '#ui/fields/form-number.tsx';
import { FormSelect } from '#ui/fields/form-select.tsx';
import { FormText, FormTextArea } from '#ui/fields/form-text.tsx';
import { paths } from '#ui/paths.ts';
import { ButtonLink } from '#ui/ui/button.tsx';
import { PenaltyInputs } from './penalty-inputs.tsx';
import { useTerm } from './use-term.ts';
import { termLabels, uptimePeriods, windowHours } from './warranty-words.ts';

type WarrantyInput = z.input<typeof warrantyBody>;

/** Asks what the vendor promises: coverage, visits, price, hours, times and penalties. Source: docs/product.md P122. */
export function TermsInputs() {
  return (
    <div className="space-y-5">
      <FormChoices<WarrantyInput>
        name="terms.covers"
        legend={termLabels.covers}
        choices={coverages.map((value) => ({ value, label: coverageNames[value] }))}
      />
      <FormTextArea<WarrantyInput>
        name="terms.exclusions"
        label={termLabels.exclusions}
        hint="What is not covered, such as batteries or probes."
        rows={2}
        maxLength={4000}
      />
      <div className="grid grid-cols-2 items-end gap-5 lg:grid-cols-4 lg:items-start">
        <FormNumber<WarrantyInput> name="terms.visitsPerYear" kind={whole} label={termLabels.visitsPerYear} />
        <FormNumber<WarrantyInput> name="terms.yearlyPrice" kind={money} label={termLabels.yearlyPrice} />
        <FormNumber<WarrantyInput> name="terms.taxPercent" kind={decimal} label={termLabels.taxPercent} />
        <NoticeInput />
      </div>
      <div className="grid grid-cols-2 items-end gap-5 lg:grid-cols-4 lg:items-start">
        <FormNumber<WarrantyInput>
          name="terms.responseHours"
          kind={decimal}
          label={termLabels.responseHours}
          hint="Until the vendor arrives."
        />
        <FormNumber<WarrantyInput>
          name="terms.repairDays"
          kind={decimal}
          label={termLabels.repairDays}
          hint="Until the device is back in use."
        />
        <FormNumber<WarrantyInput> name="terms.uptimePercent" kind={decimal} label={termLabels.uptimePercent} />
        <FormSelect<WarrantyInput>
          name="terms.uptimePer"
          label={termLabels.uptimePer}
          options={Object.entries(uptimePeriods).map(([value, label]) => ({ value, label }))}
        />
      </div>
      <WindowInputs />
      <PenaltyInputs />
    </div>
  );
}

/** Asks for the notice period, and shows the day by which notice must be given. Source: docs/product.md P143. */
function NoticeInput() {
  const term = useTerm();
  const days = useWatch<WarrantyInput, 'terms.noticeDays'>({ name: 'terms.noticeDays' });
  const isDays = typeof days === 'number' && termsBody.shape.noticeDays.safeParse(days).success;
  const noticeOn = term && isDays ? noticeDay(term.end, days) : null;
  return (
    <FormNumber<WarrantyInput>
      name="terms.noticeDays"
      kind={whole}
      label={termLabels.noticeDays}
      hint={noticeOn === null ? 'Before the end.' : `Give notice by ${formatSlashDay(noticeOn)}.`}
    />
  );
}

/** Asks for the hours in which the vendor's clock runs. */
function WindowInputs() {
  const [hours, hoursFrom, hoursTo] = useWatch<
    WarrantyInput,
    ['terms.window.hours', 'terms.window.hoursFrom', 'terms.window.hoursTo']
  >({ name: ['terms.window.hours', 'terms.window.hoursFrom', 'terms.window.hoursTo'] });
  return (
    <>
      <FormSelect<WarrantyInput>
        name="terms.window.hours"
        label={termLabels.hours}
        hint="Promised times are counted within these hours."
        options={Object.entries(windowHours).map(([value, label]) => ({ value, label }))}
      />
      {hours === 'set' && (
        <>
          <FormWorkDays<WarrantyInput> name="terms.window.workDays" legend={termLabels.workDays} />
          <div className="grid grid-cols-2 items-start gap-5">
            <FormText<WarrantyInput> name="terms.window.hoursFrom" label={termLabels.hoursFrom} type="time" required />
            <FormText<WarrantyInput>
              name="terms.window.hoursTo"
              label={termLabels.hoursTo}
              type="time"
              hint={hoursFrom && hoursTo && `Until ${hoursEndWords({ hoursFrom, hoursTo })}.`}
              required
            />
          </div>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <FormCheckbox<WarrantyInput> name="terms.window.onHolidays" label={termLabels.onHolidays} />
            <ButtonLink variant="ghost" icon="calendar" to={paths.holidays()}>
              Holidays of the hospital
            </ButtonLink>
          </div>
        </>
      )}
    </>
  );
}
