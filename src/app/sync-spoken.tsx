import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { counted } from '#contract/rules/counted.ts';
import type { SyncStatus } from '#ui/engine/engine.ts';
import { useSyncStatus } from '#ui/engine/engine-provider.tsx';

/** An entry that is sent at once is not announced: its own message says so. Units: ms. */
const settleMs = 2_000;

/** Returns the state to announce; null while a download decides nothing. */
function stateOf({ tone, attention, offline, waiting }: SyncStatus) {
  if (attention > 0) return `refused ${attention}` as const;
  if (offline) return 'offline';
  if (waiting > 0) return 'waiting';
  return tone === 'ok' ? 'sent' : null;
}

function wordsOf(state: NonNullable<ReturnType<typeof stateOf>>, attention: number): string {
  if (state === 'offline') return 'Offline. Entries are kept on this tablet.';
  if (state === 'waiting') return 'Entries are waiting to be sent.';
  if (state === 'sent') return 'All entries sent.';
  return `${counted(attention, 'entry', 'entries')} ${attention === 1 ? 'needs' : 'need'} attention. Open the outbox to see why.`;
}

/** Tells a screen reader once when the state of sync has changed: offline, waiting, sent or refused (P274). */
export function SyncSpoken() {
  const status = useSyncStatus();
  const state = stateOf(status);
  const { attention } = status;
  const said = useRef<typeof state>('sent');
  const [words, setWords] = useState('');
  useEffect(() => {
    if (state === null || state === said.current) return undefined;
    const timer = setTimeout(() => {
      said.current = state;
      setWords(wordsOf(state, attention));
    }, settleMs);
    return () => clearTimeout(timer);
  }, [state, attention]);
  return createPortal(<output className="sr-only">{words}</output>, document.body);
}
