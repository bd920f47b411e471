import type { ProcedureRecord } from '../../records/test.ts';
import { counted } from '../../rules/counted.ts';
import { formatShortDay } from '../../rules/dates-format.ts';
import type { LocalDay } from '../../rules/hospital-day.ts';
import { electricalWords, limitWords, unconfirmed } from '../../rules/procedure.ts';
import { byName } from '../names.ts';
import type { Paper, PaperColumn } from './paper.ts';

const columns: readonly PaperColumn[] = [
  { header: 'Step', width: 30 },
  { header: 'Measured', width: 28 },
  { header: 'Limits', width: 18 },
  { header: 'Source', width: 24 },
];

/** Lists the limits that nobody in the hospital has confirmed, by procedure. Source: docs/product.md P241. */
export function limitsPaper(procedures: readonly ProcedureRecord[], today: LocalDay): Paper {
  const open = procedures
    .map(({ id, name, steps }) => ({ id, name, steps: unconfirmed(steps) }))
    .filter(({ steps }) => steps.length > 0)
    .toSorted(byName);
  const limits = open.reduce((sum, { steps }) => sum + steps.length, 0);
  return {
    title: 'Limits to Confirm',
    period: `As of ${formatShortDay(today)}`,
    facts: [
      ['Limits to confirm', limits.toLocaleString('en-IN')],
      ['In', `${counted(open.length, 'procedure')} of ${procedures.length.toLocaleString('en-IN')}`],
    ],
    legend:
      'Tests use these limits already, and certificates say that the hospital has not confirmed them. Compare each with the maker’s manual or the standard, and confirm it in the procedure.',
    dividedBy: 'Procedure',
    tables:
      open.length === 0
        ? [{ title: 'Limits', columns, rows: [], empty: 'All limits are confirmed.' }]
        : open.map(({ name, steps }) => ({
            title: name,
            columns,
            empty: '',
            rows: steps.map((step) => [
              step.title,
              step.kind === 'electrical' ? electricalWords[step.method] : step.unit,
              limitWords(step),
              step.source,
            ]),
          })),
    signatures: ['Prepared by', 'Head of biomedical engineering'],
  };
}
