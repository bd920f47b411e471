import { counted } from '../../rules/counted.ts';
import type { Certificate } from '../../calls/test/record.ts';
import { formatShortDay } from '../../rules/dates-format.ts';
import { noLimit, quantity } from '../../rules/procedure.ts';
import { calibratedWords, rangeWords } from './testers.ts';
import { adjustedWords, limitationInForce } from '../../rules/test-result.ts';
import { overdueWords } from '../../rules/next-due.ts';
import { keptFiles } from '../../rules/missing-file.ts';
import type { Paper, PaperColumn, PaperTable } from './paper.ts';

type CertificateStep = Certificate['steps'][number];

const stepColumns: readonly PaperColumn[] = [
  { header: 'Step', width: 34 },
  { header: 'Limits', width: 22 },
  { header: 'As found', width: 12 },
  { header: 'As left', width: 12 },
  { header: 'Verdict', width: 20 },
];
const testerColumns: readonly PaperColumn[] = [
  { header: 'Tester', width: 18 },
  { header: 'Serial number', width: 14 },
  { header: 'Certificate', width: 14 },
  { header: 'Calibrated', width: 22 },
  { header: 'Range, uncertainty', width: 18 },
  { header: 'Due', width: 14 },
];
const findingColumns: readonly PaperColumn[] = [{ header: 'Finding', width: 100 }];

/** Note on a test that the server has not judged yet. */
const waitingLegend = 'Not yet received by the server: the result may still change.';
const unconfirmedLegend =
  'Limits marked “not confirmed” have not been compared by the hospital with its edition of the standard or the maker’s manual.';

/**
 * Builds the certificate of a test for print; `isWaiting`: the server does not have the test yet. Source:
 * docs/product.md P106.
 */
export function certificatePaper(page: Certificate, { isWaiting }: { isWaiting: boolean }): Paper {
  const { device, testers, findings } = page;
  const limited = page.steps.filter(({ limits }) => limits !== '' && limits !== noLimit);
  const unconfirmed = limited.filter(({ isConfirmed }) => !isConfirmed).length;
  const legends = [isWaiting ? waitingLegend : '', unconfirmed > 0 ? unconfirmedLegend : ''].filter(Boolean);
  const tables: PaperTable[] = [
    {
      title: 'Steps',
      columns: stepColumns,
      empty: 'None',
      rows: page.steps.map((step, at) => [
        `${at + 1}. ${step.title}` +
          (step.method === '' ? '' : ` (${step.method})`) +
          (step.text === '' ? '' : `: ${step.text}`),
        (step.limits === ''
          ? []
          : [step.limits, step.source, step.isConfirmed || step.limits === noLimit ? '' : 'not confirmed']
        )
          .filter(Boolean)
          .join(' · '),
        step.found === null ? '' : quantity(step.found, step.unit),
        step.left === null ? '' : quantity(step.left, step.unit),
        verdictOf(step),
      ]),
    },
    {
      title: 'Testers',
      columns: testerColumns,
      empty: 'No tester is selected.',
      rows: testers.map(({ name, serialNumber, certificateNumber, dueOn, calibration }) => [
        name,
        serialNumber,
        certificateNumber,
        calibratedWords(calibration),
        rangeWords(calibration),
        formatShortDay(dueOn) + (dueOn < page.testedOn ? ', out of date on the day of the test' : ''),
      ]),
    },
    {
      title: 'Findings',
      columns: findingColumns,
      empty: 'None',
      rows: findings.map((words) => [words]),
    },
  ];
  return {
    title: 'Test certificate',
    period: `Tested on ${formatShortDay(page.testedOn)} by ${page.by}`,
    facts: [
      ['Result', page.result],
      ...(page.presentResult ? [['By the current rules', `${page.presentResult}, no longer a Pass`] as const] : []),
      ['Limitation', limitationWords(page)],
      ...(page.adjusted ? [['Found out of limits', adjustedWords(page.adjusted)] as const] : []),
      ...(page.tabletTime === undefined ? [] : [['Time', estimatedWords(page.tabletTime)] as const]),
      ...(limited.length === 0 ? [] : [['Limits', limitsWords(unconfirmed, limited.length)] as const]),
      ['Device', device.equipmentName],
      ['Serial number', device.serialNumber],
      ['Make and model', `${device.makeName} ${device.modelName}`.trim()],
      ['Place', [device.departmentName, device.location].filter(Boolean).join(', ')],
      ['Procedure', `${page.procedureName}, version ${page.version}`],
      ['Next due', dueWords(page)],
      ['Temperature', page.temperature === null ? '' : quantity(page.temperature, '°C')],
      ['Humidity', page.humidity === null ? '' : quantity(page.humidity, '%')],
      ['Remarks', page.remarks],
      ['Record', page.id],
      ...(page.correctsId === null ? [] : ([['Corrects the record', page.correctsId]] as const)),
      ...(page.correctedBy === null ? [] : ([['Corrected by the record', page.correctedBy]] as const)),
    ],
    ...(legends.length > 0 && { legend: legends.join(' ') }),
    tables,
    signatures: ['Tested by', 'Checked by'],
  };
}

/** The limitation in force, or what was typed for a result that it does not change. */
function limitationWords(page: Certificate): string {
  if (page.limitation === '') return '';
  return limitationInForce(page) || `Not in force: ${page.limitation}`;
}

/** When the work is due again, or what was overdue and stayed open. */
function dueWords({ nextDueOn, openTask }: Certificate): string {
  if (openTask) return overdueWords(openTask);
  return nextDueOn === null ? '' : formatShortDay(nextDueOn);
}

/**
 * Returns whether the limits behind the result are the hospital's own. Source:
 * docs/decisions/300-starter-procedures.md.
 */
function limitsWords(unconfirmed: number, all: number): string {
  return unconfirmed === 0 ? 'Confirmed by the hospital' : `${unconfirmed} of ${all} not confirmed by the hospital`;
}

function estimatedWords(tabletTime: string): string {
  return `Estimated. The clock of the tablet was behind and showed ${tabletTime.slice(0, 16).replace('T', ' ')} UTC.`;
}

const lookWords = { ok: 'OK', 'not-ok': 'Not OK', na: 'Not applicable' } as const;

/** Describes the result of a step, with its photos. */
function verdictOf(step: CertificateStep): string {
  const kept = keptFiles(step.photos).length;
  const lost = step.photos.length - kept;
  return [outcomeOf(step), kept > 0 && counted(kept, 'photo'), lost > 0 && `${counted(lost, 'photo')} not kept`]
    .filter(Boolean)
    .join(', ');
}

function outcomeOf({ kind, look, found, left, limits, problem, isAdjusted, text }: CertificateStep): string {
  if (kind === 'look') return look === null ? 'not done' : lookWords[look];
  if (kind === 'photo') return '';
  if (kind === 'text') return text === '' ? '' : 'noted';
  if (found === null && left === null) return 'not done';
  if (problem !== '') return problem;
  if (limits === noLimit) return 'no limit set';
  return isAdjusted ? 'adjusted, within the limits as left' : 'within the limits';
}
