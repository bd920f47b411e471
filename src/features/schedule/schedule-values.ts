import type { DefaultValues } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { ScheduleRecord, scheduleBody } from '#contract/calls/schedule.ts';
import { formatSlashDay } from '#contract/rules/dates-format.ts';
import { isLocalDay, type LocalDay } from '#contract/rules/hospital-day.ts';
import { basisNames, targetNames, unitNames } from '#contract/rules/plan-words.ts';
import { taskNames } from '#contract/rules/task-status.ts';

export type ScheduleInput = z.input<typeof scheduleBody>;
export type ScheduleOutput = z.output<typeof scheduleBody>;

export const scheduleLabels = {
  target: 'For',
  targetId: 'Device, model or type',
  kind: 'Kind',
  title: 'Title',
  every: 'Every',
  unit: 'Unit',
  basis: 'Next task is counted from',
  firstDueOn: 'First due date',
  lastDoneOn: 'Last done date',
  start: 'Tasks before today',
  ends: 'Ends',
  endsOn: 'End date',
  count: 'Number of tasks',
  windowDays: 'On time within (days)',
  doneBy: 'Done by',
  vendorId: 'Vendor',
  procedureId: 'Procedure',
  makerEvery: 'Maker says every',
  makerUnit: 'Maker’s unit',
  longerReason: 'Reason for the longer interval',
  longerApprover: 'Approved by',
  reviewOn: 'Review on',
};

export const endNames = { never: 'Never', date: 'On a date', count: 'After a number of tasks' };

export const doerNames = { 'in-house': 'In-house', vendor: 'Vendor, by contract' };

/** Returns the values of an empty form. */
export function blankSchedule(target: ScheduleInput['target'], targetId: string): DefaultValues<ScheduleInput> {
  return {
    target,
    targetId,
    title: '',
    unit: 'month',
    basis: 'fixed',
    firstDueOn: '',
    start: 'today',
    lastDoneOn: '',
    ends: 'never',
    endsOn: '',
    doneBy: 'in-house',
    vendorId: '',
    procedureId: '',
    makerUnit: 'month',
    longerReason: '',
    longerApprover: '',
    reviewOn: '',
  };
}

/** Returns a schedule's form values. */
export function scheduleValues(record: ScheduleRecord): DefaultValues<ScheduleInput> {
  const { hospitalId: _hospital, id: _id, targetName: _name, devices: _devices, recordFrom: _from, ...own } = record;
  return {
    ...own,
    endsOn: own.endsOn ?? '',
    vendorId: own.vendorId ?? '',
    procedureId: own.procedureId ?? '',
    makerUnit: own.makerUnit ?? own.unit,
    reviewOn: own.reviewOn ?? '',
    lastDoneOn: '',
  };
}

/** Formats a field's value that is not plain text; `names` maps the ids of vendors, procedures and targets to names. */
export function scheduleText(field: string, value: unknown, names: ReadonlyMap<string, string>): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  if (field === 'vendorId' || field === 'procedureId' || field === 'targetId') return names.get(value) ?? 'another one';
  if (['firstDueOn', 'endsOn', 'reviewOn', 'lastDoneOn'].includes(field)) {
    return isLocalDay(value) ? formatSlashDay(value) : undefined;
  }
  const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    kind: taskNames,
    unit: unitNames,
    basis: basisNames,
    target: targetNames,
    ends: endNames,
    doneBy: doerNames,
    makerUnit: unitNames,
  };
  return words[field]?.[value];
}

/** Returns the day in a date field, once it is valid. */
export function dayOf(value: unknown): LocalDay | null {
  return typeof value === 'string' && isLocalDay(value) ? value : null;
}
