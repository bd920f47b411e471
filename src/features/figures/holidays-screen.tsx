import { useFieldArray, useFormContext } from 'react-hook-form';
import type { BodyInput } from '#contract/define.ts';
import { type Holidays, holidaysBody } from '#contract/calls/holiday.ts';
import type { Calls } from '#contract/index.ts';
import { formatShortDay } from '#contract/rules/dates-format.ts';
import { isLocalDay } from '#contract/rules/hospital-day.ts';
import { recordShapes } from '#contract/rules/merge/records.ts';
import { useOnlineAction, useOnlineCall } from '#ui/engine/use-online-call.ts';
import { FormText } from '#ui/fields/form-text.tsx';
import { FormPage } from '#ui/forms/online/form-page.tsx';
import { OnlineForm } from '#ui/forms/online/online-form.tsx';
import { RecordLoad } from '#ui/forms/online/record-load.tsx';
import { paths } from '#ui/paths.ts';
import { Button, IconButton } from '#ui/ui/button.tsx';
import { useReturnTo } from '#ui/ui/return-to.ts';

type Body = BodyInput<Calls['updateHolidays']>;

const valuesOf = ({ days, revision }: Holidays) => ({ days, revision });

/** Edits the days on which the hospital does not work. Source: docs/product.md P124. */
export function HolidaysScreen() {
  const holidays = useOnlineCall('holidays', {}, { once: true });
  return (
    <FormPage
      title="Holidays"
      subtitle="Contract hours do not count on these days, unless a contract says so. Changes are recorded in the activity log."
      back={{ to: paths.figureSettings(), label: 'Targets and rules' }}
    >
      <RecordLoad
        call={holidays}
        loadingLabel="Loading holidays..."
        failed={() => 'The holidays could not be loaded. Please try again.'}
      >
        {(record) => <HolidaysForm holidays={record} />}
      </RecordLoad>
    </FormPage>
  );
}

function HolidaysForm({ holidays }: { holidays: Holidays }) {
  const returnTo = useReturnTo();
  const update = useOnlineAction('updateHolidays');
  return (
    <OnlineForm
      schema={holidaysBody}
      defaults={valuesOf(holidays)}
      edit={{ shape: recordShapes.holidays, valuesOf, labels: { days: 'Holidays', 'days.*.name': 'Name' }, textOf }}
      draftKey="holidays"
      cancelTo={paths.figureSettings()}
      otherwise="The holidays could not be saved."
      send={(body, idempotencyKey) => update.run({ body, idempotencyKey })}
      savedText={() => 'Holidays saved.'}
      onSaved={() => returnTo(paths.figureSettings())}
    >
      <DaysFields />
    </OnlineForm>
  );
}

function DaysFields() {
  const { control } = useFormContext<Body>();
  const days = useFieldArray({ control, name: 'days' });
  return (
    <div className="space-y-4">
      {days.fields.length === 0 && <p className="text-muted">No holidays yet.</p>}
      {days.fields.map((day, at) => (
        <div key={day.id} className="grid grid-cols-[minmax(0,1fr)_minmax(0,2fr)_auto] items-start gap-3">
          <FormText<Body> name={`days.${at}.on`} label={`Day ${at + 1}`} type="date" required />
          <FormText<Body> name={`days.${at}.name`} label={`Name of day ${at + 1}`} required maxLength={255} />
          <div className="pt-7">
            <IconButton icon="trash" label={`Remove day ${at + 1}`} onClick={() => days.remove(at)} />
          </div>
        </div>
      ))}
      <Button icon="plus" onClick={() => days.append({ on: '', name: '' })}>
        Add Day
      </Button>
    </div>
  );
}

/** Formats the days for the notice of a conflict. */
function textOf(field: string, value: unknown): string | undefined {
  if (field !== 'days.*') return undefined;
  const { on, name } = value as Holidays['days'][number];
  return `${isLocalDay(on) ? formatShortDay(on) : on} ${name}`;
}
