import { useNavigate } from 'react-router-dom';
import { paths } from '../paths.ts';
import type { SyncStatus } from '#ui/engine/engine.ts';
import { useSyncStatus } from '#ui/engine/engine-provider.tsx';
import { cx } from '../ui/class-names.ts';
import { Icon, type IconName } from '../ui/icons.tsx';

const toneIcons: Record<SyncStatus['tone'], IconName> = {
  ok: 'cloud-ok',
  sending: 'cloud-up',
  receiving: 'cloud-down',
  waiting: 'clock',
  offline: 'cloud-off',
  attention: 'cloud-alert',
};

/** Shows whether this tablet's work is on the server, and links to the outbox. Source: docs/product.md P50. */
export function SyncIndicator() {
  const status = useSyncStatus();
  const navigate = useNavigate();
  const words = status.label.replace(/^Sync: /, '');
  return (
    <button
      type="button"
      aria-label={status.label}
      title={status.label}
      data-calm={status.tone === 'ok' ? 'yes' : 'no'}
      onClick={() => void navigate(paths.outbox())}
      className={cx(
        'inline-flex min-h-target min-w-target items-center justify-center gap-2 rounded-control px-2.5 text-sm font-semibold transition-colors hover:bg-brand-line',
        status.tone === 'attention' ? 'bg-danger text-on-danger hover:bg-danger-hover' : 'text-on-brand',
      )}
    >
      <Icon name={toneIcons[status.tone]} size={22} />
      <span aria-hidden="true" className={cx('sm:whitespace-nowrap', status.tone === 'ok' && 'max-2xl:hidden')}>
        {words}
      </span>
    </button>
  );
}
