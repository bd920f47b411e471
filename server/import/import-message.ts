import { counted } from '#contract/rules/counted.ts';

/** Numbers in the message of an import. */
export interface ImportCounts {
  added: number;
  failed: number;
  checkOnly: boolean;
}

/** Returns the heading of an import's report: green if nothing failed, otherwise red. Source: docs/product.md P63. */
export function importMessage({ added, failed, checkOnly }: ImportCounts): string {
  if (added + failed === 0)
    return checkOnly ? 'Check completed: the sheet has no rows.' : 'Import completed: the sheet has no rows.';
  if (checkOnly) {
    const good = added === 0 ? 'no row can be imported' : `${counted(added, 'device')} can be imported`;
    const bad = failed === 0 ? '' : `, ${counted(failed, 'row')} would fail`;
    return `Check completed: ${good}${bad}. Nothing has been written.`;
  }
  if (failed === 0) return `Import completed: ${counted(added, 'device')} added.`;
  if (added === 0)
    return `Nothing was imported: ${failed === 1 ? 'the only row' : `all ${counted(failed, 'row')}`} failed.`;
  return `Import completed with errors: ${counted(added, 'device')} added, ${counted(failed, 'row')} failed.`;
}
