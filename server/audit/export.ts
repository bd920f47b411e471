import { counted } from '#contract/rules/counted.ts';
import type { Handlers } from '../context.ts';

/** Records exports in the activity log: each is the entry that every accepted write makes there. */
export const exportHandlers = {
  reportExport: async ({ body, note }) => {
    await note('export.list');
    return { id: `${body.name}, ${counted(body.rows, 'row')}` };
  },
} satisfies Handlers<'reportExport'>;
