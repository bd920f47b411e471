import type { ProposalFacts } from '#contract/pages/template-proposal.ts';
import type { WardView } from '#ui/engine/engine.ts';

/** The facts that the missing templates are found from, from the replica. */
export function gatherProposal(view: Pick<WardView, 'all'>): ProposalFacts {
  return {
    departments: view.all('department'),
    devices: view.all('device'),
    templates: view.all('template'),
  };
}
