import { useParams } from 'react-router-dom';
import { agreementEvidencePaper } from '#contract/pages/papers/agreement-evidence.ts';
import { figureSpan, isFault, periodAt, periodWords } from '#contract/rules/figures/period.ts';
import { addMonthsKeepingDay, type LocalDay } from '#contract/rules/hospital-day.ts';
import { fieldErrors } from '#ui/engine/engine.ts';
import { LoadProblem } from '#ui/engine/load-problem.tsx';
import { useAsOf, useToday } from '#ui/engine/use-now.ts';
import { useOnlineCall } from '#ui/engine/use-online-call.ts';
import { useListQuery } from '#ui/lists/list-query.ts';
import { paths } from '#ui/paths.ts';
import { useStepBack } from '#ui/ui/kept-queries.ts';
import { SelectField } from '#ui/ui/select-field.tsx';
import { PaperFrame } from './paper-frame.tsx';

/** Number of quarters and years offered. */
const quarters = 12;
const years = 5;

/** Shows a contract's penalties in a quarter or year, with their evidence; opens with the current quarter. */
export function AgreementEvidenceScreen() {
  const { id = '' } = useParams();
  const query = useListQuery();
  const today = useToday();
  const back = useStepBack({ to: paths.warranties(), label: 'Warranties' });
  const choices = choicesOf(today);
  const at = choices.find(({ value }) => value === query.filter('period'))?.value ?? choices[0]?.value ?? '';
  const { data, error, asOf, reload, isOther } = useOnlineCall('contractEvidence', {
    params: { id },
    query: { period: at.includes('Q') ? 'quarter' : 'year', at },
  });
  // The sheet of another period must not appear under this one.
  const evidence = isOther ? undefined : data;
  const [refused] = fieldErrors(error)['at'] ?? [];
  const made = useAsOf(evidence ? asOf : null) ?? null;
  return (
    <PaperFrame
      title="Penalty Evidence"
      back={back}
      record={evidence?.number}
      paper={evidence && agreementEvidencePaper(evidence)}
      asOf={made}
      isRefused={error !== null}
    >
      <SelectField
        label="Period"
        className="sm:max-w-72"
        value={at}
        options={choices}
        error={refused}
        onChange={(event) => query.setFilter('period', event.target.value)}
      />
      {refused === undefined && (
        <LoadProblem
          call={{ error, reload }}
          offline={
            evidence
              ? 'No connection to the server. This is the evidence as this tablet last saw it.'
              : 'No connection to the server, and this tablet has not seen this evidence yet.'
          }
          failed="The evidence could not be loaded."
        />
      )}
    </PaperFrame>
  );
}

function choicesOf(today: LocalDay): { value: string; label: string }[] {
  const [year = ''] = today.split('-');
  const names = [
    ...Array.from({ length: quarters }, (_quarter, place) =>
      periodAt('quarter', addMonthsKeepingDay(`${today.slice(0, 7)}-01`, -3 * place)),
    ),
    ...Array.from({ length: years }, (_year, place) => String(Number(year) - place)),
  ];
  return names.map((value) => {
    const span = figureSpan({ period: value.includes('Q') ? 'quarter' : 'year', at: value }, today, '1950-01-01');
    return { value, label: isFault(span) ? value : periodWords(span) };
  });
}
