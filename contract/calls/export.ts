import * as z from '../zod.ts';
import { defineCall, offlineWrite } from '../define.ts';
import { requiredText } from '../fields.ts';
import { counted } from '../rules/counted.ts';

const exportBody = z.object({
  /** The list or paper, as its screen names it. */
  name: requiredText('Please name what was exported.'),
  rows: z.number().check(z.int(), z.minimum(0)),
});

/** Exports that the app makes itself. Source: docs/decisions/476-exports-in-the-log.md. */
export const exportCalls = {
  reportExport: defineCall({
    method: 'POST',
    path: '/Export',
    summary: 'Record an export made by the app in the activity log',
    activity: 'Export a list',
    access: 'signed-in',
    body: exportBody,
    /** What the activity log shows as the record. */
    answer: z.object({ id: z.string() }),
    offline: offlineWrite(exportBody, {
      kind: 'export.report',
      version: 1,
      stream: (_body, commandId) => `export:${commandId}`,
      title: ({ name, rows }) => `Export ${name} (${counted(rows, 'row')})`,
      deviceIds: () => [],
      files: () => [],
      effect: () => [],
      correctIn: () => null,
      asNote: () => null,
      // A tablet without devices shows no list to export.
      sample: (source, view) =>
        view.all('device').length === 0 ? null : { name: source.text(), rows: Math.floor(source.next() * 100) },
    }),
  }),
};
