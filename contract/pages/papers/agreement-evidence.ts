import type { AgreementEvidence, EvidenceBreach } from '../../calls/agreement/evidence.ts';
import { counted } from '../../rules/counted.ts';
import { measureWords } from '../../rules/agreements/penalty-words.ts';
import { penaltyMeasures } from '../../records/agreement-terms.ts';
import { formatInr } from '../../rules/money.ts';
import type { Paper, PaperColumn, PaperTable } from './paper.ts';

const columns: readonly PaperColumn[] = [
  { header: 'Call ID', width: 8 },
  { header: 'Equipment', width: 10 },
  { header: 'Serial number', width: 9 },
  { header: 'Steps and times', width: 23, isLines: true },
  { header: 'Promised', width: 10 },
  { header: 'Took', width: 9 },
  { header: 'Late', width: 9 },
  { header: 'How it is computed', width: 20, isLines: true },
  { header: 'Penalty', width: 9, isMoney: true },
  { header: 'Extension', width: 9 },
];

/**
 * Builds the evidence of a contract for a period: each broken promise with its steps, times and arithmetic, and the
 * total.
 */
export function agreementEvidencePaper({
  number,
  period,
  facts,
  breaches,
  excluded,
  judged,
  totals,
  notes,
}: AgreementEvidence): Paper {
  const looked = penaltyMeasures.filter((measure) => judged[measure] > 0);
  return {
    title: `Penalty Evidence of ${number}`,
    period: period.words,
    facts: [
      ...facts,
      ['Checked', looked.map((measure) => `${measureWords[measure]} ${judged[measure]}`).join(', ') || 'nothing'],
      ['Broken', breaches.length.toLocaleString('en-IN')],
      ['Penalties', formatInr(totals.amount)],
      ['Extension', counted(totals.extensionDays, 'day')],
    ],
    legend: [
      'Computed from the steps of the tickets and the terms of the contract; nothing is deducted by this sheet. Time is that of the hours of the contract, without waiting for access and approval. A day or percentage point begun counts whole.',
      ...notes,
    ].join(' '),
    isWide: true,
    dividedBy: 'Promise',
    tables: [
      ...penaltyMeasures.map((measure): PaperTable => ({
        title: measureWords[measure],
        columns,
        rows: breaches.filter((breach) => breach.measure === measure).map(rowOf),
        empty: judged[measure] > 0 ? 'Kept every time.' : 'Nothing to evaluate in this period.',
      })),
      {
        title: 'Not counted',
        columns,
        rows: excluded.map(({ ticketNumber, equipmentName, serialNumber, times, reason }) => [
          ticketNumber ?? '',
          equipmentName,
          serialNumber,
          times.join('\n'),
          '',
          '',
          '',
          reason,
          null,
          '',
        ]),
        empty: 'No ticket is excluded.',
      },
    ],
    signatures: ['Prepared by', 'Head of biomedical engineering', 'For the vendor'],
  };
}

function rowOf(breach: EvidenceBreach): PaperTable['rows'][number] {
  const { ticketNumber, equipmentName, serialNumber, times, promised, took, late, arithmetic, amount, extensionDays } =
    breach;
  return [
    ticketNumber ?? '',
    equipmentName,
    serialNumber,
    times.join('\n'),
    promised,
    took,
    late,
    arithmetic.join('\n'),
    amount,
    extensionDays === null ? '' : counted(extensionDays, 'day'),
  ];
}
