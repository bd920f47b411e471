import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { paths } from '#ui/paths.ts';
import { Button } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { EmptyState } from '#ui/ui/empty-state.tsx';
import { PageHeader } from '#ui/ui/page-header.tsx';
import { useWarrantyDownload } from './use-warranty-download.ts';

/** Downloads the sheet when the screen opens, and again on request. */
export function WarrantyDownloadScreen() {
  const [params] = useSearchParams();
  const { busy, load } = useWarrantyDownload();
  const [isDone, setDone] = useState(false);
  const begun = useRef(false);
  const search = params.get('search') ?? '';
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void load(search).then(setDone);
  }, [load, search]);
  const title = isDone ? 'The sheet is in your downloads.' : 'The sheet has not been downloaded yet.';
  return (
    <>
      <PageHeader title="Equipment Warranties/Contracts" back={{ to: paths.warranties(), label: 'Warranties' }} />
      <Card>
        <EmptyState
          title={busy ? 'Preparing the sheet...' : title}
          icon="download"
          action={
            <Button icon="download" busy={busy} onClick={() => void load(search).then(setDone)}>
              Download
            </Button>
          }
        >
          warranties.xlsx holds {search === '' ? 'all warranties' : `the warranties found by “${search}”`}.
        </EmptyState>
      </Card>
    </>
  );
}
