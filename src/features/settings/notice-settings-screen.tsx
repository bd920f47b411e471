import { useId, useRef, useState } from 'react';
import type { NoticePreferences } from '#contract/calls/notice.ts';
import type { NoticeKind } from '#contract/records/notice.ts';
import { noticeKindsOf, noticeSpecs } from '#contract/rules/notices.ts';
import { errorWords } from '#ui/engine/engine.ts';
import { useSignedIn } from '#ui/engine/engine-provider.tsx';
import { useOnlineAction, useOnlineCall } from '#ui/engine/use-online-call.ts';
import { RecordLoad } from '#ui/forms/online/record-load.tsx';
import { paths } from '#ui/paths.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Card } from '#ui/ui/card.tsx';
import { Checkbox } from '#ui/ui/checkbox.tsx';
import { PageHeader } from '#ui/ui/page-header.tsx';
import { PushCard } from './push-card.tsx';

type Off = NoticePreferences['off'];
const channels = [
  ['push', 'Push'],
  ['mail', 'Mail'],
] as const;

/** Sets which notices come by mail and by push, and switches push on this tablet on or off. Source: docs/product.md P342. */
export function NoticeSettingsScreen() {
  const call = useOnlineCall('noticePreferences');
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader
        title="Notice settings"
        subtitle="The bell in the app shows every notice. Push and mail are copies."
        back={{ to: paths.notices(), label: 'Notices' }}
      />
      <div className="space-y-5">
        {call.data && <PushCard push={call.data.push} />}
        <Card title="Which notices">
          <RecordLoad
            call={call}
            loadingLabel="Loading the settings..."
            failed={() => 'The settings could not be loaded. Please try again.'}
          >
            {(preferences) => <Kinds preferences={preferences} />}
          </RecordLoad>
        </Card>
      </div>
    </div>
  );
}

function Kinds({ preferences: { hasMail, off: saved } }: { preferences: NoticePreferences }) {
  const id = useId();
  const { userRole } = useSignedIn();
  const update = useOnlineAction('updateNoticePreferences');
  const [pending, setPending] = useState<Off | null>(null);
  const off = pending ?? saved;
  const [failed, setFailed] = useState<string | null>(null);
  /** The choices are always sent together, and the requests one after another, so that the last one wins. */
  const sending = useRef<Promise<unknown>>(Promise.resolve());
  const choose = (next: Off) => {
    setPending(next);
    setFailed(null);
    sending.current = sending.current.then(async () => {
      try {
        await update.run({ body: { off: next }, idempotencyKey: crypto.randomUUID() });
      } catch (error) {
        setFailed(errorWords(error, 'Please try again.'));
      }
      setPending((latest) => (latest === next ? null : latest));
    });
  };
  const toggle = (channel: keyof Off, kind: NoticeKind) => {
    const others = off[channel].filter((each) => each !== kind);
    choose({ ...off, [channel]: others.length < off[channel].length ? others : [...others, kind] });
  };
  const shown = channels.filter(([channel]) => channel !== 'mail' || hasMail);
  return (
    <div className="space-y-4">
      {!hasMail && <Alert tone="info">This server sends no mail.</Alert>}
      {failed !== null && <Alert tone="danger">Your choice could not be saved. {failed}</Alert>}
      <ul>
        {noticeKindsOf(userRole).map((kind) => {
          const { title, isAlwaysTold } = noticeSpecs[kind];
          return (
            <li key={kind} className="border-b border-line py-2 last:border-0">
              <fieldset aria-labelledby={`${id}-${kind}`} className="flex flex-wrap items-center gap-x-6">
                <span id={`${id}-${kind}`} className="min-w-0 flex-1 basis-60 font-semibold">
                  {title}
                </span>
                {shown.map(([channel, label]) => (
                  <Checkbox
                    key={channel}
                    label={label}
                    disabled={isAlwaysTold}
                    checked={isAlwaysTold || !off[channel].includes(kind)}
                    onChange={() => toggle(channel, kind)}
                  />
                ))}
                {isAlwaysTold && (
                  <p className="basis-full text-sm text-muted">
                    Urgent notices cannot be switched off, because someone has to act at once.
                  </p>
                )}
              </fieldset>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
