import { useState } from 'react';
import type { DeviceDocument } from '#contract/document.ts';
import type { EquipmentDetails } from '#contract/installation-base.ts';
import { formatShortDay } from '#contract/rules/dates-format.ts';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import { errorWords, isOffline } from '#ui/resource/engine.ts';
import type { OnlineCall } from '#ui/resource/use-online-call.ts';
import { useTimeZone } from '#ui/resource/use-now.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Button } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { EmptyState } from '#ui/ui/empty-state.tsx';
import { SkeletonRows } from '#ui/ui/skeleton.tsx';
import { AddDocuments } from './add-documents.tsx';
import { DocumentList } from './document-list.tsx';
import { RemoveDocumentDialog } from './remove-document-dialog.tsx';

interface DeviceDocumentsProps {
  deviceId: string;
  own: OnlineCall<DeviceDocument[]>;
  /** Files of the device's tasks, from the replica. */
  reports: EquipmentDetails['documents'];
}

/** The files of a device: its own ones, which are added and removed here, and the reports of its tasks. */
export function DeviceDocuments({ deviceId, own, reports }: DeviceDocumentsProps) {
  const timeZone = useTimeZone();
  const [removing, setRemoving] = useState<DeviceDocument | null>(null);
  const addedWords = ({ addedBy, addedAt }: DeviceDocument) =>
    `added ${formatShortDay(hospitalDay(addedAt, timeZone))} by ${addedBy}`;
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="space-y-5">
        <Card title="Documents" flush>
          {own.error && (
            <div className="p-4">
              <Alert
                tone={isOffline(own.error) ? 'info' : 'danger'}
                action={<Button onClick={own.reload}>Try again</Button>}
              >
                {isOffline(own.error)
                  ? 'You are offline. The documents of the device need the network.'
                  : errorWords(own.error, 'Failed to load the documents.')}
              </Alert>
            </div>
          )}
          {own.loading && <SkeletonRows rows={2} columns={2} />}
          {own.data?.length === 0 && (
            <EmptyState icon="file" title="No documents found.">
              Add the user manual, the installation report or a certificate of this device.
            </EmptyState>
          )}
          {own.data && own.data.length > 0 && (
            <DocumentList documents={own.data} noteOf={addedWords} onRemove={setRemoving} />
          )}
        </Card>
        {reports.length > 0 && (
          <Card title="Service Reports" flush>
            <DocumentList documents={reports} />
          </Card>
        )}
      </div>
      <Card>
        <AddDocuments deviceId={deviceId} />
      </Card>
      <RemoveDocumentDialog deviceId={deviceId} document={removing} onClose={() => setRemoving(null)} />
    </div>
  );
}

/** What a visitor learns of the files: that there are some. */
export function PublicDocuments({ documents }: { documents: EquipmentDetails['documents'] }) {
  const isClosed = documents.some(({ sha256 }) => sha256 === '');
  return (
    <Card flush>
      {documents.length === 0 ? (
        <EmptyState icon="file" title="No documents found." />
      ) : (
        <DocumentList documents={documents} />
      )}
      {isClosed && (
        <p className="border-t border-line px-4 py-3 text-sm text-muted sm:px-5">
          Staff of the hospital sign in to open the files.
        </p>
      )}
    </Card>
  );
}
