import type { AccountNotice } from '#contract/records/agreement.ts';
import { counted } from '#contract/rules/counted.ts';
import { errorWords } from '#ui/engine/engine.ts';
import { useSignedIn, useView } from '#ui/engine/engine-provider.tsx';
import { useMomentText } from '#ui/engine/use-now.ts';
import { useOnlineAction } from '#ui/engine/use-online-call.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Button } from '#ui/ui/button.tsx';
import { useToast } from '#ui/ui/toast.tsx';

/** Notices shown at once; more follow when these are dismissed. */
const shownNotices = 5;

const refused = 'The notices could not be dismissed. Please try again.';

/**
 * Shows, until dismissed, what others changed in the user's account and, for the office, in any account; readable
 * without network. Source: docs/product.md P199.
 */
export function AccountNotices() {
  const { userId } = useSignedIn();
  const moment = useMomentText();
  const toast = useToast();
  const dismiss = useOnlineAction('dismissAccountNotices');
  const notices = useView(
    (view) => {
      const setting = view.get('setting', 'accounts');
      return setting?.id === 'accounts' ? setting.notices.filter(({ told }) => told.includes(userId)) : [];
    },
    [userId],
  );
  if (notices.length === 0) return null;
  const shown = notices.slice(0, shownNotices);
  const more = notices.length - shown.length;
  const run = () =>
    dismiss
      .run({ body: { ids: shown.map(({ id }) => id) } })
      .catch((error: unknown) => toast({ tone: 'danger', text: errorWords(error, refused) }));
  return (
    <Alert
      tone="info"
      title="Accounts changed"
      action={
        <Button type="button" onClick={() => void run()}>
          Dismiss
        </Button>
      }
    >
      <ul className="space-y-1">
        {shown.map((notice) => (
          <li key={notice.id} className="wrap-anywhere">
            {noticeWords(notice, userId)}{' '}
            <span className="text-sm text-muted">
              By {notice.by}, {moment(notice.at)}.
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="mt-1 text-sm text-muted">{counted(more, 'earlier change')} not shown yet.</p>}
    </Alert>
  );
}

/** Words one change for the account's owner or for the office. */
function noticeWords({ accountId, name, act, fields, newName }: AccountNotice, userId: string): string {
  const whose = accountId === userId ? 'Your account' : `The account of ${name}`;
  if (act === 'added') return `${whose} was added.`;
  if (act === 'removed') return `${whose} was deleted.`;
  if (act === 'restored') return `${whose} was restored.`;
  if (act === 'password') return `${whose} has a new one-time password.`;
  const changes = [
    ...(newName === null ? [] : [`name changed from “${name}” to “${newName}”`]),
    ...fields.filter((field) => field !== 'name').map((field) => `${field} changed`),
  ];
  return `${whose}: ${changes.join(', ')}.`;
}
