import { defaultEndSteps } from '#contract/rules/agreements/end-steps.ts';
import type { WardView } from '#ui/engine/engine.ts';

/** Returns how many days before a contract's end the hospital is reminded. Source: docs/product.md P136. */
export function endStepsOf(view: Pick<WardView, 'get'>): readonly number[] {
  const setting = view.get('setting', 'contracts');
  return setting?.id === 'contracts' ? setting.endSteps : defaultEndSteps;
}
