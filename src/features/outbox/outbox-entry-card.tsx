import { useState } from 'react';
import type { OutboxEntry } from '#ui/engine/engine.ts';
import { errorWords } from '#ui/engine/engine.ts';
import { useEngine, useView } from '#ui/engine/engine-provider.tsx';
import { useMomentText } from '#ui/engine/use-now.ts';
import { Button, ButtonLink } from '#ui/ui/button.tsx';
import { ConfirmDialog } from '#ui/ui/confirm-dialog.tsx';
import { Icon } from '#ui/ui/icons.tsx';
import { useToast } from '#ui/ui/toast.tsx';
import { toneText } from '#ui/ui/tone.ts';
import { correctLink } from './correct-link.ts';
import { countFiles, entryState, lostReasons } from './entry-words.ts';

/** Shows one entry: its kind, device, time, author and state, and the possible actions. */
export function OutboxEntryCard({ entry }: { entry: OutboxEntry }) {
  const moment = useMomentText();
  const devices = useView(
    (view) => entry.deviceIds.flatMap((id) => view.get('device', id)?.serialNumber ?? []),
    [entry.deviceIds],
  );
  const state = entryState(entry, moment);
  const sent = entry.files.reduce((sum, file) => sum + (file.received ? 1 : 0), 0);
  const facts = [
    entry.own ? 'You' : entry.userName,
    moment(entry.madeAt),
    entry.timeEstimated ? 'the clock of this tablet was behind, so the time is estimated' : '',
    devices.length > 3 ? `${devices.slice(0, 3).join(', ')} and ${devices.length - 3} more` : devices.join(', '),
    entry.lost.length > 0
      ? `saved without ${entry.lost.map(({ name, reason }) => `${name} (${lostReasons[reason]})`).join(', ')}`
      : '',
    entry.files.length > 0 ? `${sent} of ${countFiles(entry.files.length)} sent` : '',
  ].filter((fact) => fact !== '');
  return (
    <li className="border-b border-line px-4 py-3.5 last:border-0 sm:px-5">
      <p className="font-semibold">{entry.title}</p>
      <p className="mt-0.5 text-sm text-muted">{facts.join(' · ')}</p>
      <p className={`mt-1.5 flex items-start gap-2 font-medium ${toneText[state.tone]}`}>
        <Icon name={state.icon} className="mt-0.5" />
        <span className="min-w-0">{state.words}</span>
      </p>
      {entry.notices.map((notice) => (
        <p key={notice} className="mt-1 flex items-start gap-2 text-sm">
          <Icon name="info" className="mt-0.5 text-muted" />
          <span className="min-w-0">{notice}</span>
        </p>
      ))}
      <RefusalFacts entry={entry} />
      {entry.own && <EntryActs entry={entry} />}
    </li>
  );
}

function RefusalFacts({ entry }: { entry: OutboxEntry }) {
  const moment = useMomentText();
  const context = entry.error?.context ?? {};
  const who = context['closedBy'] ?? context['by'];
  const when = context['closedAt'] ?? context['at'];
  if (entry.state !== 'attention' || typeof who !== 'string' || typeof when !== 'string') return null;
  return (
    <p className="mt-1 text-sm text-muted">
      By {who}, {moment(when)}
    </p>
  );
}

function EntryActs({ entry }: { entry: OutboxEntry }) {
  const engine = useEngine();
  const toast = useToast();
  const [asking, setAsking] = useState(false);
  /** The server has accepted the text but refuses a file: a new entry would report the same event twice. */
  const isHalfThere = entry.answeredAt !== null;
  const correct = isHalfThere ? undefined : correctLink(entry);
  const waits = entry.state === 'waiting' || entry.state === 'signed-out';
  const refused = entry.state === 'attention';
  if (!waits && !refused) return null;

  const act = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work();
      toast({ text: done });
    } catch (error) {
      toast({ text: errorWords(error, 'That did not work. The entry is unchanged.'), tone: 'danger' });
    }
  };

  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {refused && correct !== undefined && (
        <ButtonLink to={correct} icon="edit" variant="primary">
          Correct
        </ButtonLink>
      )}
      {refused && !isHalfThere && entry.canAddNote && (
        <Button
          icon="plus"
          onClick={() =>
            void act(() => engine.addAsNote(entry.id), 'Added as a note. It will be sent when the connection is back.')
          }
        >
          Add as note
        </Button>
      )}
      <Button icon="refresh" onClick={() => void act(() => engine.retry(entry.id), 'Trying again now.')}>
        Try now
      </Button>
      {refused && (
        <Button icon="trash" variant="ghost" onClick={() => setAsking(true)}>
          Discard
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        title="Discard this entry?"
        confirmLabel="Discard"
        danger
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          void act(() => engine.discard(entry.id), 'Entry discarded.');
        }}
      >
        {isHalfThere ? (
          <p>
            The text of “{entry.title}” is on the server. Discarding removes the files that could not be sent with it.
          </p>
        ) : (
          <p>“{entry.title}” is not on the server. Discarding removes it from this tablet permanently.</p>
        )}
        <p className="mt-2 text-muted">“Save all to a file” keeps a copy first.</p>
      </ConfirmDialog>
    </div>
  );
}
