import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { WarrantyRecord } from '#contract/calls/warranty.ts';
import { coverState } from '#contract/pages/device-cover.ts';
import { noticeDay } from '#contract/rules/agreements/end-steps.ts';
import { daysLeftWords, noticeWords, promiseWords, windowWords } from '#contract/rules/agreements/words.ts';
import { counted } from '#contract/rules/counted.ts';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import { formatInr } from '#contract/rules/money.ts';
import { AgreementFacts, CallVendor, CoverBadges, EvidenceLink, VisitsLink } from '#ui/work/agreement-facts.tsx';
import { AddDocuments } from '#ui/work/documents/add-documents.tsx';
import { agreementWithDocuments } from '#ui/work/documents/document-owner.ts';
import { DocumentsCard } from '#ui/work/documents/documents-card.tsx';
import { dayWords } from '#ui/engine/as-of.ts';
import { useAsOf, useToday } from '#ui/engine/use-now.ts';
import { useOnlineCall } from '#ui/engine/use-online-call.ts';
import { RecordLoad } from '#ui/forms/online/record-load.tsx';
import { paths } from '#ui/paths.ts';
import { ButtonLink } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { Facts } from '#ui/ui/facts.tsx';
import { PageHeader } from '#ui/ui/page-header.tsx';
import { AgreementBreaches } from './agreement-breaches.tsx';
import { AgreementDevices } from './agreement-devices.tsx';

/** Shows a warranty or contract to read: cover, days left, promises and breaches, devices, documents. */
export function AgreementScreen() {
  const { id = '' } = useParams();
  const today = useToday();
  const warranty = useOnlineCall('warranty', { params: { id } });
  const documents = useOnlineCall('contractDocuments', { params: { id } });
  const owner = agreementWithDocuments(id);
  const record = warranty.isOther ? undefined : warranty.data;
  return (
    <>
      <PageHeader
        title={record?.warrantyNumber ?? 'Warranty/Contract'}
        back={{ to: paths.warranties(), label: 'Warranties' }}
        asOf={useAsOf(record ? warranty.asOf : null)}
        subtitle={record && <HeadLine record={record} today={today} />}
        actions={
          record && (
            <ButtonLink icon="edit" to={paths.warrantyEdit(id)} variant="primary">
              Edit
            </ButtonLink>
          )
        }
      />
      <RecordLoad
        call={{ ...warranty, data: record }}
        rows={4}
        failed={() => 'Error loading data. Please try again later.'}
      >
        {(found) => (
          <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
            <div className="min-w-0 space-y-5">
              <TermsCard record={found} />
              {found.terms !== null && spanOf(found).startOn <= today && (
                <AgreementBreaches contractId={id} year={yearOf(found, today)} />
              )}
              <AgreementDevices devices={found.selectedSerials} />
            </div>
            <div className="min-w-0 space-y-5">
              <ContactCard record={found} />
              <DocumentsCard owner={owner} call={documents} />
              <Card>
                <AddDocuments owner={owner} />
              </Card>
            </div>
          </div>
        )}
      </RecordLoad>
    </>
  );
}

const spanOf = ({ warrantyStartDate: startOn, warrantyEndDate: endOn }: WarrantyRecord) => ({ startOn, endOn });

/** Returns the year whose promises are shown: the current one, or the last one of a contract that has ended. */
function yearOf({ warrantyEndDate: endOn }: WarrantyRecord, today: LocalDay): string {
  return (endOn < today ? endOn : today).slice(0, 4);
}

/** Says whether the contract is in force today, how long it still runs, and when notice is due. */
function HeadLine({ record, today }: { record: WarrantyRecord; today: string }) {
  const span = spanOf(record);
  const state = coverState(span, today);
  const noticeOn = noticeDay(span.endOn, record.terms?.noticeDays ?? null);
  const days = [
    daysLeftWords(span, today),
    state === 'to come' ? `begins ${dayWords(span.startOn)}` : '',
    `${state === 'ended' ? 'ended' : 'until'} ${dayWords(span.endOn)}`,
    noticeOn !== null && state !== 'ended' ? noticeWords(noticeOn, today) : '',
  ];
  return (
    <>
      <span className="flex flex-wrap gap-2">
        <CoverBadges kind={record.kind} state={state} />
      </span>
      <span className="first-letter:uppercase">{days.filter((part) => part !== '').join(', ')}</span>
    </>
  );
}

function TermsCard({ record }: { record: WarrantyRecord }) {
  const { terms, pmFrequency, pmCount, notes } = record;
  const pm =
    pmCount === 0 ? 'None planned' : `${counted(pmCount, 'task')} per device, ${pmFrequency ?? 'no frequency'}`;
  const facts: (readonly [string, ReactNode])[] = [
    ['Start', dayWords(record.warrantyStartDate)],
    ['End', dayWords(record.warrantyEndDate)],
    ['Preventive maintenance', pm],
  ];
  if (terms !== null && terms.yearlyPrice !== null) {
    const tax = terms.taxPercent === null ? '' : `, plus ${terms.taxPercent} % tax`;
    facts.push(['Price a year', `${formatInr(terms.yearlyPrice)}${tax}`]);
  }
  return (
    <Card title="Cover">
      <div className="space-y-4">
        <AgreementFacts
          vendorName=""
          covers={terms?.covers ?? []}
          exclusions={terms?.exclusions ?? ''}
          promises={terms ? promiseWords(terms) : []}
          hours={terms ? windowWords(terms.window) : ''}
        />
        <Facts facts={facts} />
        {notes !== '' && <p className="whitespace-pre-wrap wrap-anywhere">{notes}</p>}
      </div>
    </Card>
  );
}

/** Shows the vendor and whom to call, with the papers for holding the vendor to the contract. */
function ContactCard({ record }: { record: WarrantyRecord }) {
  const { id, warrantyNumber: number, vendorId, vendorName, contactName, phone, terms } = record;
  const hasPapers = terms !== null;
  if (vendorId === null && contactName === '' && phone === '' && !hasPapers) return null;
  return (
    <Card title="Vendor">
      <div className="space-y-3">
        {vendorId !== null && (
          <Link
            to={paths.vendor(vendorId)}
            className="inline-flex min-h-target items-center font-semibold wrap-anywhere text-primary-ink underline underline-offset-4"
          >
            {vendorName}
          </Link>
        )}
        {contactName !== '' && <p className="font-medium wrap-anywhere">{contactName}</p>}
        <CallVendor name={contactName || vendorName || number} phone={phone} />
        {hasPapers && terms.visitsPerYear !== null && <VisitsLink contractId={id} number={number} />}
        {hasPapers && <EvidenceLink contractId={id} number={number} />}
      </div>
    </Card>
  );
}
