import { useCallback, useState } from 'react';
import type { NoticePreferences } from '#contract/calls/notice.ts';
import { errorWords } from '#ui/engine/engine.ts';
import { useEngine } from '#ui/engine/engine-provider.tsx';
import { useOnlineAction } from '#ui/engine/use-online-call.ts';
import { installWords, useInstall } from '#ui/platform/install.ts';
import {
  ownEndpoint,
  type PushPermission,
  pushPermission,
  subscribeToPush,
  unsubscribeFromPush,
} from '#ui/platform/push.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Button } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { useLoaded } from '#ui/ui/use-loaded.ts';

/** The outcome of the last press. */
type Outcome = 'sent' | 'unreachable' | 'not-allowed' | 'no-service' | { failed: string };

const missing = 'This browser cannot show notices while the app is closed.';
const denied =
  'This browser blocks notices of this app. Allow notifications for it in the settings of the browser, on iPhone and iPad in Settings under Notifications, and open this screen again.';
const unreachable =
  'This server cannot reach the push service of this browser, so notices do not appear while the app is closed. You still get them in the app, and by mail if this server sends mail.';
const words: Record<Exclude<Outcome, object>, string> = {
  sent: 'A test notice was sent to this tablet.',
  unreachable,
  'not-allowed': 'Notices were not allowed. Press the button again, and choose “Allow” when the browser asks.',
  'no-service': 'This browser could not reach its push service. Check its network, and try again.',
};

/** Switches push notices for this tablet on and off, and tests them. Source: docs/product.md P342. */
export function PushCard({ push }: { push: NoticePreferences['push'] }) {
  const engine = useEngine();
  const { way } = useInstall();
  const subscribe = useOnlineAction('subscribePush');
  const unsubscribe = useOnlineAction('unsubscribePush');
  const trial = useOnlineAction('tryPush');
  const [permission, setPermission] = useState<PushPermission>(pushPermission);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [busy, setBusy] = useState(false);
  // oxlint-disable-next-line react/exhaustive-deps -- read again after each change
  const endpoint = useLoaded(useCallback(() => ownEndpoint(), [push.endpoint, permission, engine]));
  const isOn = push.endpoint !== null && push.endpoint === endpoint;

  const act = async (run: () => Promise<Outcome | null>) => {
    setBusy(true);
    setOutcome(null);
    try {
      setOutcome(await run());
    } catch (error) {
      setOutcome(error instanceof DOMException ? 'no-service' : { failed: errorWords(error, 'Please try again.') });
    }
    setPermission(pushPermission());
    setBusy(false);
  };
  const tryOut = async (): Promise<Outcome> => ((await trial.run({})).outcome === 'sent' ? 'sent' : 'unreachable');
  const switchOn = async (): Promise<Outcome> => {
    const body = await subscribeToPush(push.key);
    if (!body) return 'not-allowed';
    await subscribe.run({ body });
    return tryOut();
  };
  const switchOff = async () => {
    await unsubscribe.run({});
    await unsubscribeFromPush();
    return null;
  };

  return (
    <Card title="Push on this tablet">
      <div className="space-y-4">
        <p className="text-muted">
          Shows your notices on this tablet while the app is closed or locked. They name no patient and no serial
          number. After a logout, switch them on again.
        </p>
        {permission === 'missing' && (
          <Alert tone="info">
            {way === 'ios' ? `On iPhone and iPad, only the installed app shows notices. ${installWords.ios}` : missing}
          </Alert>
        )}
        {permission === 'denied' && <Alert tone="warn">{denied}</Alert>}
        {isOn && outcome === null && (
          <Alert tone={push.isFailing ? 'warn' : 'ok'}>
            {push.isFailing ? unreachable : 'Notices appear on this tablet.'}
          </Alert>
        )}
        {outcome !== null && !(outcome === 'not-allowed' && permission === 'denied') && (
          <Alert tone={outcome === 'sent' ? 'ok' : 'warn'}>
            {typeof outcome === 'string' ? words[outcome] : outcome.failed}
          </Alert>
        )}
        {permission === 'possible' && endpoint !== undefined && (
          <div className="flex flex-wrap gap-3 max-sm:*:grow">
            {isOn ? (
              <>
                <Button icon="bell" busy={busy} onClick={() => void act(tryOut)}>
                  Send a test notice
                </Button>
                <Button busy={busy} onClick={() => void act(switchOff)}>
                  Switch off on this tablet
                </Button>
              </>
            ) : (
              <Button variant="primary" icon="bell" busy={busy} onClick={() => void act(switchOn)}>
                Switch on for this tablet
              </Button>
            )}
          </div>
        )}
      </div>
    </Card>
  );
}
