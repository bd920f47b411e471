import { electricalStandard, electricalTitles, standardLimit } from '#contract/rules/procedure.ts';
import type { Step } from '#contract/records/procedure.ts';

/** Creates a step for the editor to fill in. */
export function newStep(kind: Step['kind'], id: string): Step {
  const base = { id, title: '', detail: '' };
  const limits = { nominal: null, lower: null, upper: null, source: '', isConfirmed: true };
  switch (kind) {
    case 'look':
      return { ...base, kind };
    case 'reading':
      return { ...base, ...limits, kind, unit: '', needsTester: true };
    case 'electrical':
      return {
        ...base,
        ...limits,
        kind,
        title: electricalTitles['earth-device'],
        method: 'earth-device',
        protectionClass: 'I',
        appliedPart: 'BF',
        upper: standardLimit({ method: 'earth-device', protectionClass: 'I', appliedPart: 'BF' }),
        source: electricalStandard,
        isConfirmed: false,
      };
    case 'photo':
    case 'text':
      return { ...base, kind, isRequired: false };
  }
}
