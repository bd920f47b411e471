import { useFormContext, useWatch } from 'react-hook-form';
import type { BodyInput } from '#contract/define.ts';
import { type FigureSettingsRecord, figureSettingsBody } from '#contract/calls/figures.ts';
import type { Calls } from '#contract/index.ts';
import { officeDecidesOnAccounts } from '#contract/permissions.ts';
import {
  type FacilityKind,
  facilityKinds,
  facilityTargets,
  facilityWords,
  type FigureSettings,
  type RoundDetailYears,
} from '#contract/rules/figures/settings.ts';
import { weekdays } from '#contract/rules/work-days.ts';
import { recordShapes } from '#contract/rules/merge/records.ts';
import { decimal, whole } from '#contract/rules/read-number.ts';
import { useSignedIn } from '#ui/engine/engine-provider.tsx';
import { useMomentText } from '#ui/engine/use-now.ts';
import { useOnlineAction, useOnlineCall } from '#ui/engine/use-online-call.ts';
import { FormWorkDays } from '#ui/fields/form-choices.tsx';
import { FormCheckbox } from '#ui/fields/form-checkbox.tsx';
import { FormNumber } from '#ui/fields/form-number.tsx';
import { FormSelect } from '#ui/fields/form-select.tsx';
import { FormText } from '#ui/fields/form-text.tsx';
import { OnlineForm } from '#ui/forms/online/online-form.tsx';
import { SettingsPage, settingsWords } from '#ui/forms/online/settings-page.tsx';
import { paths } from '#ui/paths.ts';
import { ButtonLink } from '#ui/ui/button.tsx';
import { useReturnTo } from '#ui/ui/return-to.ts';
import { keptWords, RoundDetailsField } from './round-details-field.tsx';

type Body = BodyInput<Calls['updateFigureSettings']>;

const labels = {
  facilityKind: 'Kind of facility',
  availabilityTarget: 'Target for availability (%)',
  completionTarget: 'Target for completion (%)',
  inDateTarget: 'Target for devices in date (%)',
  roundsTarget: 'Target for rounds done (%)',
  hours: 'Hours that availability covers',
  workDays: 'Working days',
  hoursFrom: 'From',
  hoursTo: 'To',
  restrictiveWeight: 'An hour of Restrictive Use counts (%)',
  completionWindow: 'A task is done on time',
  endSteps: 'Days before the end of a contract',
  engineersManageAccounts: 'Engineers may add and remove accounts',
  keepRoundDetails: 'Keep the details of old rounds',
} as const satisfies Record<keyof FigureSettings, string>;

const windowWords = {
  'calendar-month': 'By the end of its calendar month',
  'last-event': 'By interval',
  percent: 'Up to 20 % of its interval late, at most 28 days',
} as const satisfies Record<FigureSettings['completionWindow'], string>;

const hourWords = {
  '24x7': 'Around the clock',
  department: 'The hours in which the departments work',
} as const satisfies Record<FigureSettings['hours'], string>;

/** Labels of the steps before the end of a contract, in order. */
const endStepLabels = ['First step', 'Second step', 'Third step', 'Last step'];

const endStepFields = Object.fromEntries(
  endStepLabels.map((label, at) => [`endSteps.${at}`, `${labels.endSteps}, ${label.toLowerCase()}`]),
);

const valuesOf = ({ since: _since, ...settings }: FigureSettingsRecord) => settings;

/**
 * Edits the targets, hours, window and weight of the hospital's figures, who manages accounts, and how long
 * details of rounds are kept. Source:
 * docs/product.md P88.
 */
export function FigureSettingsScreen() {
  const settings = useOnlineCall('figureSettings', {}, { once: true });
  return (
    <SettingsPage
      call={settings}
      title="Targets and rules"
      subtitle="Settings for this hospital's figures. A change applies to every period at once and is recorded in the activity log."
      back={{ to: paths.figures(), label: 'Figures' }}
      above={
        <div className="mb-4">
          <ButtonLink icon="calendar" to={paths.holidays()}>
            Holidays
          </ButtonLink>
        </div>
      }
    >
      {(record) => <SettingsForm settings={record} />}
    </SettingsPage>
  );
}

/** Joins a hint with who set the value and since when. */
const joined = (hint: string, since: string | undefined): string => [hint, since].filter(Boolean).join(' ');

function SettingsForm({ settings }: { settings: FigureSettingsRecord }) {
  const returnTo = useReturnTo();
  const moment = useMomentText();
  const update = useOnlineAction('updateFigureSettings');
  const since = (field: keyof FigureSettings): string | undefined => {
    const change = settings.since[field];
    return change && `Since ${moment(change.at)}, set by ${change.by}.`;
  };
  return (
    <OnlineForm
      schema={figureSettingsBody}
      defaults={valuesOf(settings)}
      edit={{ shape: recordShapes.figureSettings, valuesOf, labels: { ...labels, ...endStepFields }, textOf }}
      draftKey="figure-settings"
      cancelTo={paths.figures()}
      {...settingsWords}
      send={(body, idempotencyKey) => update.run({ body, idempotencyKey })}
      onSaved={() => returnTo(paths.figures())}
    >
      <KindField hint={since('facilityKind')} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <FormNumber<Body>
          name="availabilityTarget"
          kind={decimal}
          label={labels.availabilityTarget}
          hint={since('availabilityTarget')}
          required
        />
        <FormNumber<Body>
          name="completionTarget"
          kind={decimal}
          label={labels.completionTarget}
          hint={joined('Leave empty for no target.', since('completionTarget'))}
        />
        <FormNumber<Body>
          name="inDateTarget"
          kind={decimal}
          label={labels.inDateTarget}
          hint={joined('Leave empty for no target.', since('inDateTarget'))}
        />
        <FormNumber<Body>
          name="roundsTarget"
          kind={decimal}
          label={labels.roundsTarget}
          hint={joined('Leave empty for no target.', since('roundsTarget'))}
        />
      </div>
      <FormSelect<Body>
        name="completionWindow"
        label={labels.completionWindow}
        hint={
          <>
            By interval: monthly work in its calendar month, quarterly up to 10 days after the due day, half-yearly 20,
            yearly 30, longer 45. {since('completionWindow')}
          </>
        }
        options={Object.entries(windowWords).map(([value, label]) => ({ value, label }))}
        required
      />
      <FormSelect<Body>
        name="hours"
        label={labels.hours}
        hint={since('hours')}
        options={Object.entries(hourWords).map(([value, label]) => ({ value, label }))}
        required
      />
      <HoursFields since={since} />
      <FormNumber<Body>
        name="restrictiveWeight"
        kind={decimal}
        label={labels.restrictiveWeight}
        hint={joined('100 counts as much as an hour of System Down; 0 does not count.', since('restrictiveWeight'))}
        required
      />
      <fieldset className="min-w-0 space-y-2">
        <legend className="font-semibold">{labels.endSteps}</legend>
        <p className="text-sm text-muted">
          {joined(
            'From the first step on, the dashboard shows the contract in the colour of the step that it has reached, and suggestions list AMC, CMC and rental contracts.',
            since('endSteps'),
          )}
        </p>
        <div className="grid grid-cols-2 items-start gap-4 sm:grid-cols-4">
          {endStepLabels.map((label, at) => (
            <FormNumber<Body> key={label} name={`endSteps.${at}`} kind={whole} label={label} required />
          ))}
        </div>
      </fieldset>
      <AccountsField since={since('engineersManageAccounts')} />
      <RoundDetailsField label={labels.keepRoundDetails} since={since('keepRoundDetails')} />
    </OnlineForm>
  );
}

/**
 * Sets who adds and removes accounts: the office decides, everybody can read the setting. Source: docs/product.md P197.
 */
function AccountsField({ since }: { since: string | undefined }) {
  const { userRole } = useSignedIn();
  const may: unknown = useWatch({ name: 'engineersManageAccounts' });
  if (userRole === 'Hospital') {
    return (
      <FormCheckbox<Body>
        name="engineersManageAccounts"
        label={labels.engineersManageAccounts}
        hint={joined('If unticked, only the office can add and remove accounts.', since)}
      />
    );
  }
  return (
    <p>
      {labels.engineersManageAccounts}: <strong>{yesNo(may)}</strong>.{' '}
      <span className="text-sm text-muted">{joined(officeDecidesOnAccounts, since)}</span>
    </p>
  );
}

const yesNo = (value: unknown): string => (value === true ? 'Yes' : 'No');

/** Selects the kind of facility; choosing one proposes its availability target. */
function KindField({ hint }: { hint: string | undefined }) {
  const { setValue } = useFormContext();
  return (
    <FormSelect<Body>
      name="facilityKind"
      label={labels.facilityKind}
      hint={hint}
      options={facilityKinds.map((kind) => ({
        value: kind,
        label: `${facilityWords[kind]} (${facilityTargets[kind]} %)`,
      }))}
      onChosen={(kind) =>
        setValue('availabilityTarget', facilityTargets[kind as FacilityKind], {
          shouldDirty: true,
          shouldValidate: true,
        })
      }
      required
    />
  );
}

/** Asks for the department's hours if they are the ones that count. */
function HoursFields({ since }: { since: (field: keyof FigureSettings) => string | undefined }) {
  const hours: unknown = useWatch({ name: 'hours' });
  if (hours !== 'department') return null;
  return (
    <>
      <FormWorkDays<Body> name="workDays" legend={labels.workDays} hint={since('workDays')} />
      <div className="grid grid-cols-2 items-start gap-4">
        <FormText<Body> name="hoursFrom" label={labels.hoursFrom} type="time" hint={since('hoursFrom')} required />
        <FormText<Body> name="hoursTo" label={labels.hoursTo} type="time" hint={since('hoursTo')} required />
      </div>
    </>
  );
}

/** Formats values for the notice of a conflict. */
function textOf(field: string, value: unknown): string | undefined {
  if (field === 'facilityKind') return facilityWords[value as FacilityKind];
  if (field === 'engineersManageAccounts') return yesNo(value);
  if (field === 'keepRoundDetails') return keptWords[value as RoundDetailYears];
  if (field === 'workDays.*') return weekdays[Number(value) - 1];
  if (field === 'hours') return hourWords[value as keyof typeof hourWords];
  return field === 'completionWindow' ? windowWords[value as keyof typeof windowWords] : undefined;
}
