import { type ReactNode, useState } from 'react';
import type { OwnDocument } from '#contract/calls/document.ts';
import { formatShortDay } from '#contract/rules/dates-format.ts';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import { LoadProblem } from '#ui/engine/load-problem.tsx';
import type { OnlineCall } from '#ui/engine/use-online-call.ts';
import { useTimeZone } from '#ui/engine/use-now.ts';
import { Card } from '#ui/ui/card.tsx';
import { EmptyState } from '#ui/ui/empty-state.tsx';
import { SkeletonRows } from '#ui/ui/skeleton.tsx';
import { AttachedFiles } from '../attached-files.tsx';
import { DeleteDocumentDialog } from './delete-document-dialog.tsx';
import type { DocumentOwner } from './document-owner.ts';

interface DocumentsCardProps {
  owner: DocumentOwner;
  call: Pick<OnlineCall<{ documents: OwnDocument[] }>, 'data' | 'error' | 'loading' | 'reload'>;
  /** Returns what to say about a document besides who added it. */
  noteOf?: (document: OwnDocument) => string;
  /** Returns more buttons for a document. */
  actsOf?: (document: OwnDocument) => ReactNode;
}

/** Lists the files of a device or contract, which can be opened, and deleted with Undo. */
export function DocumentsCard({ owner, call, noteOf, actsOf }: DocumentsCardProps) {
  const addedWords = useAddedWords();
  const [deleting, setDeleting] = useState<OwnDocument | null>(null);
  const documents = call.data?.documents;
  return (
    <Card title="Documents" flush>
      {call.error && (
        <div className="p-4">
          <LoadProblem
            call={call}
            offline={
              documents
                ? 'You are offline. These are the documents as this tablet last saw them.'
                : `You are offline. The documents of the ${owner.word} need the network.`
            }
            failed="Failed to load the documents."
          />
        </div>
      )}
      {call.loading && <SkeletonRows rows={2} columns={2} />}
      {documents?.length === 0 && (
        <EmptyState icon="file" title="No documents found.">
          {owner.hint}
        </EmptyState>
      )}
      {documents && documents.length > 0 && (
        <AttachedFiles
          files={documents}
          noteOf={(document) => [noteOf?.(document), addedWords(document)].filter(Boolean).join(' · ')}
          onDelete={setDeleting}
          {...(actsOf && { actsOf })}
        />
      )}
      <DeleteDocumentDialog owner={owner} document={deleting} onClose={() => setDeleting(null)} />
    </Card>
  );
}

/** Returns a function that says who added a document and when. */
export function useAddedWords(): (document: OwnDocument) => string {
  const timeZone = useTimeZone();
  return ({ addedBy, addedAt }) => `added ${formatShortDay(hospitalDay(addedAt, timeZone))} by ${addedBy}`;
}
