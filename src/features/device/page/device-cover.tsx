import type { DeviceCover } from '#contract/pages/device-cover.ts';
import type { DeviceRecord } from '#contract/replica.ts';
import { CallVendor, ContractFacts, EvidenceLink, VisitsLink } from '#ui/care/contract-facts.tsx';
import { dayWords } from '#ui/engine/as-of.ts';
import { Badge } from '#ui/ui/badge.tsx';
import { Card } from '#ui/ui/card.tsx';

const badges = {
  'in force': ['ok', 'Covered today'],
  'to come': ['info', 'Not started'],
  ended: ['warn', 'Ended'],
} as const satisfies Record<DeviceCover['state'], readonly [string, string]>;

/** What covers the device today, what it pays for, until when, and whom to call. Source: docs/product.md P125. */
export function DeviceCovers({ device, covers }: { device: DeviceRecord; covers: readonly DeviceCover[] }) {
  const { serviceContact } = device;
  if (covers.length === 0 && !serviceContact) return null;
  return (
    <Card title="Warranty and Service">
      <div className="divide-y divide-line *:not-first:pt-4 *:not-last:pb-4">
        {covers.map((cover) => (
          <CoverEntry key={`${cover.kind} ${cover.number}`} cover={cover} />
        ))}
        {serviceContact && (
          <div>
            <p className="mb-2 font-medium">{serviceContact.name}</p>
            <CallVendor name={serviceContact.name} phone={serviceContact.phone} />
          </div>
        )}
      </div>
    </Card>
  );
}

function CoverEntry({ cover }: { cover: DeviceCover }) {
  const [tone, words] = cover.kind === 'Per call' && cover.state === 'in force' ? perCall : badges[cover.state];
  return (
    <div className="space-y-3">
      <div>
        <div className="mb-1 flex flex-wrap gap-2">
          <Badge tone={tone}>{words}</Badge>
          {cover.kind !== 'Warranty' && (
            <Badge tone="neutral" icon="shield">
              {cover.kind}
            </Badge>
          )}
        </div>
        <p className="wrap-anywhere">
          {cover.number}, {daysOf(cover)}
        </p>
      </div>
      {cover.contactName !== '' && <p className="font-medium">{cover.contactName}</p>}
      <CallVendor name={cover.contactName || cover.vendorName || cover.number} phone={cover.phone} />
      <ContractFacts {...cover} stacked />
      {cover.contractId !== null && cover.visitsPerYear !== null && (
        <VisitsLink contractId={cover.contractId} number={cover.number} />
      )}
      {cover.contractId !== null && <EvidenceLink contractId={cover.contractId} number={cover.number} />}
    </div>
  );
}

const perCall = ['info', 'Pay per call'] as const;

function daysOf({ state, startOn, endOn }: DeviceCover): string {
  if (state === 'ended') return `ended ${dayWords(endOn)}`;
  return state === 'to come' ? `begins ${dayWords(startOn)}, ends ${dayWords(endOn)}` : `ends ${dayWords(endOn)}`;
}
