import { faultReport, reportSettings } from '../db/schema.ts';
import type { WriteScope } from '../db/scope.ts';

const minuteMs = 60_000;

/** Switches reports from labels on, and adds two that nobody has decided on. */
export async function seedReports(
  scope: WriteScope,
  [first = '', second = '']: readonly string[],
  { now, newId }: { now: Date; newId: () => string },
): Promise<void> {
  const settings = { isOn: true, helpline: '+91 20 4000 1234', keepDays: 90, labelLine: 'खराबी कळवण्यासाठी स्कॅन करा' };
  await scope.insert(reportSettings, settings);
  const report = (minutes: number) => ({
    id: newId(),
    secretHash: newId(),
    browser: newId(),
    hasToken: true,
    extension: '',
    photos: 0,
    unusuallyMany: false,
    reportedAt: new Date(now.getTime() - minutes * minuteMs),
    receivedAt: new Date(now.getTime() - minutes * minuteMs),
  });
  const reports = [
    {
      ...report(190),
      deviceId: first,
      reference: 'R-4KD7QM',
      kind: 'alarm' as const,
      text: 'Beeps every few minutes, the screen says E-12.',
      patientAffected: 'no' as const,
      name: 'Sister Lata',
      extension: '2214',
    },
    {
      ...report(35),
      deviceId: second,
      reference: 'R-9XH2VB',
      kind: 'accessory' as const,
      text: '',
      patientAffected: 'unsure' as const,
      name: '',
    },
  ];
  await scope.insert(faultReport, reports);
  scope.touch('faultReport', ...reports.map(({ id }) => id));
  scope.touch('setting', 'reports');
}
