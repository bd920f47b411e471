import { electricalWords, isMeasured, limitWords } from '#contract/rules/procedure.ts';
import type { ElectricalMethod, ProtectionClass, Step } from '#contract/records/procedure.ts';

export const procedureLabels = { name: 'Name', steps: 'Steps', equipmentIds: 'Equipment types', modelIds: 'Models' };

export const stepLabels = {
  title: 'Name',
  detail: 'How it is done',
  isRequired: 'Required',
  method: 'Method',
  protectionClass: 'Protection class',
  appliedPart: 'Applied part',
  unit: 'Unit',
  nominal: 'Nominal',
  lower: 'Lower limit',
  upper: 'Upper limit',
  source: 'Source of the limit',
  isConfirmed: 'The hospital has confirmed the limits',
  needsTester: 'Measured with a tester',
};

/** Labels of every part of a procedure that can differ between two edits. */
export const procedureLeafLabels: Readonly<Record<string, string>> = {
  ...procedureLabels,
  ...Object.fromEntries(Object.entries(stepLabels).map(([field, label]) => [`steps.*.${field}`, label])),
};

/** The editor's name for each kind of step. */
export const stepWords: Readonly<Record<Step['kind'], string>> = {
  look: 'Visual check',
  reading: 'Measurement',
  electrical: 'Electrical safety',
  photo: 'Photo',
  text: 'Text',
};

/** Returns the name of a protection class. */
export const protectionWords = (one: ProtectionClass) => (one === 'internal' ? 'Internal supply' : `Class ${one}`);

/** Summarizes a step in one line. */
export function stepSummary(step: Step): string {
  if (!isMeasured(step)) {
    const isRequired = step.kind !== 'look' && step.isRequired;
    return stepWords[step.kind] + (isRequired ? ', required' : '');
  }
  const what = step.kind === 'electrical' ? electricalWords[step.method] : stepWords.reading;
  return `${what}: ${limitWords(step)}`;
}

/** Formats a part of the steps that is not plain text. */
export function stepLeafText(field: string, value: unknown): string | undefined {
  if (field === 'steps.*') return (value as Step).title || 'New step';
  if (field === 'steps.*.method') return electricalWords[value as ElectricalMethod];
  if (field === 'steps.*.protectionClass') return protectionWords(value as ProtectionClass);
  return field === 'steps.*.appliedPart' && value === 'none' ? 'None' : undefined;
}
