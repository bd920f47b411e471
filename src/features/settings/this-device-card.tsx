import { useEffect, useState } from 'react';
import { paths } from '#ui/paths.ts';
import { useEngine, useSyncStatus, useUnsentCount, useView } from '#ui/resource/engine-provider.tsx';
import { installWords, useInstall } from '#ui/resource/install.ts';
import { useMomentText } from '#ui/resource/use-now.ts';
import { Button, ButtonLink } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { type Fact, FactList } from './fact-list.tsx';
import { useIconCount } from './use-icon-count.ts';

const numbers = new Intl.NumberFormat('en-IN');
const bytesPerMb = 1024 * 1024;

function megabytes(bytes: number): string {
  const mb = bytes / bytesPerMb;
  return mb >= 1024 ? `${(mb / 1024).toFixed(1)} GB` : `${mb.toFixed(mb < 10 ? 1 : 0)} MB`;
}

type Storage = Awaited<ReturnType<ReturnType<typeof useEngine>['storage']>>;

/** What this device holds, how old it is, what waits, and how to install or lock it; an Admin's holds no ward data. */
export function ThisDeviceCard({ isWard }: { isWard: boolean }) {
  const engine = useEngine();
  const moment = useMomentText();
  const { asOf } = useSyncStatus();
  const unsent = useUnsentCount();
  const devices = useView((view) => view.count('device'));
  const templates = useView((view) => view.count('template'));
  const { storage, keep } = useStorage();
  const { way, install } = useInstall();
  const iconCount = useIconCount(way);
  const wardFacts: readonly Fact[] = [
    ['Data as of', asOf === null ? 'Not loaded yet' : moment(asOf)],
    ['On this device', `${numbers.format(devices)} devices, ${numbers.format(templates)} templates`],
    ['Unsent work', unsent === 0 ? 'None' : `${unsent} ${unsent === 1 ? 'entry' : 'entries'}`],
  ];

  return (
    <Card title="This device">
      <FactList
        facts={[
          ['Storage used', storage ? `${megabytes(storage.usedBytes)} of ${megabytes(storage.quotaBytes)}` : '…'],
          [
            'Storage kept',
            storage?.persisted
              ? 'Yes: the browser does not clear it by itself'
              : 'Not promised: the browser may clear it when the device is full',
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
          Lock this device
        </Button>
      </div>
    </Card>
  );
}

function useStorage(): { storage: Storage | null; keep: () => Promise<void> } {
  const engine = useEngine();
  const [storage, setStorage] = useState<Storage | null>(null);
  useEffect(() => {
    let left = false;
    const show = (next: Storage) => {
      if (!left) setStorage(next);
    };
    // A browser that does not tell its storage leaves the line open; the rest of the card says what is known.
    engine.storage().then(show, () => undefined);
    return () => {
      left = true;
    };
  }, [engine]);
  const keep = async () => {
    await engine.requestPersistence();
    setStorage(await engine.storage());
  };
  return { storage, keep };
}
