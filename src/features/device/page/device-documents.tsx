import { useState } from 'react';
import type { DeviceDocument, DevicePhoto } from '#contract/calls/document.ts';
import type { EquipmentDetails } from '#contract/calls/device-details.ts';
import { formatShortDay } from '#contract/rules/dates-format.ts';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import { AttachedFiles } from '#ui/care/attached-files.tsx';
import { errorWords, isOffline } from '#ui/engine/engine.ts';
import type { OnlineCall } from '#ui/engine/use-online-call.ts';
import { useTimeZone } from '#ui/engine/use-now.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Button } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { EmptyState } from '#ui/ui/empty-state.tsx';
import { SkeletonRows } from '#ui/ui/skeleton.tsx';
import { AddDocuments } from './add-documents.tsx';
import { DeleteDocumentDialog } from './delete-document-dialog.tsx';

interface DeviceDocumentsProps {
  deviceId: string;
  own: OnlineCall<{ documents: DeviceDocument[]; photos: DevicePhoto[] }>;
  /** Files of the device's tasks, from the replica. */
  reports: EquipmentDetails['documents'];
}

/** The files of a device: its own ones, which are added and deleted here, the reports of its tasks and the photos of its tickets and rounds. */
export function DeviceDocuments({ deviceId, own, reports }: DeviceDocumentsProps) {
  const timeZone = useTimeZone();
  const [deleting, setDeleting] = useState<DeviceDocument | null>(null);
  const dayOf = (at: string) => formatShortDay(hospitalDay(at, timeZone));
  const addedWords = ({ addedBy, addedAt }: DeviceDocument) => `added ${dayOf(addedAt)} by ${addedBy}`;
  const photoWords = ({ of, addedBy, addedAt }: DevicePhoto) =>
    `${of === 'ticket' ? 'breakdown' : 'round'} of ${dayOf(addedAt)}, by ${addedBy}`;
  const { documents, photos = [] } = own.data ?? {};
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
          {documents?.length === 0 && (
            <EmptyState icon="file" title="No documents found.">
              Add the user manual, the installation report or a certificate of this device.
            </EmptyState>
          )}
          {documents && documents.length > 0 && (
            <AttachedFiles files={documents} noteOf={addedWords} onDelete={setDeleting} />
          )}
        </Card>
        {reports.length > 0 && (
          <Card title="Service Reports" flush>
            <AttachedFiles files={reports} />
          </Card>
        )}
        {photos.length > 0 && (
          <Card title="Photos" flush>
            <AttachedFiles files={photos} noteOf={photoWords} />
          </Card>
        )}
      </div>
      <Card>
        <AddDocuments deviceId={deviceId} />
      </Card>
      <DeleteDocumentDialog deviceId={deviceId} document={deleting} onClose={() => setDeleting(null)} />
    </div>
  );
}

/** What a visitor learns about the files: that there are some. */
export function PublicDocuments({ documents }: { documents: EquipmentDetails['documents'] }) {
  const isClosed = documents.some(({ sha256 }) => sha256 === '');
  return (
    <Card flush>
      {documents.length === 0 ? (
        <EmptyState icon="file" title="No documents found." />
      ) : (
        <AttachedFiles files={documents} />
      )}
      {isClosed && (
        <p className="border-t border-line px-4 py-3 text-sm text-muted sm:px-5">
          Staff of the hospital sign in to open the files.
        </p>
      )}
    </Card>
  );
}
