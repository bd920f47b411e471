import * as z from '../../zod.ts';
import { defineCall } from '../../define.ts';
import { idParams, optionalText, wholeNumber } from '../../fields.ts';
import { hospitalRoles, officeOnly } from '../../permissions.ts';
import { givenRevision, sentRevision } from '../../revision.ts';

/** Labels whose tokens one call gives. */
export const maxLabels = 100;

const daysNeeded = 'Please enter whole days from 1 to 3650.';
const fields = {
  isOn: z.boolean(),
  /** A phone number for the page behind a label and for the label; empty for none. */
  helpline: optionalText(),
  /** How long the name and extension of a closed report are kept. */
  keepDays: wholeNumber(daysNeeded, 1, 3650),
  /** A line in a second language on labels; empty for none. */
  labelLine: optionalText(),
};
/** The settings of reports from labels, as their form sends them. Source: docs/product.md P303. */
export const reportSettingsBody = z.object({ ...fields, revision: sentRevision });
const record = z.object({ ...fields, keepDays: z.number(), revision: givenRevision });
/** The settings of reports from labels. */
export type ReportSettings = z.output<typeof record>;

const label = z.object({ deviceId: z.string(), token: z.string() });

/** Settings of reports from labels, and the tokens of labels. */
export const reportSettingsCalls = {
  reportSettings: defineCall({
    method: 'GET',
    path: '/FaultReports/settings',
    summary: 'Whether this hospital takes reports from labels, its helpline, and how long names are kept',
    access: hospitalRoles,
    answer: record,
  }),
  updateReportSettings: defineCall({
    method: 'PUT',
    path: '/FaultReports/settings',
    summary: 'Change the settings of reports from labels',
    activity: 'Change the settings of reports from labels',
    access: officeOnly,
    body: reportSettingsBody,
    answer: record,
    errors: ['record.conflict'],
  }),
  labelTokens: defineCall({
    method: 'GET',
    path: '/FaultReports/labels',
    summary: `The tokens of up to ${maxLabels} labels`,
    access: hospitalRoles,
    query: z.object({ ids: z.string().check(z.maxLength(maxLabels * 65)) }),
    answer: z.array(label),
  }),
  renewLabel: defineCall({
    method: 'POST',
    path: '/FaultReports/labels/:id',
    summary: 'Renew the token of a label: earlier labels of the device get the limits of labels without one',
    activity: 'Renew the label of a device',
    access: hospitalRoles,
    params: idParams,
    answer: label,
    errors: ['record.unknown'],
  }),
};
