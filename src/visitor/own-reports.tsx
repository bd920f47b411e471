/** @jsxImportSource preact */
import { Latin } from './parts.tsx';
import { isLater, missingPhotos } from './send.ts';
import type { KeptReport } from './store.ts';
import { type Language, leftToRight, timeWords, type Words } from './words.ts';

interface OwnReportsProps {
  words: Words;
  language: Language;
  reports: readonly KeptReport[];
  isSolving: boolean;
  now: number;
}

/** Lists the reports of this phone, each with its status. */
export function OwnReports({ words, language, reports, isSolving, now }: OwnReportsProps) {
  if (reports.length === 0) return null;
  return (
    <section aria-labelledby="own-reports" class="space-y-3">
      <div>
        <h2 id="own-reports" tabIndex={-1} class="text-lg font-bold">
          {words('yourReports')}
        </h2>
        <p class="text-sm text-muted">{words('keptDays')}</p>
      </div>
      <ul class="space-y-3">
        {reports.map((report) => (
          <li key={report.id} class="rounded-card border border-line bg-surface p-4">
            <p class="font-semibold">
              <bdi>{report.device.equipmentName}</bdi>
              {report.device.departmentName !== '' && ' · '}
              <bdi>{report.device.departmentName}</bdi> · <Latin>…{report.device.serialEnd}</Latin>
            </p>
            <p class="text-sm text-muted">
              {words(`kind_${report.body.kind.replaceAll('-', '_')}`)}
              {' · '}
              {timeWords(language, new Date(report.madeAt).toISOString(), report.device.timeZone, now)}
            </p>
            <p class="mt-2 font-semibold">{stateWords(report, { words, language, isSolving, now })}</p>
            {report.status && (
              <p class="mt-1">
                {words('reference')} <Latin>{report.status.reference}</Latin>
              </p>
            )}
            {report.isHeld && report.status && <p class="mt-1">{words('notOnPhone')}</p>}
            {report.state === 'sent' && missingPhotos(report).length > 0 && (
              <p class="mt-1">{words('photosMissing')}</p>
            )}
            {report.status && report.status.people > 1 && (
              <p class="mt-1">
                {words('people', { count: report.status.people, shown: String(report.status.people) })}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const refusals: Readonly<Record<string, string>> = { 'report.off': 'refusedOff', 'record.unknown': 'refusedUnknown' };

/** Describes the status of a report in one sentence. */
export function stateWords(
  report: Pick<KeptReport, 'state' | 'status' | 'refusal' | 'notBefore' | 'device'>,
  { words, language, isSolving, now }: Omit<OwnReportsProps, 'reports'>,
): string {
  const { state, status, refusal, device } = report;
  if (state === 'refused') return words(refusals[refusal ?? ''] ?? 'refusedOther');
  if (!status) {
    if (isSolving) return words('checking');
    if (!isLater(report, now)) return words('waiting');
    return words('later', {
      time: timeWords(language, new Date(report.notBefore).toISOString(), device.timeZone, now),
    });
  }
  if (status.doneAt !== null) return words('done');
  if (status.state === 'accepted') return words('accepted', { ticket: leftToRight(status.ticketNumber ?? '') });
  if (status.state === 'joined') return words('joined');
  if (status.state === 'closed') return words(`closed_${(status.reason ?? 'not-a-fault').replaceAll('-', '_')}`);
  return words(state === 'photos' ? 'photosWaiting' : 'received');
}
