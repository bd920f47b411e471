import { useMemo } from 'react';
import { counted } from '#contract/rules/counted.ts';
import { FileField } from '#ui/ui/file-field.tsx';
import { DraftNotice } from '../drafts/draft-notice.tsx';
import type { FileDraft, ReadyFile } from '../drafts/file-draft.ts';

interface AttachFieldProps {
  label: string;
  draft: FileDraft;
  multiple?: boolean;
}

/** File types that the contract accepts, for the platform's picker. Source: docs/product.md P34. */
export const attachedKinds = 'application/pdf,image/jpeg,image/png,image/webp,image/heic,.pdf,.heic';

function asFile({ ref, bytes }: ReadyFile): File {
  return new File([bytes], ref.name, { type: ref.mime, lastModified: 0 });
}

/** Attaches photos and PDFs to a form; photos are scaled in the browser and stored with the draft. */
export function AttachField({ label, draft, multiple = false }: AttachFieldProps) {
  const { files, most } = draft;
  const shown = useMemo(() => files.map(asFile), [files]);
  const change = (next: readonly File[]) => {
    const added = next.filter((file) => !shown.includes(file));
    // A single file is replaced only once its successor is ready.
    if (added.length > 0 && !multiple) return void draft.add(added);
    files.forEach(({ ref }, index) => {
      const file = shown[index];
      if (file && !next.includes(file)) draft.remove(ref.sha256);
    });
    if (added.length > 0) void draft.add(added);
  };
  return (
    <div className="space-y-2">
      <FileField
        label={label}
        hint={`PDF, JPEG, PNG, WebP or HEIC, up to 10 MB.${multiple ? ` ${files.length} of ${counted(most, 'file')}.` : ''}`}
        error={draft.error}
        files={shown}
        preparing={draft.preparing}
        onLeaveOut={draft.leaveOut}
        onFiles={change}
        accept={attachedKinds}
        multiple={multiple}
        camera
      />
      <DraftNotice state={draft.state} of="files" />
    </div>
  );
}
