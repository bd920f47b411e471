import { type ChangeEvent, useState } from 'react';
import { counted } from '#contract/rules/counted.ts';
import { errorWords, type OutboxEntry } from '#ui/engine/engine.ts';
import { useEngine, useOutbox, useSignedIn, useSyncStatus, useView } from '#ui/engine/engine-provider.tsx';
import { saveFile } from '#ui/platform/save-file.ts';
import { sendsWhenClosed } from '#ui/platform/background-sync.ts';
import { useTabletQuery } from '#ui/engine/use-tablet-query.ts';
import { useMomentText, useReplicaAsOf } from '#ui/engine/use-now.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Button } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { EmptyState } from '#ui/ui/empty-state.tsx';
import { Icon } from '#ui/ui/icons.tsx';
import { PageHeader } from '#ui/ui/page-header.tsx';
import { useToast } from '#ui/ui/toast.tsx';
import type { Tone } from '#ui/ui/tone.ts';
import { OutboxEntryCard } from './outbox-entry-card.tsx';
import { RecentDeletionsCard } from './recent-deletions-card.tsx';

/** Says how many entries an imported file added. */
function importedText(added: number, known: number): string {
  if (known === 0) return `Imported ${counted(added, 'entry', 'entries')}.`;
  return `Imported ${counted(added, 'entry', 'entries')}; ${known} ${known === 1 ? 'was' : 'were'} already here.`;
}

/** Received entries shown at a time; the tablet keeps thirty days of them. */
const receivedStep = 50;

/** Shows this tablet's work: what is waiting, what was refused and why, and what has been received. */
export function OutboxScreen() {
  const engine = useEngine();
  const status = useSyncStatus();
  const asOf = useReplicaAsOf();
  const entries = useOutbox().toSorted((a, b) => b.seq - a.seq);
  const refused = entries.filter((entry) => entry.state === 'attention');
  const waiting = entries.filter((entry) => entry.state !== 'attention' && !isReceived(entry));
  const unsent = refused.length + waiting.length;
  return (
    <>
      <PageHeader
        title="Outbox"
        subtitle={status.label}
        asOf={asOf}
        actions={
          <>
            {waiting.length > 0 && (
              <Button icon="refresh" variant="primary" onClick={() => engine.sendNow()}>
                Send now
              </Button>
            )}
            <FileActs unsent={unsent} />
          </>
        }
      />
      <div className="space-y-5">
        {unsent === 0 && (
          <Card>
            <EmptyState icon="cloud-ok" title="Everything is on the server">
              Entries saved offline wait here until they are sent.
            </EmptyState>
          </Card>
        )}
        <Section title="Needs attention" tone="danger" entries={refused} />
        <Section title="Waiting" entries={waiting} />
        {waiting.length > 0 && !sendsWhenClosed() && (
          <p className="px-1 text-muted">
            This browser does not send while the app is closed. Waiting entries are sent the next time you open the app
            with a network.
          </p>
        )}
        <RecentDeletionsCard />
        <RefusedElsewhere known={entries} />
        <ReceivedEntries inMemory={entries.filter(isReceived)} />
      </div>
    </>
  );
}

function isReceived(entry: OutboxEntry): boolean {
  return entry.state === 'done' || entry.state === 'acked';
}

/**
 * Lists what the server has received in the past thirty days, from the tablet's own database, including what another
 * tab sent.
 */
function ReceivedEntries({ inMemory }: { inMemory: readonly OutboxEntry[] }) {
  const { userId } = useSignedIn();
  const [limit, setLimit] = useState(receivedStep);
  const past = useTabletQuery((queries) => queries.pastEntries(userId, limit), [userId, limit]);
  // A received entry that still has files to send does not belong to the past yet.
  const underway = inMemory.filter((entry) => entry.state === 'acked');
  const entries = past ? [...underway, ...past.entries] : inMemory.slice(0, limit);
  const total = past ? underway.length + past.total : inMemory.length;
  return (
    <>
      <Section title="Received by the server" entries={entries} total={total} />
      {total > entries.length && (
        <div className="flex justify-center">
          <Button icon="clock" onClick={() => setLimit(limit + receivedStep)}>
            Show {Math.min(receivedStep, total - entries.length)} more
          </Button>
        </div>
      )}
    </>
  );
}

interface SectionProps {
  title: string;
  tone?: Tone;
  entries: readonly OutboxEntry[];
  /** The total, if not all entries are shown. */
  total?: number;
}

function Section({ title, tone, entries, total = entries.length }: SectionProps) {
  if (entries.length === 0) return null;
  return (
    <Card title={`${title} (${total})`} flush className={tone === 'danger' ? 'border-danger-line' : ''}>
      <ul>
        {entries.map((entry) => (
          <OutboxEntryCard key={entry.id} entry={entry} />
        ))}
      </ul>
    </Card>
  );
}

/** Lists the refused work that the server knows, so that nobody's entry depends on one tablet. */
function RefusedElsewhere({ known }: { known: readonly OutboxEntry[] }) {
  const moment = useMomentText();
  const all = useView((view) => view.all('refusal'));
  const ids = new Set(known.map((entry) => entry.id));
  const refusals = all.filter((refusal) => !ids.has(refusal.id));
  if (refusals.length === 0) return null;
  return (
    <Card title={`Refused on other tablets (${refusals.length})`} flush>
      <ul>
        {refusals.map((refusal) => (
          <li key={refusal.id} className="border-b border-line px-4 py-3.5 last:border-0 sm:px-5">
            <p className="font-semibold">{refusal.title}</p>
            <p className="mt-0.5 text-sm text-muted">
              {refusal.by} · {moment(refusal.at)}
            </p>
            <p className="mt-1.5 flex items-start gap-2 font-medium text-danger">
              <Icon name="cloud-alert" className="mt-0.5" />
              {refusal.message}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function FileActs({ unsent }: { unsent: number }) {
  const engine = useEngine();
  const toast = useToast();
  const [failed, setFailed] = useState<string | null>(null);

  const save = async () => saveFile(await engine.exportUnsent(), 'ward-rounds-unsent.json');
  const bring = async (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    event.target.value = '';
    if (!file) return;
    setFailed(null);
    try {
      const { added, known } = await engine.importUnsent(file);
      toast({ text: importedText(added, known) });
    } catch (error) {
      setFailed(errorWords(error, 'This file could not be read.'));
    }
  };

  return (
    <>
      {unsent > 0 && (
        <Button icon="download" onClick={() => void save()}>
          Save all to a file
        </Button>
      )}
      <label className="relative inline-flex min-h-target cursor-pointer items-center justify-center gap-2 rounded-control border border-line-strong bg-surface px-4 font-semibold hover:border-primary hover:bg-primary-soft has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
        <Icon name="upload" />
        Import a file
        <input
          type="file"
          accept="application/json,.json"
          onChange={(event) => void bring(event)}
          className="absolute -inset-px cursor-pointer opacity-0"
        />
      </label>
      {failed !== null && <Alert tone="danger">{failed}</Alert>}
    </>
  );
}
