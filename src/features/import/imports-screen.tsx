import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ImportReport } from '#contract/calls/import.ts';
import { errorCatalogue } from '#contract/errors.ts';
import { maxFileBytes } from '#contract/fields.ts';
import { hospitalWords } from '#ui/work/hospital-words.ts';
import { errorWords } from '#ui/engine/engine.ts';
import { useEngine } from '#ui/engine/engine-provider.tsx';
import { saveFile } from '#ui/platform/save-file.ts';
import { useOnlineCall } from '#ui/engine/use-online-call.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Button } from '#ui/ui/button.tsx';
import { Checkbox } from '#ui/ui/checkbox.tsx';
import { Card } from '#ui/ui/card.tsx';
import { FileField } from '#ui/ui/file-field.tsx';
import { PageHeader } from '#ui/ui/page-header.tsx';
import { Progress } from '#ui/ui/progress.tsx';
import { Form } from '#ui/ui/form.tsx';
import { InView } from '#ui/ui/in-view.tsx';
import { SelectField } from '#ui/ui/select-field.tsx';
import { useToast } from '#ui/ui/toast.tsx';
import { ImportReportCard } from './import-report.tsx';
import { ColumnsDialog } from './columns-dialog.tsx';
import { type ImportChoice, type ImportRun, useImportRun } from './import-run.ts';
import { PastWorkCard } from './past-work-card.tsx';

const hospitalAndFile = 'Please select a hospital and a file.';

/** Imports a hospital's installed devices from a spreadsheet; "Check file" gives the same report and writes nothing. */
export function ImportsScreen() {
  const { run, clear } = useImportRun();
  const [choosing, setChoosing] = useState(false);
  const [params] = useSearchParams();
  const [hospitalId, setHospitalId] = useState(params.get('hospital') ?? '');
  return (
    <div className="mx-auto max-w-4xl space-y-5">
      <PageHeader title="Import Equipment Data" actions={<TemplateButton />} />
      <Card>
        <ImportForm hospitalId={hospitalId} onHospital={setHospitalId} onChanged={clear} />
      </Card>
      {run.state === 'failed' && (
        <InView>
          <Alert
            tone="danger"
            action={
              run.refused &&
              run.refused.layout.sheets.length > 0 && <Button onClick={() => setChoosing(true)}>Choose columns</Button>
            }
          >
            {run.message}
          </Alert>
        </InView>
      )}
      {run.state === 'done' && run.report && run.choice && (
        <ImportReportCard
          report={run.report}
          message={run.message}
          choice={run.choice}
          onChoose={() => setChoosing(true)}
        />
      )}
      {choosing && run.choice && <ChosenDialog run={run} choice={run.choice} onClose={() => setChoosing(false)} />}
      {hospitalId !== '' && <PastWorkCard key={hospitalId} hospitalId={hospitalId} />}
    </div>
  );
}

/** The choice of columns for the last file, which is checked again with it. */
function ChosenDialog({ run, choice, onClose }: { run: ImportRun; choice: ImportChoice; onClose: () => void }) {
  const { start } = useImportRun();
  const result = run.report?.result;
  const known = result ? { columns: result.Columns, layout: result.Layout } : run.refused;
  if (!known) return null;
  return (
    <ColumnsDialog
      {...known}
      hospitalId={choice.hospitalId}
      headerRow={result?.HeaderRow}
      onClose={onClose}
      onChosen={(sheetName) => {
        onClose();
        void start({ ...choice, sheetName, checkOnly: true, importance: null });
      }}
    />
  );
}

interface ImportFormProps {
  hospitalId: string;
  onHospital: (id: string) => void;
  onChanged: () => void;
}

function ImportForm({ hospitalId, onHospital, onChanged }: ImportFormProps) {
  const hospitals = useOnlineCall('hospitals');
  const { run, start } = useImportRun();
  const [files, setFiles] = useState<readonly File[]>([]);
  const [missing, setMissing] = useState(false);
  const [includePast, setIncludePast] = useState(false);
  const [sheetName, setSheetName] = useState('');
  /** The sheets of the file, known from its first report on. */
  const [known, setKnown] = useState<readonly string[]>([]);
  const sheets = known.length > 0 ? known : sheetsOf(run.report);
  const [file] = files;
  const tooLarge = file !== undefined && file.size > maxFileBytes;
  const running = run.state === 'running';
  const checkOnly = run.choice?.checkOnly === true;
  const complete = hospitalId !== '' && file !== undefined && !tooLarge;

  const begin = (onlyCheck: boolean) => {
    if (running || tooLarge) return;
    setMissing(!complete);
    if (!complete) return;
    setKnown(sheets);
    // A check has shown the new equipment types, with the choice between critical and not.
    const importance = run.report?.result.CheckOnly ? run.importance : null;
    void start({
      hospitalId,
      file,
      checkOnly: onlyCheck,
      includePast,
      sheetName: sheetName || (sheets[0] ?? ''),
      importance,
    });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    begin(false);
  };

  return (
    <Form onSubmit={submit} className="space-y-5">
      {hospitals.error && (
        <Alert tone="danger" action={<Button onClick={hospitals.reload}>Try again</Button>}>
          {errorWords(hospitals.error, 'Unknown server error')}
        </Alert>
      )}
      {missing && !complete && <Alert tone="danger">{hospitalAndFile}</Alert>}
      <SelectField
        label="Hospital"
        required
        placeholder="Choose a hospital"
        value={hospitalId}
        disabled={running}
        options={(hospitals.data ?? []).map((one) => ({ value: one.id, label: hospitalWords(one) }))}
        onChange={(event) => {
          onHospital(event.target.value);
          onChanged();
        }}
      />
      <FileField
        label="Excel file"
        required
        accept=".xlsx,.xls"
        hint="XLS, XLSX up to 10MB"
        files={files}
        disabled={running}
        error={tooLarge ? errorCatalogue['file.too_large'].text : undefined}
        onFiles={(next) => {
          setFiles(next);
          setSheetName('');
          setKnown([]);
          onChanged();
        }}
      />
      {sheets.length > 1 && (
        <SelectField
          label="Sheet"
          hint="Check the file again after you choose another sheet."
          value={sheetName || (sheets[0] ?? '')}
          disabled={running}
          options={sheets.map((name) => ({ value: name, label: name }))}
          onChange={(event) => {
            setKnown(sheets);
            setSheetName(event.target.value);
            onChanged();
          }}
        />
      )}
      <Checkbox
        label="Also create tasks that were due before today"
        hint="Otherwise the work begins today, or is counted from the columns “Last Calibration” and “Last PM”, with at most one overdue task. Check file says how much lies in the past."
        checked={includePast}
        disabled={running}
        onChange={(event) => {
          setIncludePast(event.target.checked);
          onChanged();
        }}
      />
      {running && (
        <div className="space-y-3">
          <output className="block text-muted">
            {checkOnly ? 'Checking' : 'Importing'} {run.choice?.file.name}. You may leave this screen; the result will
            be shown here.
          </output>
          {run.progress?.phase === 'reading' && <p>Reading the file…</p>}
          {run.progress?.phase === 'writing' && !checkOnly && (
            <Progress
              label="Adding devices"
              done={run.progress.done}
              total={run.progress.total}
              unit="devices"
              isSpoken
            />
          )}
        </div>
      )}
      <div className="flex flex-wrap items-center justify-end gap-3 max-sm:*:grow">
        {!complete && !missing && <p className="mr-auto text-muted">{hospitalAndFile}</p>}
        <Button disabled={!complete} busy={running && checkOnly} onClick={() => begin(true)}>
          {running && checkOnly ? 'Checking...' : 'Check file'}
        </Button>
        <Button type="submit" variant="primary" icon="upload" disabled={!complete} busy={running && !checkOnly}>
          {running && !checkOnly ? 'Uploading...' : 'Upload'}
        </Button>
      </div>
    </Form>
  );
}

/** Returns the sheets that an import can read, the one read first at the front. */
function sheetsOf(report: ImportReport | null): string[] {
  return report ? [report.result.SheetName, ...report.result.OtherSheets.map(({ name }) => name)] : [];
}

function TemplateButton() {
  const engine = useEngine();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const load = async () => {
    setBusy(true);
    try {
      saveFile(await engine.download('importTemplate'), 'equipment-import-template.xlsx');
    } catch (error) {
      toast({ tone: 'danger', text: errorWords(error, 'The template could not be downloaded.') });
    }
    setBusy(false);
  };
  return (
    <Button icon="download" busy={busy} onClick={() => void load()}>
      Download template
    </Button>
  );
}
