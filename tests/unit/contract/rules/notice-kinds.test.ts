import { expect, test } from 'vitest';
import { noticeKinds } from '#contract/records/notice.ts';
import { noticeKindsOf } from '#contract/rules/notices.ts';

test('P342 the kinds to choose from are those that a role can get', () => {
  const ofOffice = new Set(['importFinished', 'storageNearlyFull']);
  expect(noticeKindsOf('BME')).toEqual(noticeKinds.filter((kind) => !ofOffice.has(kind)));
  const office = noticeKindsOf('Hospital');
  expect(office).toEqual(expect.arrayContaining(['urgentTicket', 'patientReport', 'overdueWork']));
  expect(office).not.toEqual(expect.arrayContaining(['ticketAssigned']));
  expect(noticeKindsOf('Admin')).toEqual([]);
});
