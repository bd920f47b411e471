import type { ProposalFacts } from '#contract/pages/template-proposal.ts';
import type { WardView } from '#ui/engine/engine.ts';

/** Collects from the replica the facts that determine which templates are missing. */
export function gatherProposal(view: Pick<WardView, 'all'>): ProposalFacts {
  return {
    departments: view.all('department'),
    devices: view.all('device'),
    templates: view.all('template'),
  };
}
