import { expect, test } from 'vitest';
import { noticeKinds } from '#contract/records/notice.ts';
import { noticeKindsOf } from '#contract/rules/notices.ts';

test('P342 a role can choose exactly the kinds that it can get', () => {
  const ofOffice = new Set(['importFinished', 'storageNearlyFull']);
  expect(noticeKindsOf('BME')).toEqual(noticeKinds.filter((kind) => !ofOffice.has(kind)));
  const office = noticeKindsOf('Hospital');
  expect(office).toEqual(expect.arrayContaining(['urgentTicket', 'patientReport', 'overdueWork']));
  expect(office).not.toEqual(expect.arrayContaining(['ticketAssigned']));
  expect(noticeKindsOf('Admin')).toEqual([]);
});
