import type { BodyInput } from '#contract/define.ts';
import { type ReportSettings, reportSettingsBody } from '#contract/calls/report/settings.ts';
import type { Calls } from '#contract/index.ts';
import { recordShapes } from '#contract/rules/merge/records.ts';
import { whole } from '#contract/rules/read-number.ts';
import { useOnlineAction, useOnlineCall } from '#ui/engine/use-online-call.ts';
import { FormCheckbox } from '#ui/fields/form-checkbox.tsx';
import { FormNumber } from '#ui/fields/form-number.tsx';
import { FormText } from '#ui/fields/form-text.tsx';
import { OnlineForm } from '#ui/forms/online/online-form.tsx';
import { SettingsPage, settingsWords } from '#ui/forms/online/settings-page.tsx';
import { paths } from '#ui/paths.ts';
import { useReturnTo } from '#ui/ui/return-to.ts';

type Body = BodyInput<Calls['updateReportSettings']>;

const labels = {
  isOn: 'Take reports from labels',
  helpline: 'Helpline',
  keepDays: 'Days to keep names',
  labelLine: 'Second line on labels',
} as const;

const valuesOf = (settings: ReportSettings) => settings;

/** Edits whether anyone can report a fault from a label, and what labels say. Source: docs/product.md P303. */
export function ReportSettingsScreen() {
  const settings = useOnlineCall('reportSettings', {}, { once: true });
  return (
    <SettingsPage
      call={settings}
      title="Reports from labels"
      subtitle="Anyone who scans a label can report a fault, without an account. Engineers accept, join or close each report."
      back={{ to: paths.faultReports(), label: 'Fault Reports' }}
    >
      {(record) => <SettingsForm settings={record} />}
    </SettingsPage>
  );
}

function SettingsForm({ settings }: { settings: ReportSettings }) {
  const returnTo = useReturnTo();
  const update = useOnlineAction('updateReportSettings');
  return (
    <OnlineForm
      schema={reportSettingsBody}
      defaults={valuesOf(settings)}
      edit={{ shape: recordShapes.reportSettings, valuesOf, labels }}
      draftKey="report-settings"
      cancelTo={paths.faultReports()}
      {...settingsWords}
      send={(body, idempotencyKey) => update.run({ body, idempotencyKey })}
      onSaved={() => returnTo(paths.faultReports())}
    >
      <FormCheckbox<Body> name="isOn" label={labels.isOn} />
      <FormText<Body>
        name="helpline"
        label={labels.helpline}
        hint="A phone number, shown behind the label and printed on it. Leave empty for none."
        maxLength={255}
      />
      <FormText<Body>
        name="labelLine"
        label={labels.labelLine}
        hint="For example “Scan to report a fault” in the language of the wards. Leave empty for none."
        maxLength={255}
      />
      <FormNumber<Body>
        name="keepDays"
        kind={whole}
        label={labels.keepDays}
        hint="Name and extension of a report are erased this many days after it, or its ticket, is closed."
        required
      />
    </OnlineForm>
  );
}
