import type { ReactNode } from 'react';
import { counted } from '#contract/rules/counted.ts';
import type { TesterRecord } from '#contract/records/test.ts';
import { unconfirmedWords } from '#contract/pages/papers/test-tables.ts';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import { hasLimit, unconfirmed } from '#contract/rules/procedure.ts';
import { adjustedReadings, adjustedWords, type judgeTest } from '#contract/rules/test-result.ts';
import { ResultBadge } from '#ui/work/result-badge.tsx';
import { Card } from '#ui/ui/card.tsx';
import { Icon } from '#ui/ui/icons.tsx';
import { TextAreaField, TextField } from '#ui/ui/text-field.tsx';
import { answersOf, hasFault, numberProblem, problemWords, type TestDraft } from '../../work/test-draft.ts';
import { TestersField } from './testers-field.tsx';
import { TicketOffer } from './ticket-offer.tsx';

interface ResultCardProps {
  draft: TestDraft;
  judged: ReturnType<typeof judgeTest>;
  testers: readonly TesterRecord[];
  today: LocalDay;
  onChange: (change: Partial<TestDraft>) => void;
  /** Shown above the testers. */
  children: ReactNode;
}

/**
 * Shows the outcome of a test: testers, surroundings, the computed result with its reasons, and the ticket if it
 * failed.
 */
export function ResultCard({ draft, judged, testers, today, onChange, children }: ResultCardProps) {
  const { result, findings } = judged;
  const open = findings.filter(({ kind, stepId }) => kind === 'not-done' && stepId !== null);
  const others = findings.filter((one) => !open.includes(one));
  const toConfirm = unconfirmed(draft.steps).filter(hasLimit).length;
  const adjusted = adjustedWords(adjustedReadings({ steps: draft.steps, answers: answersOf(draft) }));
  const canLimit = findings.every(({ isFinal }) => !isFinal);
  const number = (name: 'temperature' | 'humidity', label: string) => (
    <TextField
      label={label}
      inputMode="decimal"
      autoComplete="off"
      value={draft[name]}
      error={numberProblem(draft[name])}
      onChange={(event) => onChange({ [name]: event.target.value })}
    />
  );
  return (
    <Card title="Result" actions={<ResultBadge result={result} />}>
      <div className="space-y-5">
        {children}
        <TestersField
          testers={testers}
          used={draft.testers}
          today={today}
          onChange={(used) => onChange({ testers: used })}
        />
        <div className="grid grid-cols-2 gap-4">
          {number('temperature', 'Temperature (°C)')}
          {number('humidity', 'Humidity (%)')}
        </div>
        <TextAreaField
          label="Remarks"
          rows={2}
          maxLength={4000}
          value={draft.remarks}
          onChange={(event) => onChange({ remarks: event.target.value })}
        />
        <div aria-live="polite" className="space-y-2">
          <p className="flex flex-wrap items-center gap-2">
            <span className="font-semibold">Computed result:</span> <ResultBadge result={result} />
          </p>
          {toConfirm > 0 && (
            <p className="flex items-start gap-1.5 text-warn">
              <Icon name="warning" className="mt-0.5" />
              <span>{unconfirmedWords(toConfirm)}. The certificate says so.</span>
            </p>
          )}
          {adjusted !== '' && <p className="wrap-anywhere">Found out of limits and adjusted: {adjusted}.</p>}
          {findings.length > 0 && (
            <ul className="list-disc space-y-1 pl-5">
              {open.length > 0 && (
                <li>
                  {counted(open.length, 'step is', 'steps are')} not done yet. If saved now, the test is not a Pass.
                </li>
              )}
              {others.map(({ words }) => (
                <li key={words} className="wrap-anywhere">
                  {words}
                </li>
              ))}
            </ul>
          )}
        </div>
        <TextAreaField
          label="Limitation"
          hint={
            canLimit
              ? 'Which functions are restricted, and what the device may still be used for: the result is then Pass limited.'
              : `Stays ${result}: electrical safety out of its limits or not measured, no tester in date, or no test at all.`
          }
          rows={2}
          maxLength={4000}
          value={draft.limitation}
          onChange={(event) => onChange({ limitation: event.target.value })}
        />
        {result === 'Fail' && (
          <TicketOffer
            ticket={{ ...draft.ticket, isWanted: draft.ticket.isWanted ?? hasFault(findings) }}
            problem={problemWords(findings)}
            onChange={(change) => onChange({ ticket: { ...draft.ticket, ...change } })}
          />
        )}
      </div>
    </Card>
  );
}
