import { type ReactNode, useMemo } from 'react';
import { momentWords } from '#contract/pages/papers/moment-words.ts';
import { type Paper, paperSheet, type PaperValue } from '#contract/pages/papers/paper.ts';
import { useSignedIn } from '#ui/engine/engine-provider.tsx';
import { useHospitalLogo } from '#ui/engine/use-hospital-logo.ts';
import { useFirstLoad } from '#ui/engine/first-load.ts';
import { useNow, useReplicaAsOf, useTimeZone } from '#ui/engine/use-now.ts';
import { useUserName } from '#ui/engine/use-user-name.ts';
import { ExportButton } from '#ui/lists/export-button.tsx';
import { Alert } from '#ui/ui/alert.tsx';
import { Button } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import type { WayBack } from '#ui/ui/kept-queries.ts';
import { PageHeader } from '#ui/ui/page-header.tsx';
import { useRecordTitle } from '#ui/ui/record-title.ts';
import { SkeletonRows } from '#ui/ui/skeleton.tsx';
import { PaperSheet } from './paper-sheet.tsx';

interface PaperFrameProps {
  /** Shown in place of the paper's title until the paper is ready. */
  title: string;
  back: WayBack;
  /** The name of the record that the paper is about, for the title of the window and of a saved file. */
  record?: string | undefined;
  /** Undefined until its data has loaded. */
  paper: Paper | undefined;
  /** How fresh the paper's data is; defaults to the replica's time, and is not printed if null. */
  asOf?: string | null;
  /** The paper cannot be made, for a reason that the screen shows. */
  isRefused?: boolean;
  /** Filters of the paper, and notes on missing data. */
  children?: ReactNode;
}

/** Shows a paper as it will be printed, with Print, Export and a back link. Source: docs/product.md P96. */
export function PaperFrame({ title, back, record, paper, asOf, isRefused = false, children }: PaperFrameProps) {
  const { hospital } = useSignedIn();
  const logo = useHospitalLogo();
  const replicaAsOf = useReplicaAsOf();
  const timeZone = useTimeZone();
  const now = useNow();
  const userName = useUserName();
  const load = useFirstLoad();
  useRecordTitle(record);
  return (
    <>
      <PageHeader
        title={title}
        asOf={asOf === undefined ? replicaAsOf : (asOf ?? undefined)}
        back={back}
        actions={
          paper && (
            <>
              <ExportPaper paper={paper} />
              <Button variant="primary" icon="print" onClick={() => window.print()}>
                Print
              </Button>
            </>
          )
        }
      />
      {children && <div className="mb-4 space-y-4">{children}</div>}
      {paper && (
        <PaperSheet
          paper={paper}
          hospital={hospital?.name ?? ''}
          logo={logo}
          made={`Made ${momentWords(now, timeZone)}, by ${userName}`}
        />
      )}
      {!paper && !isRefused && load.error && (
        <Alert tone="danger" action={<Button onClick={load.reload}>Try again</Button>}>
          The data of the hospital is not on this tablet yet, and there is no connection to download it.
        </Alert>
      )}
      {!paper && !isRefused && !load.error && (
        <Card>
          <SkeletonRows rows={8} columns={4} />
        </Card>
      )}
    </>
  );
}

function ExportPaper({ paper }: { paper: Paper }) {
  const { header, rows } = useMemo(() => paperSheet(paper), [paper]);
  const columns = header.map((name, index) => ({
    header: name,
    value: (row: readonly PaperValue[]) => row[index] ?? null,
  }));
  return <ExportButton name={paper.title} columns={columns} rows={() => rows} />;
}
