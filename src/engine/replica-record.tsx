import type { ReactNode } from 'react';
import { Alert } from '#ui/ui/alert.tsx';
import { Button, ButtonLink } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { EmptyState } from '#ui/ui/empty-state.tsx';
import type { IconName } from '#ui/ui/icons.tsx';
import { useKeptAddress } from '#ui/ui/kept-queries.ts';
import { PageHeader } from '#ui/ui/page-header.tsx';
import { SkeletonRows } from '#ui/ui/skeleton.tsx';
import { useView } from './engine-provider.tsx';
import { useFirstLoad } from './first-load.ts';

interface ReplicaRecordProps<R> {
  /** The record, if the replica has it. */
  record: R | undefined;
  title: string;
  back: { to: string; label: string };
  icon: IconName;
  /** Heading and possible reasons if the record does not exist. */
  gone: string;
  goneHint: string;
  /** The documents' sentence for a failed load. */
  failed: string;
  loadingLabel?: string;
  children: (record: R) => ReactNode;
}

/**
 * Renders the screen of one record from the replica: a skeleton while loading, then the record, the reason why it
 * cannot be loaded, or that it no longer exists.
 */
export function ReplicaRecord<R>(props: ReplicaRecordProps<R>) {
  const { record, title, back, icon, gone, goneHint, failed, loadingLabel, children } = props;
  const ready = useView((view) => view.ready);
  const load = useFirstLoad();
  const addressOf = useKeptAddress();
  if (record !== undefined) return children(record);
  return (
    <>
      <PageHeader title={title} back={back} />
      {load.error ? (
        <Alert tone="danger" action={<Button onClick={load.reload}>Try again</Button>}>
          {failed}
        </Alert>
      ) : (
        <Card>
          {ready ? (
            <EmptyState title={gone} icon={icon} action={<ButtonLink to={addressOf(back.to)}>{back.label}</ButtonLink>}>
              {goneHint}
            </EmptyState>
          ) : (
            <SkeletonRows {...(loadingLabel !== undefined && { label: loadingLabel })} />
          )}
        </Card>
      )}
    </>
  );
}
