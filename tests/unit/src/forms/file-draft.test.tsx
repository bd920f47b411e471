// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFakeEngine } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { SaveError } from '#ui/engine/engine.ts';
import { roomCheckMs } from '#ui/engine/use-write.ts';
import { type FileDraft, useFileDraft } from '#ui/forms/drafts/file-draft.ts';
import { AttachField } from '#ui/forms/offline/attach-field.tsx';
import { useFormWrite } from '#ui/forms/offline/use-form-write.ts';
import { WriteNotice } from '#ui/forms/offline/write-notice.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

let files: FileDraft;

const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

/** A worker that never answers. */
class SilentWorker extends EventTarget {
  static asked: unknown[] = [];
  static ended = 0;
  postMessage(photo: unknown) {
    SilentWorker.asked.push(photo);
  }
  terminate() {
    SilentWorker.ended += 1;
  }
}

/** A form with files and a Save button. */
function Form({ most = 5 }: { most?: number }) {
  const own = useFileDraft('note', { most });
  useEffect(() => {
    files = own;
  });
  const write = useFormWrite('closeTask', { draftKey: 'note', files: own });
  const submit = () => void write.submit({ taskId: 't1', actionTaken: 'Filter changed' }).catch(() => undefined);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p data-testid="kept">{own.files.map(({ ref }) => ref.name).join(' ')}</p>
      <p data-testid="error">{own.error}</p>
      <AttachField label="Photos" draft={own} multiple />
      <p data-testid="state">{write.state}</p>
      <button type="submit">Save</button>
      {write.isHeld && <WriteNotice write={write} refusalShown />}
    </form>
  );
}

const pdf = (name: string) => new File([`%PDF-1.7 ${name}`], name);
const kept = () => screen.getByTestId('kept').textContent;
const error = () => screen.getByTestId('error').textContent;

async function open(most = 5) {
  const engine = createFakeEngine();
  drawScreen(<Form most={most} />, { engine });
  await act(async () => Promise.resolve());
  return engine;
}

describe('files picked for a form', () => {
  it('are kept up to the limit, and each one beyond it is refused by name', async () => {
    await open();
    await act(() => files.add(['1', '2', '3', '4', '5', '6', '7'].map((name) => pdf(`${name}.pdf`))));
    expect(kept()).toBe('1.pdf 2.pdf 3.pdf 4.pdf 5.pdf');
    expect(error()).toBe('6.pdf was not added: at most 5 files. 7.pdf was not added: at most 5 files.');
    await act(() => files.add([pdf('8.pdf')]));
    expect(kept()).toBe('1.pdf 2.pdf 3.pdf 4.pdf 5.pdf');
    expect(error()).toBe('8.pdf was not added: at most 5 files.');
  });

  it('are kept if one of them is refused, each refusal with its name and reason', async () => {
    await open();
    const unreadable = pdf('gone.pdf');
    unreadable.slice = () => {
      throw new DOMException('gone', 'NotReadableError');
    };
    const picked = [pdf('1.pdf'), new File([], 'empty.jpg'), new File(['text'], 'notes.txt'), unreadable, pdf('2.pdf')];
    await act(() => files.add(picked));
    expect(kept()).toBe('1.pdf 2.pdf');
    expect(error()).toBe(
      'empty.jpg: The file is empty. notes.txt: Only PDF, JPEG, PNG, WebP or HEIC files can be attached. gone.pdf: The file could not be read.',
    );
  });

  it('free their place when they are removed', async () => {
    await open();
    await act(() => files.add(['1', '2', '3', '4', '5'].map((name) => pdf(`${name}.pdf`))));
    await act(async () => {
      files.remove(files.files[0]?.ref.sha256 ?? '');
      await files.add([pdf('6.pdf')]);
    });
    expect(kept()).toBe('2.pdf 3.pdf 4.pdf 5.pdf 6.pdf');
  });

  it('are replaced by a later one if only one is allowed, once that one is ready', async () => {
    await open(1);
    await act(() => files.add([pdf('1.pdf')]));
    await act(() => files.add([new File([], 'empty.jpg')]));
    expect([kept(), error()]).toEqual(['1.pdf', 'empty.jpg: The file is empty.']);
    await act(() => files.add([pdf('2.pdf')]));
    expect(kept()).toBe('2.pdf');
  });

  it('can be removed while being prepared, and the others are kept', async () => {
    vi.stubGlobal('Worker', SilentWorker);
    const engine = await open();
    const photo = new File(['\xff\xd8\xff'].map(latin), 'stuck.jpg');
    await act(async () => {
      const added = files.add([photo, pdf('1.pdf')]);
      await vi.waitFor(() => expect(SilentWorker.asked).toEqual([photo]));
      files.leaveOut(photo);
      await added;
    });
    expect([kept(), error(), SilentWorker.ended]).toEqual(['1.pdf', '', 1]);
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Save' })));
    expect(engine.saved).toHaveLength(1);
  });

  it('stay removed if no worker prepares them', async () => {
    await open();
    const report = pdf('report.pdf');
    // Removes the file while its bytes are being read.
    report.arrayBuffer = async () => {
      files.leaveOut(report);
      return new TextEncoder().encode('%PDF-1.7').buffer;
    };
    await act(() => files.add([report]));
    expect([kept(), error()]).toEqual(['', '']);
  });

  it('that are refused while Save waits for them stop it', async () => {
    const engine = await open();
    await act(async () => {
      const added = files.add([pdf('1.pdf'), new File([], 'empty.jpg')]);
      fireEvent.click(screen.getByRole('button', { name: 'Save' }));
      await added;
    });
    expect(engine.saved).toEqual([]);
    expect(error()).toBe('empty.jpg: The file is empty.');
  });
});

it('whose draft has no room are reported as not stored, and saved nevertheless', async () => {
  const engine = await open();
  const { writeDraft } = engine;
  engine.writeDraft = () => Promise.reject(new DOMException('Full.', 'QuotaExceededError'));
  await act(() => files.add([pdf('1.pdf'), pdf('2.pdf')]));
  const title = screen.getByText('Not all of these files are stored on this tablet');
  expect(title.closest('[role="alert"]')?.textContent).toContain('Keep this page open and save from here.');
  engine.writeDraft = writeDraft;
  await act(async () => files.remove(files.files[0]?.ref.sha256 ?? ''));
  expect(screen.queryByText(/Not all of these files/)).toBeNull();
  expect(engine.world.drafts.get('note:files')).toHaveLength(1);
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Save' })));
  expect(engine.saved).toMatchObject([{ body: { files: [{ name: '2.pdf' }] } }]);
});

/** Opens a form with one file, on a tablet without room for it until the test frees some. */
async function openFull() {
  const engine = await open();
  const { save } = engine;
  const asked: unknown[] = [];
  const tablet = { isFull: true };
  engine.save = (name, body, options) => {
    asked.push(options?.lostFiles);
    const [file] = options?.files ?? [];
    if (!tablet.isFull || options?.lostFiles === 'save-text' || !file) return save(name, body, options);
    const lost = [{ ...file.ref, reason: 'no-room' as const }];
    return Promise.reject(new SaveError('files-not-kept', 'This tablet has no room for 1.pdf.', {}, lost));
  };
  await act(() => files.add([pdf('1.pdf')]));
  const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })));
  return { engine, asked, tablet, press };
}

it('stop the save if one cannot be stored, until the user saves without it', async () => {
  const { engine, asked, press } = await openFull();
  for (const _time of ['first', 'second']) {
    await press('Save');
    await screen.findByText('1 file could not be kept');
    expect(engine.saved).toEqual([]);
    expect(kept()).toBe('1.pdf');
  }
  await press('Save without it');
  expect(asked).toEqual(['refuse', 'refuse', 'save-text']);
  expect(engine.saved).toHaveLength(1);
  expect(kept()).toBe('');
});

describe('a save that waits for room', () => {
  it('completes with its file as soon as there is room', async () => {
    const { engine, asked, tablet, press } = await openFull();
    await press('Save');
    vi.useFakeTimers();
    await press('Wait for room');
    expect(screen.getByText('Waiting for room')).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(2 * roomCheckMs));
    expect([engine.saved, kept()]).toEqual([[], '1.pdf']);
    tablet.isFull = false;
    await act(() => vi.advanceTimersByTimeAsync(roomCheckMs));
    expect(asked).toEqual(['refuse', 'refuse', 'refuse', 'refuse', 'refuse']);
    expect(engine.saved).toMatchObject([{ body: { files: [{ name: '1.pdf' }] } }]);
    expect([kept(), screen.queryByText('Waiting for room')]).toEqual(['', null]);
  });

  it('can be cancelled, and the choice is offered again', async () => {
    const { engine, press } = await openFull();
    await press('Save');
    await press('Wait for room');
    await press('Stop waiting');
    await screen.findByText('1 file could not be kept');
    expect([engine.saved, kept()]).toEqual([[], '1.pdf']);
    await press('Save without it');
    expect(engine.saved).toHaveLength(1);
  });

  it('is cancelled with its form, whose draft keeps the file', async () => {
    const { engine, asked, tablet, press } = await openFull();
    await press('Save');
    await press('Wait for room');
    tablet.isFull = false;
    cleanup();
    await act(async () => Promise.resolve());
    expect(asked).toEqual(['refuse', 'refuse']);
    expect([engine.saved.length, engine.world.drafts.get('note:files')]).toMatchObject([
      0,
      [{ ref: { name: '1.pdf' } }],
    ]);
  });

  it('is offered only for lack of room', async () => {
    const { engine, press } = await openFull();
    engine.save = (_name, _body, options) => {
      const lost = (options?.files ?? []).map(({ ref }) => ({ ...ref, reason: 'bytes-gone' as const }));
      return Promise.reject(new SaveError('files-not-kept', 'This tablet no longer has 1.pdf.', {}, lost));
    };
    await press('Save');
    await screen.findByText('1 file could not be kept');
    expect(screen.queryByRole('button', { name: 'Wait for room' })).toBeNull();
  });
});
