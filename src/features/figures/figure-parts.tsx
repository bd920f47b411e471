import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#ui/paths.ts';
import type { Figure, FigurePart } from '#contract/rules/figures/figure.ts';
import { amountWords, labelWords, timeUnitOfFigure, valueWords } from '#contract/rules/figures/figure-words.ts';
import { Badge } from '#ui/ui/badge.tsx';
import { cx } from '#ui/ui/class-names.ts';
import { toneText } from '#ui/ui/tone.ts';
import { type AskedFigures, linkOf } from './figure-question.ts';
import { relationWords, rowsWords, targetWords } from './figure-words.ts';

const linkLook = 'inline-flex min-h-target items-center text-primary-ink underline underline-offset-4 wrap-anywhere';

/** Returns the address of the rows behind a part. */
export function rowsLink(id: Figure['id'], set: string, question: AskedFigures): string {
  return linkOf(paths.figureRows(id), question, { set });
}

interface PartLinkProps {
  figure: Pick<Figure, 'id'>;
  part: FigurePart;
  question: AskedFigures;
  /** A column heading already names the part. */
  inTable?: boolean;
}

/** Renders a number that links to its rows: "6 done on time". */
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

interface FigureFactsProps {
  figure: Figure;
  question: AskedFigures;
  /** The months and the change, below the value. */
  trend?: ReactNode;
}

/**
 * Shows the value with its target, and the two numbers that it is computed from; for a period that is still running,
 * what was due so far comes first.
 */
export function FigureFacts({ figure, question, trend }: FigureFactsProps) {
  const { soFar } = figure;
  const shown = soFar ? { ...figure, ...soFar } : figure;
  return (
    <>
      <ValueLine of={shown} label={soFar ? 'Due so far' : null} />
      {trend}
      <MadeOf figure={shown} question={question} />
      {soFar && (
        <div className="mt-3">
          <ValueLine of={{ ...figure, target: null }} label="Whole period" isSecond />
          <MadeOf figure={figure} question={question} />
        </div>
      )}
      <p className="mt-1 text-sm text-muted">{figure.rule}</p>
    </>
  );
}

function ValueLine({ of, label, isSecond = false }: { of: Figure; label: string | null; isSecond?: boolean }) {
  const target = targetWords(of);
  const size = isSecond || of.value === null ? 'text-xl font-semibold' : 'text-3xl font-bold';
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {label && <p className="font-medium">{label}</p>}
      <p className={cx(size, of.value === null && 'text-muted', target && toneText[target.tone])}>
        {valueWords(of.value, of.unit, timeUnitOfFigure(of, [of]))}
      </p>
      {target && <Badge tone={target.tone}>{target.text}</Badge>}
    </div>
  );
}

function MadeOf({ figure, question }: { figure: Figure; question: AskedFigures }) {
  const { numerator, denominator } = figure;
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-2">
      {numerator && <PartLink figure={figure} part={numerator} question={question} />}
      {numerator && denominator && <span className="text-muted">{relationWords(figure)}</span>}
      {denominator && <PartLink figure={figure} part={denominator} question={question} />}
    </p>
  );
}
