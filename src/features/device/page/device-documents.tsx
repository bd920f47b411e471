import type { AgreementOfDevice, DevicePhoto, OwnDocument } from '#contract/calls/document.ts';
import type { EquipmentDetails } from '#contract/calls/device/details.ts';
import type { AnswerOf } from '#contract/define.ts';
import type { Calls } from '#contract/index.ts';
import { formatShortDay } from '#contract/rules/dates-format.ts';
import { hospitalDay, type LocalDay } from '#contract/rules/hospital-day.ts';
import { AddDocuments } from '#ui/work/documents/add-documents.tsx';
import { deviceWithDocuments } from '#ui/work/documents/document-owner.ts';
import { DocumentsCard, useAddedWords } from '#ui/work/documents/documents-card.tsx';
import { AttachedFiles } from '#ui/work/attached-files.tsx';
import { dayWords } from '#ui/engine/as-of.ts';
import type { OnlineCall } from '#ui/engine/use-online-call.ts';
import { useNow, useTimeZone } from '#ui/engine/use-now.ts';
import { paths } from '#ui/paths.ts';
import { ButtonLink } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { EmptyState } from '#ui/ui/empty-state.tsx';
import { ChoosePhoto } from './device-photo.tsx';

type DeviceFiles = AnswerOf<Calls['deviceDocuments']>;

interface DeviceDocumentsProps {
  deviceId: string;
  own: OnlineCall<DeviceFiles>;
  /** Files of the device's tasks, from the replica. */
  reports: EquipmentDetails['documents'];
}

/**
 * Lists a device's files: its own, which can be added and deleted here, those of its contracts and tasks, and photos
 * from its tickets and rounds.
 */
export function DeviceDocuments({ deviceId, own, reports }: DeviceDocumentsProps) {
  const timeZone = useTimeZone();
  const photoWords = ({ of, addedBy, addedAt }: DevicePhoto) =>
    `${of === 'ticket' ? 'breakdown' : 'round'} of ${formatShortDay(hospitalDay(addedAt, timeZone))}, by ${addedBy}`;
  const { photos = [], contracts = [] } = own.data ?? {};
  const owner = deviceWithDocuments(deviceId);
  const choosePhoto = (document: OwnDocument) => (
    <ChoosePhoto deviceId={deviceId} document={document} chosen={own.data?.headerPhoto} />
  );
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="space-y-5">
        <DocumentsCard
          owner={owner}
          call={own}
          noteOf={({ sha256 }) => (sha256 === own.data?.headerPhoto?.sha256 ? 'photo of the device' : '')}
          actsOf={choosePhoto}
        />
        {contracts.map((contract) => (
          <AgreementDocuments key={contract.id} contract={contract} />
        ))}
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
        <AddDocuments owner={owner} />
      </Card>
    </div>
  );
}

/** Counts the server's files that `DeviceDocuments` shows. */
export function countFiles({ documents, photos, contracts = [] }: DeviceFiles): number {
  return contracts.reduce((sum, contract) => sum + contract.documents.length, documents.length + photos.length);
}

/** Lists the files of one of the device's contracts, which are changed on the contract's page. */
function AgreementDocuments({ contract }: { contract: AgreementOfDevice }) {
  const { id, number, kind, endOn, documents } = contract;
  const today = hospitalDay(useNow(), useTimeZone());
  const addedWords = useAddedWords();
  return (
    <Card
      title={`${kind} ${number}, ${endWords(endOn, today)}`}
      flush
      actions={
        <ButtonLink variant="ghost" icon="shield" to={paths.warranty(id)} anchor={{ 'aria-label': `Open ${number}` }}>
          Open
        </ButtonLink>
      }
    >
      <AttachedFiles files={documents} noteOf={addedWords} />
    </Card>
  );
}

const endWords = (endOn: LocalDay, today: LocalDay): string => `${endOn < today ? 'ended' : 'ends'} ${dayWords(endOn)}`;

/** Tells a visitor only that there are files. */
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
          Hospital staff can sign in to open the files.
        </p>
      )}
    </Card>
  );
}
