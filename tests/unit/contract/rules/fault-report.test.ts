import { describe, expect, test } from 'vitest';
import { affectsPatient, decided, reporterOf, reportWords, ticketOfReport } from '#contract/rules/fault-report.ts';
import { withoutJpegMetadata } from '#contract/rules/jpeg-metadata.ts';
import { asTakenByPhone, told } from '#tests/support/camera-jpeg.ts';
import { faultReportRecord } from '#tests/support/ward-records.ts';

const by = { reason: null, ticketId: null, decidedAt: '2026-11-25T05:00:00.000Z', decidedBy: 'A. Rao' };
const closed = { ...by, state: 'closed' as const, reason: 'duplicate' as const };
const joined = { ...by, state: 'joined' as const, ticketId: 'ticket-1' };
const accepted = { ...by, state: 'accepted' as const, ticketId: 'report-1.r' };

describe('P302 decisions on a report', () => {
  test('result in the same state in any order of arrival', () => {
    const report = faultReportRecord();
    const all = [closed, joined, accepted];
    for (const one of all) {
      for (const other of all.filter((each) => each !== one)) {
        const rest = all.filter((each) => each !== one && each !== other);
        const end = [one, other, ...rest].reduce(decided, report);
        expect(end).toMatchObject(accepted);
      }
    }
    expect([joined, closed].reduce(decided, report)).toMatchObject(joined);
    expect([closed, { ...closed, decidedBy: 'B. Nair' }].reduce(decided, report)).toMatchObject(closed);
  });

  test('create a ticket with everything reported, and no names', () => {
    const second = { ...faultReportRecord(), kind: 'no-power' as const, text: '', patientAffected: 'yes' as const };
    const report = faultReportRecord({ further: [second] });
    const made = ticketOfReport(report, { priority: 'High', machineStatus: 'System Down' });
    expect(made).toMatchObject({
      problemReported: 'Alarm or error message: Error 12\nDoes not switch on',
      reportedBy: 'Ward report R-7KM3QD',
      reportedDate: report.reportedAt,
      anyPatientHarm: true,
    });
    expect(JSON.stringify(made)).not.toContain('Sister Mary');
    expect(affectsPatient(faultReportRecord({ patientAffected: 'unsure' }))).toBe(false);
    expect([reportWords(faultReportRecord()), reporterOf(report)]).toEqual([
      'Alarm or error message: Error 12',
      'Ward report R-7KM3QD',
    ]);
  });
});

describe('P301 a photo', () => {
  const plain = Buffer.from('ffd8ffe000104a46494600010100000100010000ffda0008010100003f00aaffd9', 'hex');
  test('loses its metadata and keeps its picture', () => {
    const taken = asTakenByPhone(plain);
    expect(taken.includes(told.place)).toBe(true);
    const clean = Buffer.from(withoutJpegMetadata(taken) ?? []);
    for (const text of Object.values(told)) expect(clean.includes(text)).toBe(false);
    expect(clean).toEqual(plain);
  });
  test('without metadata is returned unchanged; a file that is not JPEG is refused', () => {
    expect(withoutJpegMetadata(plain)).toBe(plain);
    expect(withoutJpegMetadata(Buffer.from('%PDF-1.7'))).toBeNull();
    expect(withoutJpegMetadata(plain.subarray(0, 12))).toBeNull();
  });
});
