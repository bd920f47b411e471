import type { DeviceCover } from '#contract/pages/device-cover.ts';
import type { DeviceRecord } from '#contract/records/ward.ts';
import { noticeWords } from '#contract/rules/agreements/words.ts';
import {
  CallVendor,
  type Contact,
  AgreementFacts,
  CoverBadges,
  eachNumberOnce,
  EvidenceLink,
  VisitsLink,
} from '#ui/work/agreement-facts.tsx';
import { dayWords } from '#ui/engine/as-of.ts';
import { useToday } from '#ui/engine/use-now.ts';
import { Card } from '#ui/ui/card.tsx';

/** Shows what covers the device today, what it pays for, until when, and whom to call. Source: docs/product.md P125. */
export function DeviceCovers({ device, covers }: { device: DeviceRecord; covers: readonly DeviceCover[] }) {
  const { serviceContact } = device;
  if (covers.length === 0 && !serviceContact) return null;
  const ofCovers = covers.map(({ contactName: name, phone }) => ({ name, phone }));
  const contacts = eachNumberOnce([...ofCovers, ...(serviceContact ? [serviceContact] : [])]);
  return (
    <Card title="Warranty and Service">
      <div className="divide-y divide-line *:not-first:pt-4 *:not-last:pb-4">
        {contacts.map((contact, place) => {
          const cover = covers[place];
          if (cover) return <CoverEntry key={`${cover.kind} ${cover.number}`} cover={cover} contact={contact} />;
          return (
            (contact.name !== '' || contact.phone !== '') && (
              <div key="service">
                {contact.name !== '' && <p className="mb-2 font-medium">{contact.name}</p>}
                <CallVendor name={contact.name || 'service contact'} phone={contact.phone} />
              </div>
            )
          );
        })}
      </div>
    </Card>
  );
}

/** Shows a contract, with whom to call about it. */
function CoverEntry({ cover, contact: { name, phone } }: { cover: DeviceCover; contact: Contact }) {
  const today = useToday();
  return (
    <div className="space-y-3">
      <div>
        <div className="mb-1 flex flex-wrap gap-2">
          <CoverBadges {...cover} />
        </div>
        <p className="wrap-anywhere">
          {cover.number}, {daysOf(cover)}
        </p>
        {cover.noticeOn !== null && cover.state !== 'ended' && (
          <p className="text-sm text-muted first-letter:uppercase">{noticeWords(cover.noticeOn, today)}</p>
        )}
      </div>
      {name !== '' && <p className="font-medium">{name}</p>}
      <CallVendor name={name || cover.vendorName || cover.number} phone={phone} />
      <AgreementFacts {...cover} stacked />
      {cover.contractId !== null && cover.visitsPerYear !== null && (
        <VisitsLink contractId={cover.contractId} number={cover.number} />
      )}
      {cover.contractId !== null && <EvidenceLink contractId={cover.contractId} number={cover.number} />}
    </div>
  );
}

function daysOf({ state, startOn, endOn }: DeviceCover): string {
  if (state === 'ended') return `ended ${dayWords(endOn)}`;
  return state === 'to come' ? `begins ${dayWords(startOn)}, ends ${dayWords(endOn)}` : `ends ${dayWords(endOn)}`;
}
