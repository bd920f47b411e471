import { type ComponentProps, useState } from 'react';
import type { DefaultValues } from 'react-hook-form';
import { useParams, useSearchParams } from 'react-router-dom';
import { counted } from '#contract/rules/counted.ts';
import { type ScheduleRecord, scheduleBody } from '#contract/calls/schedule.ts';
import { intervalWords } from '#contract/rules/plan-words.ts';
import { scheduleTargets } from '#contract/rules/schedule-kinds.ts';
import { taskNames } from '#contract/rules/task-status.ts';
import { recordShapes } from '#contract/rules/merge/records.ts';
import { useView } from '#ui/engine/engine-provider.tsx';
import { useOnlineAction, useOnlineCall } from '#ui/engine/use-online-call.ts';
import { FormPage } from '#ui/forms/online/form-page.tsx';
import { OnlineForm } from '#ui/forms/online/online-form.tsx';
import { RecordLoad } from '#ui/forms/online/record-load.tsx';
import { paths, withQuery } from '#ui/paths.ts';
import { Button } from '#ui/ui/button.tsx';
import { useReturnTo } from '#ui/ui/return-to.ts';
import { EndScheduleDialog } from './end-schedule-dialog.tsx';
import { ScheduleInputs } from './schedule-inputs.tsx';
import {
  blankSchedule,
  type ScheduleInput,
  scheduleLabels,
  type ScheduleOutput,
  scheduleText,
  scheduleValues,
} from './schedule-values.ts';

const schedules = { to: paths.schedules(), label: 'Schedules' };

/** Creates a schedule; opened from a device's page, it is for that device and returns to the page. */
export function ScheduleCreateScreen() {
  const [params] = useSearchParams();
  const returnTo = useReturnTo();
  const create = useOnlineAction('createSchedule');
  const deviceId = params.get('device') ?? '';
  const serial = useView((view) => view.get('device', deviceId)?.serialNumber, [deviceId]);
  const target = scheduleTargets.find((each) => each === params.get('target')) ?? 'device';
  const home = serial === undefined ? schedules : deviceHome(serial);
  return (
    <FormPage title="Create Schedule" back={home}>
      <ScheduleForm
        defaults={blankSchedule(target, deviceId)}
        draftKey={deviceId === '' ? 'schedule:new' : `schedule:new:${deviceId}`}
        cancelTo={home.to}
        send={(body, idempotencyKey) => create.run({ body, idempotencyKey })}
        savedText={({ devices }) => `Schedule created for ${counted(devices, 'device')}.`}
        onSaved={({ id, title, targetName }) =>
          returnTo(home.to, { id: `own ${id}`, name: title || targetName.replaceAll(', ', ' ') })
        }
      />
    </FormPage>
  );
}

const deviceHome = (serial: string) => ({ to: withQuery(paths.device(serial), { tab: 'schedules' }), label: serial });

/** Edits or ends a schedule; its open tasks follow. */
export function ScheduleEditScreen() {
  const { id = '' } = useParams();
  const schedule = useOnlineCall('schedule', { params: { id } }, { once: true });
  return (
    <FormPage title="Edit Schedule" back={schedules}>
      <RecordLoad call={schedule} rows={5} failed={() => 'Failed to load the schedule. Please try again.'}>
        {(record) => <EditForm key={record.id} record={record} />}
      </RecordLoad>
    </FormPage>
  );
}

function EditForm({ record }: { record: ScheduleRecord }) {
  const returnTo = useReturnTo();
  const update = useOnlineAction('updateSchedule');
  const [asked, setAsked] = useState(false);
  const [defaults] = useState(() => scheduleValues(record));
  const { id } = record;
  const choices = useOnlineCall('deviceDropdown');
  const procedures = useView((view) => view.all('procedure'));
  const named = [...(choices.data?.vendors ?? []), ...procedures, { id: record.targetId, name: record.targetName }];
  const names = new Map(named.map((one) => [one.id, one.name]));
  const name = `${record.title || taskNames[record.kind]}, ${intervalWords(record)}`;
  return (
    <>
      <ScheduleForm
        defaults={defaults}
        targetName={record.targetName}
        draftKey={`schedule:${id}`}
        cancelTo={schedules.to}
        edit={{
          shape: recordShapes.schedule,
          valuesOf: scheduleValues,
          labels: scheduleLabels,
          textOf: (field, value) => scheduleText(field, value, names),
        }}
        send={(body, idempotencyKey) => update.run({ params: { id }, body, idempotencyKey })}
        savedText={() => 'Schedule updated. Its open tasks move to the new dates.'}
        onSaved={() => returnTo(schedules.to)}
      />
      <div className="mt-5 border-t border-line pt-5">
        <Button variant="danger" icon="trash" onClick={() => setAsked(true)}>
          Delete schedule
        </Button>
      </div>
      <EndScheduleDialog
        schedule={asked ? { id, name } : null}
        onClose={() => setAsked(false)}
        onEnded={() => void returnTo(schedules.to)}
      />
    </>
  );
}

type Form = ComponentProps<typeof OnlineForm<ScheduleInput, ScheduleOutput, ScheduleRecord>>;

interface ScheduleFormProps extends Pick<Form, 'draftKey' | 'cancelTo' | 'edit' | 'send' | 'savedText' | 'onSaved'> {
  defaults: DefaultValues<ScheduleInput>;
  targetName?: string;
}

function ScheduleForm({ targetName, ...form }: ScheduleFormProps) {
  return (
    <OnlineForm<ScheduleInput, ScheduleOutput, ScheduleRecord>
      {...form}
      schema={scheduleBody}
      refused={(message) => `Error saving the schedule. ${message}`}
      otherwise=""
    >
      <ScheduleInputs targetName={targetName} />
    </OnlineForm>
  );
}
