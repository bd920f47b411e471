import { counted } from '#contract/rules/counted.ts';
import { useCallback, useState } from 'react';
import { paths } from '#ui/paths.ts';
import { useEngine, useSignedIn, useSyncStatus, useUnsentCount, useView } from '#ui/engine/engine-provider.tsx';
import { useTabletQuery } from '#ui/engine/use-tablet-query.ts';
import { installWords, useInstall } from '#ui/platform/install.ts';
import { megabytes } from '#ui/platform/megabytes.ts';
import { useMomentText } from '#ui/engine/use-now.ts';
import { Button, ButtonLink } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { useToast } from '#ui/ui/toast.tsx';
import { useLoaded } from '#ui/ui/use-loaded.ts';
import type { TabletHoldings } from '#ui/engine/live-queries.ts';
import { type Fact, FactList } from './fact-list.tsx';
import { useIconCount } from './use-icon-count.ts';

const numbers = new Intl.NumberFormat('en-IN');
/** Chromium reports usage plus this amount instead of a real quota, however much is free. Units: bytes. */
const chromiumRoom = 10 * 1024 ** 3;

/** Formats the storage estimate; a browser without one reports 0 of 0. */
function storageWords({ usedBytes, quotaBytes }: Storage): string {
  if (quotaBytes - usedBytes === chromiumRoom) return megabytes(usedBytes);
  return quotaBytes === 0 ? 'Not reported by this browser' : `${megabytes(usedBytes)} of ${megabytes(quotaBytes)}`;
}

type Storage = Awaited<ReturnType<ReturnType<typeof useEngine>['storage']>>;

/**
 * Shows what this tablet holds and how old it is, the waiting entries, and how to install or lock the app; an Admin's
 * tablet holds no ward data.
 */
export function ThisTabletCard({ isWard }: { isWard: boolean }) {
  const engine = useEngine();
  const moment = useMomentText();
  const { asOf } = useSyncStatus();
  const unsent = useUnsentCount();
  const devices = useView((view) => view.count('device'));
  const templates = useView((view) => view.count('template'));
  const { userId } = useSignedIn();
  const holdings = useTabletQuery((queries) => queries.holdings(userId), [userId]);
  const { way, install } = useInstall();
  const { storage, keep } = useStorage(holdings, way === 'installed');
  const iconCount = useIconCount(way);
  const wardFacts: readonly Fact[] = [
    ['Data as of', asOf === null ? 'Not loaded yet' : moment(asOf)],
    ['On this tablet', `${counted(devices, 'device')}, ${counted(templates, 'template')}`],
    ['Unsent work', unsent === 0 ? 'None' : counted(unsent, 'entry', 'entries')],
    ...(holdings
      ? ([
          [
            'Entries kept',
            holdings.entries === 0 ? 'None' : `${numbers.format(holdings.entries)} from the past thirty days`,
          ],
          ['Forms not finished', holdings.drafts === 0 ? 'None' : counted(holdings.drafts, 'draft', 'drafts')],
          [
            'Photos and files',
            holdings.files === 0
              ? 'None'
              : `${counted(holdings.files, 'file', 'files')}, ${megabytes(holdings.fileBytes)}`,
          ],
        ] satisfies Fact[])
      : []),
  ];

  return (
    <Card title="This tablet">
      <FactList
        facts={[
          ['Storage used', storage ? storageWords(storage) : '…'],
          [
            'Storage kept',
            storage?.persisted
              ? 'Yes: the browser does not clear it automatically'
              : 'Not guaranteed: the browser may clear it when the tablet is full',
          ],
          ...(isWard ? wardFacts : []),
          ['Notifications', iconCount.words],
          ['App', way === 'installed' ? 'Installed' : 'Runs in the browser'],
        ]}
      />
      {way !== 'installed' && <p className="mt-4 text-muted">{installWords[way]}</p>}
      <div className="mt-5 flex flex-wrap gap-3 max-sm:*:grow">
        {isWard && (
          <ButtonLink to={paths.outbox()} icon="cloud-up">
            Outbox
          </ButtonLink>
        )}
        {way === 'prompt' && (
          <Button icon="download" onClick={() => void install()}>
            Install
          </Button>
        )}
        {iconCount.allow && (
          <Button icon="bell" onClick={iconCount.allow}>
            Allow notifications
          </Button>
        )}
        {storage && !storage.persisted && <Button onClick={() => void keep()}>Keep storage</Button>}
        <Button icon="shield" onClick={() => void engine.lock()}>
          Lock this tablet
        </Button>
      </div>
    </Card>
  );
}

/**
 * Returns the browser's storage estimate, read again when the stored data changes. `keep` requests persistent storage.
 */
function useStorage(
  holdings: TabletHoldings | undefined,
  isInstalled: boolean,
): { storage: Storage | undefined; keep: () => Promise<void> } {
  const engine = useEngine();
  const toast = useToast();
  const [asked, setAsked] = useState(0);
  // oxlint-disable-next-line react/exhaustive-deps -- the holdings stand for what fills the storage
  const storage = useLoaded(useCallback(() => engine.storage(), [engine, holdings, asked]));
  const keep = async () => {
    if (!(await engine.requestPersistence())) {
      const more = isInstalled ? '' : ' Browsers usually agree once the app is on the home screen.';
      toast({ tone: 'warn', text: `The browser did not agree to keep the storage.${more}` });
    }
    setAsked((count) => count + 1);
  };
  return { storage, keep };
}
