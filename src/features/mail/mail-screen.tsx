import { useState } from 'react';
import type { AnswerOf } from '#contract/define.ts';
import type { Calls } from '#contract/index.ts';
import { useAsOf, useMomentText } from '#ui/engine/use-now.ts';
import { useOnlineAction, useOnlineCall } from '#ui/engine/use-online-call.ts';
import { RecordLoad } from '#ui/forms/online/record-load.tsx';
import { errorWords } from '#ui/engine/engine.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Button } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { Facts } from '#ui/ui/facts.tsx';
import { PageHeader } from '#ui/ui/page-header.tsx';

type Status = AnswerOf<Calls['mailStatus']>;
type Trial = AnswerOf<Calls['tryMail']>;

/** Shows the Admin whether mail works, and sends a test mail. Source: docs/product.md P348. */
export function MailScreen() {
  const status = useOnlineCall('mailStatus', {});
  return (
    <>
      <PageHeader title="Mail" subtitle="Notices that this server sends by mail." asOf={useAsOf(status.asOf)} />
      <RecordLoad
        call={status}
        loadingLabel="Loading the state of mail..."
        failed={() => 'The state of mail could not be loaded. Please try again.'}
      >
        {(found) => (found.isSetUp ? <MailState status={found} /> : <NotSetUp />)}
      </RecordLoad>
    </>
  );
}

function NotSetUp() {
  return (
    <Alert tone="info">
      This server sends no mail. To set it up, give it the settings SMTP_URL, MAIL_FROM and PUBLIC_URL and start it
      again.
    </Alert>
  );
}

function MailState({ status: { waiting, failed, lastFailure } }: { status: Status }) {
  const moment = useMomentText();
  return (
    <div className="space-y-4">
      <Card title="Sending">
        <Facts
          facts={[
            ['Waiting', waiting],
            ['Failed in 30 days', failed],
            ['Last error', lastFailure ? `${moment(lastFailure.at)}: ${lastFailure.reason}` : 'None'],
          ]}
        />
      </Card>
      <TrialCard />
    </div>
  );
}

function TrialCard() {
  const trial = useOnlineAction('tryMail');
  const [answer, setAnswer] = useState<Trial>();
  const run = async () => {
    setAnswer(undefined);
    setAnswer(
      await trial
        .run({})
        .catch((error: unknown): Trial => ({ outcome: 'failed', reason: errorWords(error, 'Please try again.') })),
    );
  };
  return (
    <Card title="Test">
      <div className="space-y-3">
        <p>Sends a mail to the address of your account.</p>
        {answer && <Alert tone={answer.outcome === 'sent' ? 'ok' : 'danger'}>{trialWords(answer)}</Alert>}
        <Button icon="mail" busy={trial.busy} onClick={() => void run()}>
          Send a test mail
        </Button>
      </div>
    </Card>
  );
}

function trialWords({ outcome, reason = '' }: Trial): string {
  if (outcome === 'sent') return 'The mail server accepted the mail. Please check your mailbox.';
  return outcome === 'off' ? 'This server no longer sends mail.' : `The mail was not sent: ${reason}`;
}
