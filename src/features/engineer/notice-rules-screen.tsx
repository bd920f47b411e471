import { type NoticeSettings, noticeSettingsBody } from '#contract/calls/notice-settings.ts';
import type { BodyInput } from '#contract/define.ts';
import type { Calls } from '#contract/index.ts';
import { recordShapes } from '#contract/rules/merge/records.ts';
import { inNaturalOrder } from '#contract/rules/natural-order.ts';
import { whole } from '#contract/rules/read-number.ts';
import { useView } from '#ui/engine/engine-provider.tsx';
import { useOnlineAction, useOnlineCall } from '#ui/engine/use-online-call.ts';
import { FormNumber } from '#ui/fields/form-number.tsx';
import { FormSelect } from '#ui/fields/form-select.tsx';
import { FormText } from '#ui/fields/form-text.tsx';
import { OnlineForm } from '#ui/forms/online/online-form.tsx';
import { SettingsPage, settingsWords } from '#ui/forms/online/settings-page.tsx';
import { paths } from '#ui/paths.ts';
import { useReturnTo } from '#ui/ui/return-to.ts';

type Body = BodyInput<Calls['updateNoticeSettings']>;

const labels = {
  criticalMinutes: 'Critical (minutes)',
  highMinutes: 'High (minutes)',
  mediumHours: 'Medium (hours)',
  lowDays: 'Low (days)',
  personId: 'Engineer told after those on duty',
  quietFrom: 'Quiet from',
  quietTo: 'Quiet until',
  digestAt: 'Overdue work is told at',
} as const satisfies Record<keyof Omit<NoticeSettings, 'revision'>, string>;

const valuesOf = (settings: NoticeSettings) => settings;

/**
 * Edits who is notified of tickets that nobody accepts, and when notices are mailed and pushed. Source: docs/product.md
 * P345.
 */
export function NoticeRulesScreen() {
  const settings = useOnlineCall('noticeSettings', {}, { once: true });
  return (
    <SettingsPage
      call={settings}
      title="Escalation and quiet hours"
      subtitle="If nobody accepts a ticket in time, the engineers on duty are told, then the engineer named here, then the office."
      back={{ to: paths.engineers(), label: 'BME Accounts' }}
    >
      {(record) => <SettingsForm settings={record} />}
    </SettingsPage>
  );
}

function SettingsForm({ settings }: { settings: NoticeSettings }) {
  const returnTo = useReturnTo();
  const update = useOnlineAction('updateNoticeSettings');
  const engineers = useView((view) =>
    view
      .all('technician')
      .map(({ id, name }) => ({ value: id, label: name }))
      .sort((a, b) => inNaturalOrder(a.label, b.label)),
  );
  const textOf = (field: string, value: unknown): string | undefined =>
    field === 'personId' ? (engineers.find((each) => each.value === value)?.label ?? 'Nobody') : undefined;
  return (
    <OnlineForm
      schema={noticeSettingsBody}
      defaults={valuesOf(settings)}
      edit={{ shape: recordShapes.noticeSettings, valuesOf, labels, textOf }}
      draftKey="notice-settings"
      cancelTo={paths.engineers()}
      {...settingsWords}
      send={(body, idempotencyKey) => update.run({ body, idempotencyKey })}
      onSaved={() => returnTo(paths.engineers())}
    >
      <fieldset className="min-w-0 space-y-2">
        <legend className="font-semibold">A ticket should be accepted within</legend>
        <p className="text-sm text-muted">
          The time restarts with each step and each increase in priority. Critical tickets count day and night, the
          others during the hours of the hospital (Targets and rules), without holidays.
        </p>
        <div className="grid grid-cols-2 items-start gap-4 sm:grid-cols-4">
          <FormNumber<Body> name="criticalMinutes" kind={whole} label={labels.criticalMinutes} required />
          <FormNumber<Body> name="highMinutes" kind={whole} label={labels.highMinutes} required />
          <FormNumber<Body> name="mediumHours" kind={whole} label={labels.mediumHours} required />
          <FormNumber<Body> name="lowDays" kind={whole} label={labels.lowDays} required />
        </div>
      </fieldset>
      <FormSelect<Body>
        name="personId"
        label={labels.personId}
        hint="Without one, the office is told instead."
        options={[{ value: '', label: 'Nobody' }, ...engineers]}
      />
      <fieldset className="min-w-0 space-y-2">
        <legend className="font-semibold">Quiet hours</legend>
        <p className="text-sm text-muted">
          Mail and push wait until they end, except for urgent tickets and urgent fault reports. Leave both times empty
          for none.
        </p>
        <div className="grid grid-cols-2 items-start gap-4">
          <FormText<Body> name="quietFrom" label={labels.quietFrom} type="time" />
          <FormText<Body> name="quietTo" label={labels.quietTo} type="time" />
        </div>
      </fieldset>
      <FormText<Body>
        name="digestAt"
        label={labels.digestAt}
        type="time"
        hint="Once a day, engineers are told how many of their tasks are overdue, and the office how many there are."
        required
      />
    </OnlineForm>
  );
}
