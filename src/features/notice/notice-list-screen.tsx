import { useState } from 'react';
import { Link } from 'react-router-dom';
import { noticeKinds, type NoticeRecord, type NoticeSubject } from '#contract/records/notice.ts';
import { counted } from '#contract/rules/counted.ts';
import { keptNoticeDays, noticesOf, noticeSpecs, noticeText } from '#contract/rules/notices.ts';
import { useSignedIn, useView } from '#ui/engine/engine-provider.tsx';
import { useMomentText, useReplicaAsOf } from '#ui/engine/use-now.ts';
import { useWrite } from '#ui/engine/use-write.ts';
import { useToastWrite } from '#ui/forms/offline/use-toast-write.ts';
import { chosen, type ListFilter, ListFilters } from '#ui/lists/list-filters.tsx';
import { useListQuery } from '#ui/lists/list-query.ts';
import { paths, withQuery } from '#ui/paths.ts';
import { Badge } from '#ui/ui/badge.tsx';
import { Button, ButtonLink } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { cx } from '#ui/ui/class-names.ts';
import { EmptyState } from '#ui/ui/empty-state.tsx';
import { PageHeader } from '#ui/ui/page-header.tsx';
import { SkeletonRows } from '#ui/ui/skeleton.tsx';

/** Rows shown at first, and how many each press adds. */
const shownAtOnce = 30;
/** Notices that one entry marks as read. */
const maxRead = 200;

const unread = 'unread';
const filters: readonly ListFilter[] = [
  {
    name: 'show',
    label: 'Show',
    all: 'All notices',
    initial: unread,
    options: [{ value: unread, label: 'Unread notices' }],
  },
  {
    name: 'kind',
    label: 'Kind',
    all: 'All kinds',
    options: noticeKinds.map((kind) => ({ value: kind, label: noticeSpecs[kind].title })),
  },
];

const pathOf: Record<NoticeSubject, (id: string) => string> = {
  ticket: (id) => paths.ticket(id),
  tickets: () => paths.tickets(),
  task: (id) => paths.maintenanceClose(id),
  overdueTasks: (id) => withQuery(paths.maintenance(), { status: 'overdue', technician: id || undefined }),
  rounds: (id) => (id === '' ? paths.rounds() : paths.roundAdd(id)),
  contracts: () => paths.warranties(),
  testers: () => paths.testers(),
  devices: () => paths.devices(),
  storage: () => paths.settings(),
  entries: () => paths.outbox(),
  faultReport: () => paths.faultReports(),
};

/** Lists the user's notices, only unread ones at first; each opens its subject. Source: docs/product.md P323. */
export function NoticeListScreen() {
  const { userId } = useSignedIn();
  const query = useListQuery();
  const asOf = useReplicaAsOf();
  const ready = useView((view) => view.ready);
  const mine = useView((view) => noticesOf(view.all('notice'), userId), [userId]);
  const [show, kind] = filters.map((filter) => chosen(query, filter));
  const isUnread = ({ unreadBy }: NoticeRecord) => unreadBy.includes(userId);
  const ofKind = mine.filter((notice) => kind === '' || notice.kind === kind);
  const rows = show === unread ? ofKind.filter(isUnread) : ofKind;
  return (
    <>
      <PageHeader
        title="Notices"
        subtitle={`What you were told in the last ${counted(keptNoticeDays, 'day')}.`}
        asOf={asOf}
        actions={
          <>
            <ReadAll ids={rows.filter(isUnread).map(({ id }) => id)} />
            <ButtonLink to={paths.ownNotices()} icon="settings">
              Notice settings
            </ButtonLink>
          </>
        }
      />
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <ListFilters query={query} filters={filters} />
      </div>
      <Card flush>
        {ready ? <Rows rows={rows} isUnread={isUnread} show={show} /> : <SkeletonRows rows={4} columns={2} />}
      </Card>
    </>
  );
}

function ReadAll({ ids }: { ids: readonly string[] }) {
  const read = useToastWrite('readNotices', 'Notices marked as read.');
  if (ids.length === 0) return null;
  return (
    <Button icon="check" busy={read.busy} onClick={() => void read.run({ ids: ids.slice(0, maxRead) })}>
      Mark {counted(Math.min(ids.length, maxRead), 'notice')} as read
    </Button>
  );
}

interface RowsProps {
  rows: readonly NoticeRecord[];
  isUnread: (notice: NoticeRecord) => boolean;
  show: string | undefined;
}

function Rows({ rows, isUnread, show }: RowsProps) {
  const read = useWrite('readNotices');
  const moment = useMomentText();
  const [count, setCount] = useState(shownAtOnce);
  if (rows.length === 0) {
    return show === unread ? (
      <EmptyState title="No unread notices" icon="check-circle">
        Choose All notices to see those that you have read.
      </EmptyState>
    ) : (
      <EmptyState title="No notices" icon="bell">
        You are told here when work is assigned to you, when it changes, and when something urgent is reported.
      </EmptyState>
    );
  }
  return (
    <>
      <ul>
        {rows.slice(0, count).map((notice) => (
          <li key={notice.id} className="border-b border-line last:border-0">
            <Link
              to={pathOf[notice.about.kind](notice.about.id)}
              onClick={() => {
                if (isUnread(notice)) void read.save({ ids: [notice.id] });
              }}
              className="flex min-h-target flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 text-ink no-underline hover:bg-primary-soft/40 focus-visible:-outline-offset-2 sm:px-5"
            >
              <span className={cx('min-w-0 flex-1 basis-60 wrap-anywhere', isUnread(notice) && 'font-semibold')}>
                {noticeText(notice)}
              </span>
              {isUnread(notice) && <Badge tone="info">Unread</Badge>}
              <time dateTime={notice.at} className="text-sm text-muted">
                {moment(notice.at)}
              </time>
            </Link>
          </li>
        ))}
      </ul>
      {rows.length > count && (
        <div className="p-4">
          <Button onClick={() => setCount(count + shownAtOnce)}>Show more ({rows.length - count})</Button>
        </div>
      )}
    </>
  );
}
