import { useDeferredValue, useMemo, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { counted } from '#contract/rules/counted.ts';
import type { DeviceRecord } from '#contract/records/ward.ts';
import { paths } from '#ui/paths.ts';
import { useSignedIn, useView } from '#ui/engine/engine-provider.tsx';
import { useFirstLoad } from '#ui/engine/first-load.ts';
import { useListQuery } from '#ui/lists/list-query.ts';
import { useReplicaAsOf } from '#ui/engine/use-now.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Button, ButtonLink } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { EmptyState } from '#ui/ui/empty-state.tsx';
import { PageHeader } from '#ui/ui/page-header.tsx';
import { Progress } from '#ui/ui/progress.tsx';
import { RadioGroup } from '#ui/ui/radio-group.tsx';
import { SerialSearchField } from '#ui/scanner/serial-search-field.tsx';
import { SkeletonRows } from '#ui/ui/skeleton.tsx';
import { DevicePicker } from '#ui/features/device/device-picker.tsx';
import { devicesBySerial, findDevices } from '#ui/features/device/device-rows.ts';
import type { LabelDevice } from './label-run.ts';
import { LabelSheets } from './label-sheets.tsx';
import { labelsOfTests, noResults } from './result-labels.ts';
import { ResultNotes } from './result-notes.tsx';
import { ownLinesOf } from './own-lines.ts';
import { PhoneAddress } from './phone-address.tsx';
import { PerRowField } from './per-row-field.tsx';
import { clampPerRow, labelKindOf, sheetChoiceOf, sheetLayout, startPlaceOf } from './sheet-layout.ts';
import { StartPlace } from './start-place.tsx';
import { type LabelsState, useLabels } from './use-labels.ts';
import { useVersions } from './use-versions.ts';

/** Source: docs/product.md P30. Units: ms. */
const searchDebounceMs = 300;
/** Most labels in one run: more would exhaust a tablet's memory. */
const mostLabels = 2000;

const sheetOptions = [
  { value: 'grid', label: 'Free grid' },
  { value: '24', label: '24 labels' },
  { value: '40', label: '40 labels' },
] as const;

const kindOptions = [
  { value: 'device', label: 'QR code and name' },
  { value: 'test', label: 'Test result' },
] as const;

/** Makes QR labels for selected devices and prints them on A4, even without network. */
export function QrPrintScreen() {
  const { hospital } = useSignedIn();
  const query = useListQuery();
  const asOf = useReplicaAsOf();
  const { state } = useLocation() as { state: { devices?: string[] } | null };
  const [selected, setSelected] = useState<ReadonlySet<string>>(
    () => new Set([...askedDevice(query.filter('device')), ...(state?.devices ?? [])]),
  );
  const kind = labelKindOf(query.filter('labels'));
  const run = useLabels(hospital?.id);
  const found = useView((view) => (view.ready ? findDevices(view, query) : undefined), [query.search]);
  const chosen = useView(
    (view) => (view.ready ? devicesBySerial(view).filter((device) => selected.has(device.id)) : []),
    [selected],
  );
  const tested = useView((view) => (kind === 'test' ? labelsOfTests(view, chosen) : noResults), [kind, chosen]);
  const loaded = useVersions(tested.missing);
  const results = useView(
    (view) => (kind === 'test' ? labelsOfTests(view, chosen, loaded) : noResults),
    [kind, chosen, loaded],
  );
  const labels: readonly LabelDevice[] = kind === 'test' ? results.labels : chosen;
  const [choice, setChoice] = useState(() => sheetChoiceOf(query.filter('sheet')));
  const [perRow, setPerRow] = useState(() => clampPerRow(query.filter('perRow')));
  const reports = useView((view) => view.get('setting', 'reports'));
  const ownLines = useMemo(() => (kind === 'device' ? ownLinesOf(reports) : []), [kind, reports]);
  const layout = useDeferredValue(
    useMemo(() => sheetLayout(choice, perRow, kind, ownLines.length), [choice, perRow, kind, ownLines]),
  );
  // A half-used sheet is remembered for each kind of sheet.
  const startFilter = `start${choice}`;
  const start = choice === 'grid' ? 1 : startPlaceOf(query.filter(startFilter), layout);
  const tooMany = labels.length > mostLabels;
  return (
    <>
      <PageHeader
        title="Bulk QR Code Generator"
        asOf={asOf}
        back={{ to: paths.devices(), label: 'Installation Base' }}
        actions={
          <ButtonLink to={paths.printWardPage()} icon="print">
            Page for the ward
          </ButtonLink>
        }
      />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Card title="Equipment" flush>
          <div className="p-4 sm:px-5">
            <SerialSearchField
              label="Search by serial number or name"
              value={query.search}
              onChange={query.setSearch}
              debounceMs={searchDebounceMs}
            />
          </div>
          <FoundDevices found={found} search={query.search} selected={selected} onSelect={setSelected} />
        </Card>
        <Card title="Labels">
          <div className="space-y-5">
            <RadioGroup
              label="On the label"
              options={kindOptions}
              value={kind}
              onChange={(value) => {
                query.setFilter('labels', value === 'device' ? '' : value);
                run.clear();
              }}
            />
            <div>
              <RadioGroup
                label="A4 sheet"
                options={sheetOptions}
                value={choice}
                onChange={(value) => {
                  setChoice(value);
                  query.setFilter('sheet', value === 'grid' ? '' : value);
                }}
              />
              <p className="mt-1 text-sm text-muted">
                Each label {layout.labelWidth.toLocaleString('en-IN', { maximumFractionDigits: 1 })} ×{' '}
                {layout.labelHeight.toLocaleString('en-IN', { maximumFractionDigits: 1 })} mm.
              </p>
            </div>
            <PerRowField
              value={perRow}
              disabled={choice !== 'grid'}
              onChange={(value) => {
                setPerRow(value);
                query.setFilter('perRow', String(value));
              }}
            />
            {choice !== 'grid' && (
              <StartPlace
                layout={layout}
                value={start}
                onChange={(place) => query.setFilter(startFilter, place === 1 ? '' : String(place))}
              />
            )}
            {tooMany && (
              <Alert tone="warn">
                At most {counted(mostLabels, 'label')} at a time. Select fewer devices, print, then continue.
              </Alert>
            )}
            <PhoneAddress />
            <div className="flex flex-wrap gap-3 max-sm:*:grow">
              <Button
                variant="primary"
                icon="qr"
                disabled={labels.length === 0 || tooMany}
                busy={run.phase === 'running'}
                onClick={() => void run.generate(labels)}
              >
                Generate ({labels.length.toLocaleString('en-IN')})
              </Button>
              <Button
                icon="print"
                disabled={run.labels.length === 0 || run.phase === 'running'}
                onClick={() => window.print()}
              >
                Print Generated QR Codes
              </Button>
            </div>
            {chosen.length === 0 && <p className="text-muted">Select equipment in the list to make its labels.</p>}
            <ResultNotes results={results} />
            <RunState run={run} onCancel={run.cancel} takesReports={reports?.id === 'reports' && reports.isOn} />
          </div>
        </Card>
      </div>
      {run.labels.length > 0 && (
        <section aria-labelledby="print-preview" className="mt-7">
          <h2 id="print-preview" className="mb-3 text-xl font-bold">
            Print Preview
          </h2>
          <LabelSheets labels={run.labels} {...{ layout, start, ownLines }} />
        </section>
      )}
    </>
  );
}

/** Returns the ids of the device that the address selects. */
function askedDevice(id: string): string[] {
  return id === '' ? [] : [id];
}

interface FoundDevicesProps {
  found: readonly DeviceRecord[] | undefined;
  search: string;
  selected: ReadonlySet<string>;
  onSelect: (change: (selected: ReadonlySet<string>) => ReadonlySet<string>) => void;
}

function FoundDevices({ found, search, selected, onSelect }: FoundDevicesProps) {
  const load = useFirstLoad();
  if (load.error)
    return (
      <div className="p-4 pt-0 sm:px-5">
        <Alert tone="danger" action={<Button onClick={load.reload}>Try again</Button>}>
          Failed to fetch listofserials data.
        </Alert>
      </div>
    );
  if (!found) return <SkeletonRows rows={6} columns={2} />;
  if (found.length === 0)
    return search === '' ? (
      <EmptyState title="No equipment found." icon="device">
        Equipment appears here after an import or a new installation.
      </EmptyState>
    ) : (
      <EmptyState title="No equipment found.">
        Nothing matches “{search}”. Check the spelling or search for a part of it.
      </EmptyState>
    );
  const count = found.length.toLocaleString('en-IN');
  const toggle = (id: string, isSelected: boolean) =>
    onSelect((ids) => (isSelected ? new Set([...ids, id]) : new Set([...ids].filter((other) => other !== id))));
  return (
    <>
      <DevicePicker key={search} devices={found} selected={selected} onToggle={toggle} />
      <div className="flex flex-wrap items-center gap-3 px-4 py-3 sm:px-5">
        <Button icon="check" onClick={() => onSelect((ids) => new Set([...ids, ...found.map(({ id }) => id)]))}>
          {search === '' ? `Select all ${count}` : `Select all ${count} found`}
        </Button>
        <Button disabled={selected.size === 0} onClick={() => onSelect(() => new Set())}>
          Clear selection
        </Button>
        <p aria-live="polite" className="text-sm text-muted">
          {selected.size.toLocaleString('en-IN')} selected
        </p>
      </div>
    </>
  );
}

interface RunStateProps {
  run: LabelsState;
  onCancel: () => void;
  /** Anyone may report a fault from a label. */
  takesReports: boolean;
}

function RunState({ run, onCancel, takesReports }: RunStateProps) {
  const { phase, labels, total, withoutToken } = run;
  if (phase === 'none') return null;
  if (phase === 'running')
    return (
      <div className="space-y-3">
        <Progress label="Generating QR codes" done={labels.length} total={total} unit="labels" isSpoken />
        <Button icon="x" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    );
  const failed = labels.filter((label) => label.shape === null).length;
  const made = labels.length.toLocaleString('en-IN');
  return (
    <Alert tone={failed > 0 || phase === 'stopped' ? 'warn' : 'ok'}>
      <p>
        {phase === 'stopped'
          ? `Stopped after ${made} of ${counted(total, 'label')}.`
          : `${counted(labels.length, 'label is', 'labels are')} ready to print.`}
      </p>
      {failed > 0 && <p>{failed.toLocaleString('en-IN')} without a code: they say QR Error.</p>}
      {takesReports && withoutToken > 0 && (
        <p>
          {counted(withoutToken, 'label was', 'labels were')} made without the server: the codes work, but take fewer
          fault reports an hour. Generate again with a connection for the usual limits.
        </p>
      )}
    </Alert>
  );
}
