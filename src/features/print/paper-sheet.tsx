/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- on a phone rows are cards, and browsers no longer see a table */
import { memo, useId } from 'react';
import type { Paper, PaperColumn, PaperQuestion, PaperTable, PaperValue } from '#contract/pages/papers/paper.ts';
import { formatShortDay } from '#contract/rules/dates-format.ts';
import { formatInr } from '#contract/rules/money.ts';
import { momentWords } from '#contract/pages/papers/moment-words.ts';
import { durationWords } from '#contract/rules/duration.ts';
import { useTimeZone } from '#ui/engine/use-now.ts';
import { startOfText } from '#contract/rules/cut-text.ts';
import '#ui/ui/paper-only.css';
import './paper.css';
import { ReadingChart } from './reading-chart.tsx';

/** A row with a longer text may not fit on one page. Units: characters. */
const longText = 1500;

/** A table with more columns uses smaller type. */
const mostRoomy = 14;

interface PaperSheetProps {
  paper: Paper;
  hospital: string;
  /** Address of the hospital's logo. */
  logo: string | null;
  /** When the paper was made, and by whom. */
  made: string;
}

/** Renders a paper for printing, with its identification on every page. */
export function PaperSheet({ paper, hospital, logo, made }: PaperSheetProps) {
  return (
    <article
      aria-label={paper.title}
      className="paper paper-only rounded-tag border border-line shadow-card"
      data-wide={paper.isWide}
    >
      <div className="paper-top">
        <div className="paper-head">
          {logo !== null && <img src={logo} alt="" className="paper-logo" />}
          <div className="paper-names">
            <p className="paper-title">{paper.title}</p>
            <p className="paper-title">{hospital}</p>
            <p>{paper.period}</p>
            <p>{made}</p>
          </div>
        </div>
      </div>
      <Content paper={paper} />
    </article>
  );
}

/** Memoized so that the content renders only for another paper, not each minute with the header. */
const Content = memo(function Content({ paper }: { paper: Paper }) {
  return (
    <div className="paper-content">
      <dl className="paper-facts">
        {paper.facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value || '—'}</dd>
          </div>
        ))}
      </dl>
      {paper.legend !== undefined && <p className="paper-legend">{paper.legend}</p>}
      <Questions questions={paper.questions?.filter(({ isLast }) => !isLast)} />
      {paper.tables.map((table) => (
        <Rows key={table.title} table={table} />
      ))}
      <Questions questions={paper.questions?.filter(({ isLast }) => isLast)} />
      <ul aria-label="Signatures" className="paper-signatures">
        {paper.signatures.map((who) => (
          <li key={who}>{who}, date</li>
        ))}
      </ul>
    </div>
  );
});

function Questions({ questions }: { questions: readonly PaperQuestion[] | undefined }) {
  return questions?.map((question) => <Question key={question.title} question={question} />);
}

function Question({ question: { title, choices, lines } }: { question: PaperQuestion }) {
  return (
    <section className="paper-block" data-whole>
      <h2>{title}</h2>
      {choices.length > 0 && (
        <ul className="paper-choices">
          {choices.map((choice) => (
            <li key={choice}>{choice}</li>
          ))}
        </ul>
      )}
      {Array.from({ length: lines }, (_line, index) => (
        <div key={index} className="paper-line" />
      ))}
    </section>
  );
}

function Rows({ table: { title, columns, rows, empty, isToFill, chart } }: { table: PaperTable }) {
  const heading = useId();
  const printed = columns.filter(isBeside);
  const whole = printed.reduce((sum, { width }) => sum + width, 0);
  return (
    <section className="paper-block" data-whole={isToFill} data-chart={chart !== undefined || undefined}>
      <h2 id={heading}>{title}</h2>
      {chart && <ReadingChart chart={chart} title={title} />}
      {rows.length === 0 && <p>{empty}</p>}
      {rows.length > 0 && (
        <table
          role="table"
          aria-labelledby={heading}
          className="paper-rows"
          data-fill={isToFill}
          data-dense={printed.length > mostRoomy || undefined}
        >
          <colgroup>
            {printed.map(({ header, width }) => (
              <col key={header} style={{ width: `${(width / whole) * 100}%` }} />
            ))}
          </colgroup>
          <thead role="rowgroup">
            <tr role="row">
              {printed.map(({ header, isMoney }) => (
                <th key={header} role="columnheader" scope="col" data-number={isMoney || undefined}>
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {rows.map((row, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- rows of a paper keep no state
              <Row key={index} row={row} columns={columns} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Row({ row, columns }: { row: readonly PaperValue[]; columns: readonly PaperColumn[] }) {
  const cells = columns.map((column, index) => ({ column, value: row[index] ?? null }));
  const beside = cells.filter(({ column }) => isBeside(column));
  const below = cells.filter(({ column, value }) => column.isBelow && value !== null && value !== '');
  return (
    <>
      <tr role="row" data-long={isLong(beside) || undefined} data-leads={below.length > 0 || undefined}>
        {beside.map((cell) => (
          <Cell key={cell.column.header} {...cell} />
        ))}
      </tr>
      {below.length > 0 && (
        <tr role="row" data-long={isLong(below) || undefined} data-below>
          {below.map((cell, place) => (
            <Cell key={cell.column.header} {...cell} width={widthOf(place, below.length, beside.length)} />
          ))}
        </tr>
      )}
    </>
  );
}

const isBeside = ({ isSheetOnly, isBelow }: PaperColumn): boolean => !isSheetOnly && !isBelow;

/** Returns how many columns a cell below the row takes: all of them together take each. */
function widthOf(place: number, count: number, columns: number): number {
  return Math.round(((place + 1) * columns) / count) - Math.round((place * columns) / count);
}

interface PaperCell {
  column: PaperColumn;
  value: PaperValue;
}

function isLong(cells: readonly PaperCell[]): boolean {
  return cells.some(({ column: { most = Infinity }, value }) => {
    return typeof value === 'string' && Math.min(value.length, most) > longText;
  });
}

function Cell({ column, value, width }: PaperCell & { width?: number }) {
  const timeZone = useTimeZone();
  const { header, isLines } = column;
  return (
    <td
      role="cell"
      colSpan={width}
      data-head={header}
      data-number={typeof value === 'number' || undefined}
      data-lines={isLines}
    >
      {width !== undefined && <b className="paper-label">{header}: </b>}
      {wordsOf(value, column, timeZone)}
    </td>
  );
}

function wordsOf(value: PaperValue, { isMoney, most = Infinity }: PaperColumn, timeZone: string): string {
  if (value === null) return '';
  if (typeof value === 'string') return value.length > most ? `${startOfText(value, most)}…` : value;
  if (typeof value === 'number') return isMoney ? formatInr(value) : value.toLocaleString('en-IN');
  if ('ms' in value) return durationWords(value.ms);
  return 'at' in value ? momentWords(value.at, timeZone) : formatShortDay(value.day);
}
