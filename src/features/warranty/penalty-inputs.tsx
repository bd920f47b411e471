import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import { maxClauses, maxSteps, termsBody } from '#contract/calls/agreement/terms.ts';
import type { warrantyBody } from '#contract/calls/warranty.ts';
import { penaltyBases, type PenaltyClause, penaltyMeasures, penaltyUnits } from '#contract/records/agreement-terms.ts';
import { basisNames, clauseWords, lateUnits, measureNames, unitNames } from '#contract/rules/agreements/words.ts';
import { decimal, money } from '#contract/rules/read-number.ts';
import { FormNumber } from '#ui/fields/form-number.tsx';
import { FormSelect } from '#ui/fields/form-select.tsx';
import { Button, IconButton } from '#ui/ui/button.tsx';
import { termLabels } from './warranty-words.ts';

type WarrantyInput = z.input<typeof warrantyBody>;

const newClause = (): PenaltyClause => ({
  measure: 'repair',
  basis: 'day',
  unit: 'percent of contract',
  steps: [{ from: 0, rate: 0 }],
  doublesAfterDays: null,
  cap: null,
});

/** Asks for a contract's penalty clauses, which are computed but never deducted. Source: docs/product.md P122. */
export function PenaltyInputs() {
  const { control } = useFormContext<WarrantyInput>();
  const clauses = useFieldArray({ control, name: 'terms.penalties' });
  return (
    <section aria-label={termLabels.penalties} className="space-y-4">
      <div>
        <h3 className="font-semibold">{termLabels.penalties}</h3>
        <p className="text-sm text-muted">Penalties are computed for the evidence sheet. Nothing is deducted.</p>
      </div>
      {clauses.fields.map((clause, at) => (
        <ClauseInputs key={clause.id} at={at} onRemove={() => clauses.remove(at)} />
      ))}
      {clauses.fields.length < maxClauses && (
        <Button icon="plus" onClick={() => clauses.append(newClause())}>
          Add Clause
        </Button>
      )}
    </section>
  );
}

function ClauseInputs({ at, onRemove }: { at: number; onRemove: () => void }) {
  const { control } = useFormContext<WarrantyInput>();
  const name = `terms.penalties.${at}` as const;
  const clause = useWatch<WarrantyInput, typeof name>({ name });
  const valid = termsBody.shape.penalties.safeParse([clause]).data?.[0];
  const rateKind = clause?.unit === 'INR' ? money : decimal;
  const steps = useFieldArray({ control, name: `${name}.steps` });
  const unit = lateUnits[clause?.measure ?? 'repair'];
  return (
    <fieldset className="min-w-0 space-y-4 rounded-card border border-line p-4">
      <legend className="px-1 font-semibold">Clause {at + 1}</legend>
      <div className="grid items-start gap-4 sm:grid-cols-3">
        <FormSelect<WarrantyInput>
          name={`${name}.measure`}
          label={termLabels.measure}
          options={penaltyMeasures.map((value) => ({ value, label: measureNames[value] }))}
        />
        <FormSelect<WarrantyInput>
          name={`${name}.unit`}
          label={termLabels.unit}
          options={penaltyUnits.map((value) => ({ value, label: unitNames[value] }))}
        />
        <FormSelect<WarrantyInput>
          name={`${name}.basis`}
          label={termLabels.basis}
          options={penaltyBases.map((value) => ({ value, label: basisNames[value] }))}
        />
      </div>
      {steps.fields.map((step, place) => (
        <div key={step.id} className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-start gap-3">
          <FormNumber<WarrantyInput>
            name={`${name}.steps.${place}.from`}
            kind={decimal}
            label={`Step ${place + 1}: from ${unit}`}
          />
          <FormNumber<WarrantyInput>
            name={`${name}.steps.${place}.rate`}
            kind={rateKind}
            label={`Step ${place + 1}: rate`}
          />
          <div className="pt-7">
            <IconButton
              icon="trash"
              label={`Remove step ${place + 1} of clause ${at + 1}`}
              disabled={steps.fields.length === 1}
              onClick={() => steps.remove(place)}
            />
          </div>
        </div>
      ))}
      {steps.fields.length < maxSteps && (
        <Button
          variant="ghost"
          icon="plus"
          onClick={() => steps.append({ from: (Number(clause?.steps.at(-1)?.from) || 0) + 1, rate: 0 })}
        >
          Add step to clause {at + 1}
        </Button>
      )}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <FormNumber<WarrantyInput>
          name={`${name}.doublesAfterDays`}
          kind={decimal}
          label={termLabels.doublesAfterDays}
          hint="Leave empty if the rate never doubles."
        />
        <FormNumber<WarrantyInput>
          name={`${name}.cap`}
          kind={rateKind}
          label={termLabels.cap}
          hint="The maximum, in the unit of the clause. Leave empty for no limit."
        />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p aria-live="polite" className="min-w-0 basis-full text-sm text-muted sm:flex-1 sm:basis-0">
          {valid && clauseWords(valid)}
        </p>
        <Button variant="ghost" icon="trash" onClick={onRemove}>
          Remove clause {at + 1}
        </Button>
      </div>
    </fieldset>
  );
}
