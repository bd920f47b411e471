import { type CSSProperties, memo, useMemo } from 'react';
import { formatShortDay } from '#contract/rules/dates-format.ts';
import { Icon } from '#ui/ui/icons.tsx';
import type { Label } from './label-run.ts';
import { dueWords, type LabelTest, notKnown } from './label-test.ts';
import '#ui/ui/paper-only.css';
import './label-sheets.css';
import { QrCode } from './qr-code.tsx';
import { type Placed, type SheetLayout, sheetsOf } from './sheet-layout.ts';

interface LabelSheetsProps {
  labels: readonly Label[];
  layout: SheetLayout;
  /** Position of the first label on the first sheet, counted from 1. */
  start: number;
  /** What the hospital has printed under the name of each device. */
  ownLines: readonly string[];
}

/** Shows the A4 sheets as they will be printed. */
export function LabelSheets({ labels, layout, start, ownLines }: LabelSheetsProps) {
  const sheets = useMemo(() => sheetsOf(labels, layout, start), [labels, layout, start]);
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,24rem),1fr))] gap-4">
      {sheets.map((sheet, index) => (
        <Sheet
          // oxlint-disable-next-line react/no-array-index-key -- a sheet is its place
          key={index}
          name={`Sheet ${index + 1} of ${sheets.length}`}
          labels={sheet}
          layout={layout}
          ownLines={ownLines}
        />
      ))}
    </div>
  );
}

function sheetStyle({ labelWidth, labelHeight, padding, textSize, qrSide }: SheetLayout): Record<string, number> {
  return { '--width': labelWidth, '--height': labelHeight, '--padding': padding, '--text': textSize, '--qr': qrSide };
}

interface SheetProps {
  name: string;
  labels: readonly Placed<Label>[];
  layout: SheetLayout;
  ownLines: readonly string[];
}

function Sheet({ name, labels, layout, ownLines }: SheetProps) {
  return (
    <ul
      aria-label={name}
      data-text={layout.textBeside ? 'beside' : 'under'}
      data-own-lines={ownLines.length > 0 || undefined}
      className="label-sheet paper-only rounded-tag border border-line shadow-card"
      style={sheetStyle(layout)}
    >
      {labels.map(({ item: label, place }) => (
        <LabelTile
          key={label.test?.id ?? label.id}
          label={label}
          ownLines={ownLines}
          top={layout.top + Math.floor(place / layout.columns) * layout.labelHeight}
          left={layout.left + (place % layout.columns) * layout.labelWidth}
        />
      ))}
    </ul>
  );
}

interface LabelTileProps {
  label: Label;
  ownLines: readonly string[];
  /** Units: mm. */
  top: number;
  left: number;
}

const LabelTile = memo(function LabelTile({ label, ownLines, top, left }: LabelTileProps) {
  const { serialNumber, equipmentName, shape, test } = label;
  return (
    <li style={{ '--top': top, '--left': left } as CSSProperties}>
      {shape ? (
        <QrCode shape={shape} label={`QR code of ${serialNumber}`} className="label-code" />
      ) : (
        <span className="label-code grid place-content-center border-2 border-current font-bold">QR Error</span>
      )}
      <span className="label-text">
        <span className="label-serial">{serialNumber}</span>
        {test ? <TestLines test={test} /> : <span className="label-name">{equipmentName}</span>}
        {ownLines.map((line) => (
          <span key={line} dir="auto" className="label-own">
            {line}
          </span>
        ))}
      </span>
    </li>
  );
});

/** Shows the result as icon, word and colour, the day of the test, and the next due date. */
function TestLines({ test }: { test: LabelTest }) {
  const { result, limitation, testedOn, procedureName } = test;
  return (
    <>
      <span className="label-result" data-result={result ?? undefined}>
        <Icon name={result === null ? 'help' : icons[result]} className="label-icon" />
        {result ?? notKnown}
      </span>
      {limitation !== '' && <span className="label-line font-bold">{limitation}</span>}
      <span className="label-line">Tested {formatShortDay(testedOn)}</span>
      <span className="label-line" data-open={test.openTask ? '' : undefined}>
        {dueWords(test)}
      </span>
      <span className="label-line">{procedureName}</span>
    </>
  );
}

const icons = { Pass: 'check-circle', 'Pass limited': 'warning', Incomplete: 'help', Fail: 'octagon' } as const;
