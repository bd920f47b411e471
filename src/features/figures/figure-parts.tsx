import { Link } from 'react-router-dom';
import { paths } from '#ui/paths.ts';
import type { Figure, FigurePart } from '#contract/rules/figures/figure.ts';
import { amountWords, labelWords, timeUnitOfFigure, valueWords } from '#contract/rules/figures/figure-words.ts';
import { Badge } from '#ui/ui/badge.tsx';
import { type AskedFigures, linkOf } from './figure-question.ts';
import { relationWords, rowsWords, targetWords } from './figure-words.ts';

const linkLook =
  'inline-flex min-h-target items-center text-primary-ink underline underline-offset-4 wrap-anywhere tabular-nums';

/** The address of the rows behind a part. */
export function rowsLink(id: Figure['id'], set: string, question: AskedFigures): string {
  return linkOf(paths.figureRows(id), question, { set });
}

interface PartLinkProps {
  figure: Pick<Figure, 'id'>;
  part: FigurePart;
  question: AskedFigures;
  /** In a table the heading says what it is. */
  inTable?: boolean;
}

/** A number that opens its rows: "6 done on time". */
export function PartLink({ figure, part, question, inTable = false }: PartLinkProps) {
  const rows = rowsWords(part);
  return (
    <Link to={rowsLink(figure.id, part.set, question)} className={linkLook}>
      {amountWords(part.amount, part.unit)}
      <span className={inTable ? 'as-table:sr-only' : ''}>
        &nbsp;{labelWords(part)}
        {rows && ` (${rows})`}
      </span>
    </Link>
  );
}

/** The value with its target, and the two numbers that it is made of. */
export function FigureFacts({ figure, question }: { figure: Figure; question: AskedFigures }) {
  const target = targetWords(figure);
  const { numerator, denominator } = figure;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className={figure.value === null ? 'text-xl font-semibold text-muted' : 'text-3xl font-bold tabular-nums'}>
          {valueWords(figure.value, figure.unit, timeUnitOfFigure(figure, [figure]))}
        </p>
        {target && <Badge tone={target.tone}>{target.text}</Badge>}
      </div>
      <p className="mt-1 text-sm text-muted">{figure.rule}</p>
      <p className="mt-1 flex flex-wrap items-center gap-x-2">
        {numerator && <PartLink figure={figure} part={numerator} question={question} />}
        {numerator && denominator && <span className="text-muted">{relationWords(figure)}</span>}
        {denominator && <PartLink figure={figure} part={denominator} question={question} />}
      </p>
    </>
  );
}
