import { useParams } from 'react-router-dom';
import type { FirstHour } from '#contract/calls/first-hour.ts';
import type { Role } from '#contract/define.ts';
import { type FirstHourStep, firstHourSteps } from '#contract/rules/first-hour.ts';
import { RecordLoad } from '#ui/forms/online/record-load.tsx';
import { paths } from '#ui/paths.ts';
import { useOnlineCall } from '#ui/engine/use-online-call.ts';
import { Badge } from '#ui/ui/badge.tsx';
import { ButtonLink } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { Icon } from '#ui/ui/icons.tsx';
import { PageHeader } from '#ui/ui/page-header.tsx';
import { SignInNote } from './sign-in-note.tsx';
import { stepWords, takers } from './first-hour-words.ts';

const failed = () => 'The steps could not be loaded.';

/** The first hour of a hospital, for its office. */
export function OfficeFirstHourScreen() {
  const call = useOnlineCall('firstHour');
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader title="First hour" back={{ to: paths.bmeDashboard(), label: 'Dashboard' }} />
      <RecordLoad call={call} failed={failed} rows={6}>
        {(hour) => <Steps hour={hour} viewer="Hospital" />}
      </RecordLoad>
    </div>
  );
}

/**
 * The first hour of a hospital, for the Admin: what is left for them to do, and what the office and the engineers have
 * done.
 */
export function AdminFirstHourScreen() {
  const { id = '' } = useParams();
  const call = useOnlineCall('hospitalFirstHour', { params: { id } });
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader title="First hour" back={{ to: paths.hospitals(), label: 'Hospitals' }} />
      <RecordLoad call={call} failed={failed} rows={6}>
        {(hour) => <Steps hour={hour} viewer="Admin" />}
      </RecordLoad>
    </div>
  );
}

function Steps({ hour, viewer }: { hour: FirstHour; viewer: Role }) {
  const steps = firstHourSteps(hour.facts);
  const done = steps.filter((step) => step.isDone).length;
  const next = steps.find((step) => !step.isDone);
  return (
    <>
      <p className="mb-4" aria-live="polite">
        <span className="font-semibold">{hour.hospitalName}</span>: {done} of {steps.length} steps done.{' '}
        {next
          ? `Next: ${stepWords[next.key].title}. You can leave and come back: progress is read from your records.`
          : 'The hospital does its rounds.'}
      </p>
      <Card flush>
        <ol>
          {steps.map((step, index) => (
            <Step key={step.key} step={step} place={index + 1} hour={hour} viewer={viewer} isNext={step === next} />
          ))}
        </ol>
      </Card>
    </>
  );
}

interface StepProps {
  step: FirstHourStep;
  place: number;
  hour: FirstHour;
  viewer: Role;
  isNext: boolean;
}

function Step({ step, place, hour, viewer, isNext }: StepProps) {
  const { title, icon, text, link } = stepWords[step.key];
  // The office may do what its engineers do.
  const isOwn = step.who === viewer || (viewer === 'Hospital' && step.who === 'BME');
  const target = isOwn ? link?.(hour.hospitalId) : undefined;
  // A tablet may come later; the office's sign-in is handed over once.
  const showsAddress = step.key === 'tablets' || (step.key === 'office' && viewer === 'Admin' && !step.isDone);
  return (
    <li className="flex gap-4 border-b border-line p-4 last:border-0 sm:p-5" aria-current={isNext ? 'step' : undefined}>
      <span aria-hidden="true" className={step.isDone ? 'text-ok' : 'text-primary'}>
        <Icon name={step.isDone ? 'check-circle' : icon} size={28} />
      </span>
      <div className="min-w-0 flex-1 space-y-2">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="text-lg font-bold">
            {place}. {title}
          </h2>
          <Badge tone={step.isDone ? 'ok' : 'neutral'}>{step.isDone ? 'Done' : 'Open'}</Badge>
          {step.count !== '' && <span className="text-sm text-muted">{step.count}</span>}
        </div>
        <p className="text-muted">
          {!isOwn && <span className="font-semibold">{takers[step.who]}: </span>}
          {text}
        </p>
        {showsAddress && <SignInNote email={step.key === 'office' ? hour.officeEmail : undefined} />}
        {/* The office is next when its password has been set: another one is for who lost it. */}
        {target && (
          <ButtonLink to={target.to} variant={isNext && step.key !== 'office' ? 'primary' : 'secondary'}>
            {target.label}
          </ButtonLink>
        )}
        {viewer === 'Hospital' && step.key === 'register' && !step.isDone && (
          <ButtonLink to={paths.deviceCreate()}>Add devices by hand</ButtonLink>
        )}
      </div>
    </li>
  );
}
