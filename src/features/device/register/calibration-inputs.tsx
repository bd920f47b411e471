import { useController, useFormContext, useWatch } from 'react-hook-form';
import { formatSlashDay } from '#contract/rules/dates-format.ts';
import { isLocalDay } from '#contract/rules/hospital-day.ts';
import { calibrationDates, frequencies } from '#contract/rules/schedule.ts';
import { numberOf, whole } from '#contract/rules/read-number.ts';
import { FormNumber } from '#ui/fields/form-number.tsx';
import { FormSelect } from '#ui/fields/form-select.tsx';
import { Checkbox } from '#ui/ui/checkbox.tsx';
import { type DeviceInput, deviceLabels as labels } from './device-values.ts';

/** Limit on the calibrations counted for the hint under the field. */
const mostPlanned = 366;

/**
 * Asks for calibration frequency and count, which are disabled and empty unless the box is ticked. Source:
 * docs/product.md P24.
 */
export function CalibrationInputs() {
  const { control, setValue, clearErrors } = useFormContext<DeviceInput>();
  const {
    field: { name, value, onChange, onBlur, ref },
  } = useController({ control, name: 'calibrationRequired' });
  const isRequired = value === true;
  const tick = (isTicked: boolean) => {
    onChange(isTicked);
    if (isTicked) return;
    setValue('calibrationFrequency', '', { shouldDirty: true });
    setValue('calibrationCount', 0, { shouldDirty: true, shouldValidate: true });
    clearErrors(['calibrationFrequency', 'calibrationCount']);
  };
  return (
    <fieldset className="min-w-0 rounded-card border border-line p-4">
      <legend className="px-1 text-sm font-semibold">Calibration</legend>
      <Checkbox
        name={name}
        ref={ref}
        label={labels.calibrationRequired}
        checked={isRequired}
        onBlur={onBlur}
        onChange={(event) => tick(event.target.checked)}
      />
      <div className="mt-3 grid gap-5 sm:grid-cols-2">
        <FormSelect<DeviceInput>
          name="calibrationFrequency"
          label={labels.calibrationFrequency}
          required={isRequired}
          disabled={!isRequired}
          placeholder="Choose a frequency"
          options={frequencies.map((value) => ({ value, label: `${value.charAt(0).toUpperCase()}${value.slice(1)}` }))}
        />
        <FormNumber<DeviceInput>
          name="calibrationCount"
          kind={whole}
          label={labels.calibrationCount}
          required={isRequired}
          disabled={!isRequired}
          hint={usePlan() ?? 'Total number of calibrations of the device.'}
        />
      </div>
    </fieldset>
  );
}

/** Returns the date of the last calibration once all fields that determine it are filled in. */
function usePlan(): string | null {
  const [date, frequency, typedCount] = useWatch<
    DeviceInput,
    ['installationDate', 'calibrationFrequency', 'calibrationCount']
  >({ name: ['installationDate', 'calibrationFrequency', 'calibrationCount'] });
  const count = numberOf(typedCount);
  if (!frequency || !count || count < 1 || count > mostPlanned || !Number.isInteger(count) || !isLocalDay(date)) {
    return null;
  }
  const last = calibrationDates({ installationDate: date, frequency, count }).at(-1);
  return last === undefined ? null : `The last of ${count} on ${formatSlashDay(last)}.`;
}
