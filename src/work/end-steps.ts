import { defaultEndSteps } from '#contract/rules/agreements/end-steps.ts';
import type { WardView } from '#ui/engine/engine.ts';

/** How many days before its end the hospital is reminded of a contract. Source: docs/product.md P136. */
export function endStepsOf(view: Pick<WardView, 'get'>): readonly number[] {
  const setting = view.get('setting', 'contracts');
  return setting?.id === 'contracts' ? setting.endSteps : defaultEndSteps;
}
