// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { createFakeEngine } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { createDraftKeeper } from '#ui/forms/drafts/draft-keeper.ts';
import { useDraft } from '#ui/forms/drafts/use-draft.ts';

afterEach(cleanup);

function Note() {
  const draft = useDraft('note', '');
  return (
    <>
      <p>{draft.ready ? 'ready' : 'reading'}</p>
      <p>{draft.restored ? 'restored' : 'new'}</p>
      <p>{`Storage: ${draft.state}`}</p>
      <input aria-label="Note" value={draft.value} onChange={(event) => draft.setValue(event.target.value)} />
      <button type="button" onClick={() => void draft.discard()}>
        Discard
      </button>
    </>
  );
}

const type = (value: string) => fireEvent.change(screen.getByLabelText('Note'), { target: { value } });

describe('drafts', () => {
  it('typed text is stored immediately and restored after a kill', async () => {
    const engine = createFakeEngine();
    const first = drawScreen(<Note />, { engine });
    await screen.findByText('ready');
    type('Alarm test fai');
    await waitFor(() => expect(engine.world.drafts.get('note')).toBe('Alarm test fai'));
    first.unmount();
    drawScreen(<Note />, { engine });
    await screen.findByText('restored');
    expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('Alarm test fai');
  });

  it('text typed before the stored draft is read is not overwritten by it', async () => {
    const engine = createFakeEngine({ drafts: new Map([['note', 'old']]) });
    drawScreen(<Note />, { engine });
    type('new words');
    await act(async () => Promise.resolve());
    expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('new words');
  });

  it('a discarded draft is removed from form and storage', async () => {
    const engine = createFakeEngine({ drafts: new Map([['note', 'old']]) });
    drawScreen(<Note />, { engine });
    await screen.findByText('restored');
    fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
    await screen.findByText('new');
    expect(engine.world.drafts.has('note')).toBe(false);
  });

  it('a discarded draft that could not be stored is no longer reported as failed', async () => {
    const engine = createFakeEngine();
    engine.writeDraft = () => Promise.reject(new Error('The storage failed.'));
    drawScreen(<Note />, { engine });
    await screen.findByText('ready');
    type('Alarm');
    await screen.findByText('Storage: failed');
    fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
    await screen.findByText('Storage: saved');
  });

  it('during a write only the newest value is queued', async () => {
    const written: unknown[] = [];
    const gates: (() => void)[] = [];
    const keeper = createDraftKeeper(
      {
        writeDraft: (_key, value) =>
          new Promise((resolve) => {
            written.push(value);
            gates.push(resolve);
          }),
        deleteDraft: async () => undefined,
      },
      'k',
      () => undefined,
    );
    for (const value of ['a', 'ab', 'abc']) keeper.put(value);
    expect(written).toEqual(['a']);
    gates[0]?.();
    await waitFor(() => expect(written).toEqual(['a', 'abc']));
  });

  it('leaving the page stores the newest value without waiting', () => {
    const written: unknown[] = [];
    const keeper = createDraftKeeper(
      {
        writeDraft: async (_key, value) => {
          written.push(value);
          await new Promise(() => undefined);
        },
        deleteDraft: async () => undefined,
      },
      'k',
      () => undefined,
    );
    keeper.put('a');
    keeper.put('ab');
    keeper.flush();
    expect(written).toEqual(['a', 'ab']);
  });

  it('a draft that could not be stored is retried with the next value', async () => {
    const states: string[] = [];
    const written: unknown[] = [];
    const keeper = createDraftKeeper(
      {
        writeDraft: async (_key, value) => {
          if (written.push(value) === 1) throw new Error('quota');
        },
        deleteDraft: async () => undefined,
      },
      'k',
      (state) => states.push(state),
    );
    keeper.put('a');
    await waitFor(() => expect(states).toContain('failed'));
    keeper.put('ab');
    await waitFor(() => expect(states.at(-1)).toBe('saved'));
    expect(written).toEqual(['a', 'ab']);
    expect(states).toEqual(['saving', 'failed', 'saved']);
  });
});
