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

/** Guides a hospital's office through the first hour. */
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
 * Guides the Admin through the first hour of a hospital: what they still have to do, and what the office and engineers
 * have done.
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
  // The office can also take its engineers' steps.
  const isOwn = step.who === viewer || (viewer === 'Hospital' && step.who === 'BME');
  const target = isOwn ? link?.(hour.hospitalId) : undefined;
  // Tablets may be added at any time; the office's sign-in is handed over only once.
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
        {/* The office may only need a new password later, so its button stops being the primary one. */}
        {target && (
          <ButtonLink to={target.to} variant={isNext && step.key !== 'office' ? 'primary' : 'secondary'}>
            {target.label}
          </ButtonLink>
        )}
        {viewer === 'Hospital' && step.key === 'register' && !step.isDone && (
          <ButtonLink to={paths.deviceCreate()}>Add devices by hand</ButtonLink>
        )}
        {viewer === 'Hospital' && step.key === 'labels' && (
          <ButtonLink to={paths.printWardPage()}>Page for the ward</ButtonLink>
        )}
      </div>
    </li>
  );
}
