import type { DeviceCover } from '#contract/pages/device-cover.ts';
import type { Coverage } from '#contract/records/agreement-terms.ts';
import { coverageWords, coverStateWords } from '#contract/rules/agreements/words.ts';
import { paths, withQuery } from '#ui/paths.ts';
import { Badge } from '#ui/ui/badge.tsx';
import { ButtonLink } from '#ui/ui/button.tsx';
import { Facts } from '#ui/ui/facts.tsx';

const tones = { 'in force': 'ok', 'to come': 'info', ended: 'warn' } as const satisfies Record<
  DeviceCover['state'],
  string
>;

/** Shows whether a contract covers today, and its kind unless it is a warranty. */
export function CoverBadges({ kind, state }: Pick<DeviceCover, 'kind' | 'state'>) {
  const tone = kind === 'Per call' && state === 'in force' ? 'info' : tones[state];
  return (
    <>
      <Badge tone={tone}>{coverStateWords({ kind, state })}</Badge>
      {kind !== 'Warranty' && (
        <Badge tone="neutral" icon="shield">
          {kind}
        </Badge>
      )}
    </>
  );
}

interface AgreementFactsProps {
  vendorName: string;
  covers: readonly Coverage[];
  exclusions: string;
  promises: readonly string[];
  hours: string;
  /** For a narrow column. */
  stacked?: boolean;
}

/** Shows what a contract covers and promises; facts that it does not state are left out. */
export function AgreementFacts({
  vendorName,
  covers,
  exclusions,
  promises,
  hours,
  stacked = false,
}: AgreementFactsProps) {
  const facts = [
    ['Vendor', vendorName],
    ['Covers', coverageWords(covers)],
    ['Not covered', exclusions],
    ['Promised', promises.join('. ')],
    ['Hours', promises.length > 0 ? hours : ''],
  ] as const;
  const said = facts.filter(([, value]) => value !== '');
  return said.length > 0 && <Facts facts={said} stacked={stacked} />;
}

/** Reduces a phone number to the characters that are dialled. */
const dialled = (phone: string): string => phone.replaceAll(/[^+\d]/g, '');

/** A person or firm to call; either field may be empty. */
export interface Contact {
  name: string;
  phone: string;
}

/** Returns a page's contacts in order, each number once; further contacts with the same number are named beside it. */
export function eachNumberOnce(contacts: readonly Contact[]): Contact[] {
  const numberOf = ({ phone }: Contact) => dialled(phone) || phone;
  return contacts.map((contact, place) => {
    const before = contacts.slice(0, place).filter((other) => numberOf(other) === numberOf(contact));
    if (contact.phone === '' || before.length === 0) return contact;
    const isNamed = contact.name === '' || before.some(({ name }) => name === contact.name);
    return { name: isNamed ? '' : `${contact.name}, same number`, phone: '' };
  });
}

/** Links to a call to a vendor; renders nothing without a number. */
export function CallVendor({ name, phone }: Contact) {
  if (phone === '') return null;
  if (!/\d/.test(phone)) return <p className="wrap-anywhere">{phone}</p>;
  return (
    <ButtonLink wide icon="phone" href={`tel:${dialled(phone)}`} anchor={{ 'aria-label': `Call ${name}, ${phone}` }}>
      {phone}
    </ButtonLink>
  );
}

/**
 * Links to a contract's penalty evidence, for a quarter such as 2026-Q4 or the current one. Source: docs/product.md
 * P130.
 */
export function EvidenceLink({ contractId, number, period }: { contractId: string; number: string; period?: string }) {
  return (
    <ButtonLink
      wide
      icon="print"
      to={withQuery(paths.printEvidence(contractId), { period })}
      anchor={{ 'aria-label': `Penalty evidence of ${number}` }}
    >
      Penalty evidence
    </ButtonLink>
  );
}

/** Links to a contract's visits, done and planned. Source: docs/product.md P141. */
export function VisitsLink({ contractId, number }: { contractId: string; number: string }) {
  return (
    <ButtonLink
      wide
      icon="calendar"
      to={paths.contractVisits(contractId)}
      anchor={{ 'aria-label': `Visits of ${number}` }}
    >
      Visits
    </ButtonLink>
  );
}
