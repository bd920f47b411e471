import { useFieldArray, useFormContext } from 'react-hook-form';
import type { BodyInput } from '#contract/define.ts';
import { type DutyTableRecord, dutyTableBody } from '#contract/calls/duty.ts';
import type { Calls } from '#contract/index.ts';
import type { DutyLeave, DutyShift } from '#contract/records/duty.ts';
import { formatShortDay } from '#contract/rules/dates-format.ts';
import { isLocalDay } from '#contract/rules/hospital-day.ts';
import { recordShapes } from '#contract/rules/merge/records.ts';
import { inNaturalOrder } from '#contract/rules/natural-order.ts';
import { workDaysWords } from '#contract/rules/work-days.ts';
import { useView } from '#ui/engine/engine-provider.tsx';
import { useNow, useTimeZone, useToday } from '#ui/engine/use-now.ts';
import { useOnlineAction, useOnlineCall } from '#ui/engine/use-online-call.ts';
import { FormWorkDays } from '#ui/fields/form-choices.tsx';
import { FormSelect } from '#ui/fields/form-select.tsx';
import { FormText } from '#ui/fields/form-text.tsx';
import { FormPage } from '#ui/forms/online/form-page.tsx';
import { OnlineForm } from '#ui/forms/online/online-form.tsx';
import { RecordLoad } from '#ui/forms/online/record-load.tsx';
import { paths } from '#ui/paths.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Button, IconButton } from '#ui/ui/button.tsx';
import { useReturnTo } from '#ui/ui/return-to.ts';
import { dutyNow } from '#ui/work/duty-now.ts';

type Body = BodyInput<Calls['updateDutyTable']>;

const valuesOf = ({ shifts, leave, revision }: DutyTableRecord) => ({ shifts, leave, revision });
const newId = () => crypto.randomUUID();

/** Edits which engineers are on duty when, and who is on leave. Source: docs/product.md P322. */
export function DutyScreen() {
  const duty = useOnlineCall('dutyTable', {}, { once: true });
  return (
    <FormPage
      title="Duty and leave"
      subtitle="When work is assigned, those on duty come first. Changes are recorded in the activity log."
      back={{ to: paths.engineers(), label: 'BME Accounts' }}
    >
      <RecordLoad
        call={duty}
        loadingLabel="Loading duty and leave..."
        failed={() => 'Duty and leave could not be loaded. Please try again.'}
      >
        {(record) => <DutyForm duty={record} />}
      </RecordLoad>
    </FormPage>
  );
}

function DutyForm({ duty }: { duty: DutyTableRecord }) {
  const returnTo = useReturnTo();
  const update = useOnlineAction('updateDutyTable');
  const engineers = useEngineers();
  const nameOf = (id: string) => engineers.find(({ value }) => value === id)?.label ?? 'An engineer who has left';
  return (
    <OnlineForm
      schema={dutyTableBody}
      defaults={valuesOf(duty)}
      edit={{
        shape: recordShapes.duty,
        valuesOf,
        labels: { shifts: 'On duty', leave: 'Leave' },
        textOf: (field, value) => textOf(field, value, nameOf),
      }}
      draftKey="duty"
      cancelTo={paths.engineers()}
      otherwise="Duty and leave could not be saved."
      send={(body, idempotencyKey) => update.run({ body, idempotencyKey })}
      savedText={() => 'Duty and leave saved.'}
      onSaved={() => returnTo(paths.engineers())}
    >
      <Now />
      <Shifts engineers={engineers} />
      <Leave engineers={engineers} />
    </OnlineForm>
  );
}

interface Engineer {
  value: string;
  label: string;
}

const useEngineers = (): Engineer[] =>
  useView((view) =>
    view
      .all('technician')
      .map(({ id, name }) => ({ value: id, label: name }))
      .sort((a, b) => inNaturalOrder(a.label, b.label)),
  );

/** Says who is on duty at this moment by the saved table. */
function Now() {
  const now = useNow();
  const timeZone = useTimeZone();
  const names = useView(
    (view) => {
      const { ids, isByTable } = dutyNow(view, { instant: now, timeZone });
      const named = ids.flatMap((id) => view.get('technician', id)?.name ?? []).sort(inNaturalOrder);
      return { named: named.join(', '), isByTable };
    },
    [now, timeZone],
  );
  return (
    <Alert tone="info">
      {names.isByTable
        ? `On duty now: ${names.named}.`
        : 'The saved table names nobody for now, so every engineer who is not on leave is on duty.'}
    </Alert>
  );
}

function Shifts({ engineers }: { engineers: Engineer[] }) {
  const { control } = useFormContext<Body>();
  const shifts = useFieldArray({ control, name: 'shifts', keyName: 'key' });
  return (
    <section aria-label="On duty" className="space-y-4">
      <h2 className="text-lg font-bold">On duty</h2>
      <p className="text-sm text-muted">
        Hours that end at or before the time they begin go on until the next day. Without entries, every engineer is on
        duty.
      </p>
      {shifts.fields.map((shift, at) => (
        <div key={shift.key} className="space-y-3 rounded-card border border-line p-3 sm:p-4">
          <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3">
            <FormSelect<Body>
              name={`shifts.${at}.technicianId`}
              label={`Engineer of entry ${at + 1}`}
              placeholder="Choose an engineer"
              options={engineers}
              required
            />
            <div className="pt-7">
              <IconButton icon="trash" label={`Remove entry ${at + 1}`} onClick={() => shifts.remove(at)} />
            </div>
          </div>
          <FormWorkDays<Body> name={`shifts.${at}.days`} legend={`Days of entry ${at + 1}`} />
          <div className="grid grid-cols-2 items-start gap-3">
            <FormText<Body> name={`shifts.${at}.from`} label={`From (entry ${at + 1})`} type="time" required />
            <FormText<Body> name={`shifts.${at}.to`} label={`Until (entry ${at + 1})`} type="time" required />
          </div>
        </div>
      ))}
      <Button
        icon="plus"
        onClick={() =>
          shifts.append({ id: newId(), technicianId: '', days: [1, 2, 3, 4, 5, 6], from: '08:00', to: '20:00' })
        }
      >
        Add hours on duty
      </Button>
    </section>
  );
}

function Leave({ engineers }: { engineers: Engineer[] }) {
  const { control } = useFormContext<Body>();
  const today = useToday();
  const leave = useFieldArray({ control, name: 'leave', keyName: 'key' });
  return (
    <section aria-label="Leave" className="space-y-4">
      <h2 className="text-lg font-bold">Leave</h2>
      {leave.fields.map((each, at) => (
        <div
          key={each.key}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3 rounded-card border border-line p-3 sm:p-4"
        >
          <div className="grid gap-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]">
            <FormSelect<Body>
              name={`leave.${at}.technicianId`}
              label={`Engineer on leave ${at + 1}`}
              placeholder="Choose an engineer"
              options={engineers}
              required
            />
            <FormText<Body> name={`leave.${at}.from`} label={`First day (leave ${at + 1})`} type="date" required />
            <FormText<Body> name={`leave.${at}.to`} label={`Last day (leave ${at + 1})`} type="date" required />
          </div>
          <div className="pt-7">
            <IconButton icon="trash" label={`Remove leave ${at + 1}`} onClick={() => leave.remove(at)} />
          </div>
        </div>
      ))}
      <Button icon="plus" onClick={() => leave.append({ id: newId(), technicianId: '', from: today, to: today })}>
        Add leave
      </Button>
    </section>
  );
}

/** Formats entries for the notice of a conflict. */
function textOf(field: string, value: unknown, nameOf: (id: string) => string): string | undefined {
  if (field === 'shifts.*') {
    const { technicianId, days, from, to } = value as DutyShift;
    return `${nameOf(technicianId)}: ${workDaysWords(days)} ${from} to ${to}`;
  }
  if (field !== 'leave.*') return undefined;
  const { technicianId, from, to } = value as DutyLeave;
  const day = (text: string) => (isLocalDay(text) ? formatShortDay(text) : text);
  return `${nameOf(technicianId)}: ${day(from)} to ${day(to)}`;
}
