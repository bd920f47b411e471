import { useState } from 'react';
import { attachedKinds } from '#ui/forms/offline/attach-field.tsx';
import { errorWords, isOffline } from '#ui/engine/engine.ts';
import { FileRefused, preparePhoto } from '#ui/platform/photo.ts';
import { useOnlineAction } from '#ui/engine/use-online-call.ts';
import { FileField } from '#ui/ui/file-field.tsx';
import { useToast } from '#ui/ui/toast.tsx';
import type { DocumentOwner } from './document-owner.ts';

/** Shown if a document is added without network. */
const couldNotBeAdded = 'The file could not be added. Please try again.';
const needsNetwork = 'You are offline. Adding documents needs the network.';

/** Adds files to a device or a contract: each is checked in the browser, then sent. */
export function AddDocuments({ owner }: { owner: DocumentOwner }) {
  const toast = useToast();
  const add = useOnlineAction(owner.add);
  const [problem, setProblem] = useState<string>();
  const [sending, setSending] = useState<string>();

  /** Returns why a file was not added; null if it was. */
  const send = async (picked: File): Promise<string | null> => {
    try {
      const { ref, bytes } = await preparePhoto(picked);
      const file = new File([bytes], ref.name, { type: ref.mime });
      await add.run({ params: { id: owner.id }, body: {}, files: { File: file } });
      toast({ text: `“${ref.name}” added.` });
      return null;
    } catch (error) {
      if (isOffline(error)) return needsNetwork;
      const reason = error instanceof FileRefused ? error.message : errorWords(error, couldNotBeAdded);
      return `${picked.name}: ${reason}`;
    }
  };
  const sendAll = async (picked: readonly File[]) => {
    setProblem(undefined);
    for (const [at, file] of picked.entries()) {
      setSending(`Sending ${at + 1} of ${picked.length}…`);
      // One at a time: refused files are named, and the others are stored.
      const problem = await send(file);
      if (problem !== null) setProblem((earlier) => (earlier === undefined ? problem : `${earlier} ${problem}`));
    }
    setSending(undefined);
  };
  return (
    <FileField
      label="Add documents"
      hint={sending ?? 'PDF, JPEG, PNG, WebP or HEIC, up to 10 MB.'}
      error={problem}
      files={[]}
      onFiles={(picked) => void sendAll(picked)}
      accept={attachedKinds}
      disabled={sending !== undefined}
      multiple
      camera
    />
  );
}
