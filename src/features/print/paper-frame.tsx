import { type ReactNode, useMemo } from 'react';
import { momentWords } from '#contract/pages/papers/moment-words.ts';
import { type Paper, paperSheet, type PaperValue } from '#contract/pages/papers/paper.ts';
import { useSignedIn } from '#ui/engine/engine-provider.tsx';
import { useFirstLoad } from '#ui/engine/first-load.ts';
import { useNow, useReplicaAsOf, useTimeZone } from '#ui/engine/use-now.ts';
import { useUserName } from '#ui/engine/use-user-name.ts';
import { ExportButton } from '#ui/lists/export-button.tsx';
import { Alert } from '#ui/ui/alert.tsx';
import { Button } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import type { WayBack } from '#ui/ui/kept-queries.ts';
import { PageHeader } from '#ui/ui/page-header.tsx';
import { SkeletonRows } from '#ui/ui/skeleton.tsx';
import { PaperSheet } from './paper-sheet.tsx';

interface PaperFrameProps {
  /** Shown before there is a paper, and then instead of its title. */
  title: string;
  back: WayBack;
  /** Undefined until its data is here. */
  paper: Paper | undefined;
  /** The time for which the paper is true; by default that of this tablet's data, and not printed if null. */
  asOf?: string | null;
  /** There is none, for a reason that the screen says. */
  isRefused?: boolean;
  /** The filters of the paper, and what is missing on it. */
  children?: ReactNode;
}

/** A paper on the screen as it will be printed, with Print, Export and the way back. Source: docs/product.md P96. */
export function PaperFrame({ title, back, paper, asOf, isRefused = false, children }: PaperFrameProps) {
  const { hospital } = useSignedIn();
  const replicaAsOf = useReplicaAsOf();
  const timeZone = useTimeZone();
  const now = useNow();
  const userName = useUserName();
  const load = useFirstLoad();
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
