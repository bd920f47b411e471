import { Link, useParams } from 'react-router-dom';
import type { VendorOverview } from '#contract/calls/vendor.ts';
import { ticketVendorAlert } from '#contract/pages/ticket-list.ts';
import { coverState } from '#contract/pages/device-cover.ts';
import { daysLeftWords } from '#contract/rules/agreements/words.ts';
import { counted } from '#contract/rules/counted.ts';
import { ticketNumberWords } from '#contract/rules/ticket-number.ts';
import { isNotClosed } from '#contract/rules/ticket.ts';
import { CallVendor, CoverBadges } from '#ui/work/agreement-facts.tsx';
import { VendorAlertBadge } from '#ui/work/delay-badges.tsx';
import { PriorityBadge } from '#ui/work/status-badges.tsx';
import { dayWords } from '#ui/engine/as-of.ts';
import { useView } from '#ui/engine/engine-provider.tsx';
import { useAsOf, useNow, useTimeZone, useToday } from '#ui/engine/use-now.ts';
import { useOnlineCall } from '#ui/engine/use-online-call.ts';
import { RecordLoad } from '#ui/forms/online/record-load.tsx';
import { RecordMenu } from '#ui/forms/online/record-menu.tsx';
import { paths } from '#ui/paths.ts';
import { ButtonLink } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { LinkRow } from '#ui/ui/link-row.tsx';
import { PageHeader } from '#ui/ui/page-header.tsx';

/** Shows a vendor read-only: whom to call, the contracts with their days left, and open tickets under them. */
export function VendorScreen() {
  const { id = '' } = useParams();
  const vendor = useOnlineCall('vendorOverview', { params: { id } });
  const record = vendor.isOther ? undefined : vendor.data;
  return (
    <>
      <PageHeader
        title={record?.name ?? 'Vendor'}
        back={{ to: paths.vendors(), label: 'Vendors' }}
        asOf={useAsOf(record ? vendor.asOf : null)}
        subtitle={record && <span className="wrap-anywhere">{[record.types, record.location].join(' · ')}</span>}
        actions={
          record && (
            <>
              <RecordMenu kind="vendor" record={record} />
              <ButtonLink icon="edit" to={paths.vendorEdit(id)} variant="primary">
                Edit
              </ButtonLink>
            </>
          )
        }
      />
      <RecordLoad
        call={{ ...vendor, data: record }}
        loadingLabel="Loading vendor data..."
        failed={() => 'Failed to load vendor details. Please try again.'}
      >
        {(found) => (
          <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
            <div className="min-w-0 space-y-5">
              <Agreements agreements={found.agreements} />
              <OpenTickets vendorId={found.id} />
            </div>
            <Contacts contacts={found.contacts} />
          </div>
        )}
      </RecordLoad>
    </>
  );
}

function Agreements({ agreements }: Pick<VendorOverview, 'agreements'>) {
  const today = useToday();
  return (
    <Card title={`Warranties and contracts (${agreements.length})`} flush>
      {agreements.length === 0 && (
        <p className="p-4 text-muted sm:px-5">No warranties or contracts with this vendor.</p>
      )}
      <ul className="divide-y divide-line">
        {agreements.map(({ id, number, kind, devices, ...span }) => {
          const state = coverState(span, today);
          const left = daysLeftWords(span, today);
          const end = state === 'ended' ? `Ended ${dayWords(span.endOn)}` : `Ends ${dayWords(span.endOn)}`;
          const days = state === 'to come' ? `Begins ${dayWords(span.startOn)}` : end;
          return (
            <LinkRow
              key={id}
              to={paths.warranty(id)}
              title={number}
              detail={[days, left, counted(devices, 'device')].filter((part) => part !== '').join(', ')}
            >
              <CoverBadges kind={kind} state={state} />
            </LinkRow>
          );
        })}
      </ul>
    </Card>
  );
}

/** Lists the tickets that are not closed and were reported under a contract of the vendor, late ones marked. */
function OpenTickets({ vendorId }: { vendorId: string }) {
  const now = useNow().toISOString();
  const timeZone = useTimeZone();
  const tickets = useView(
    (view) => {
      const place = { timeZone, holidays: view.all('holiday').map(({ id }) => id) };
      return view
        .all('ticket')
        .filter((ticket) => ticket.terms?.vendorId === vendorId && isNotClosed(ticket))
        .toSorted((a, b) => a.reportedDate.localeCompare(b.reportedDate))
        .map((ticket) => ({ ticket, alert: ticketVendorAlert(ticket, place, now) }));
    },
    [vendorId, timeZone, now],
  );
  if (tickets.length === 0) return null;
  return (
    <Card title={`Open tickets under these contracts (${tickets.length})`} flush>
      <ul className="divide-y divide-line">
        {tickets.map(({ ticket, alert }) => (
          <LinkRow
            key={ticket.id}
            to={paths.ticket(ticket.id)}
            title={ticketNumberWords(ticket.ticketNumber)}
            detail={<span className="line-clamp-2">{ticket.problemReported}</span>}
          >
            <PriorityBadge priority={ticket.priority} />
            {alert && <VendorAlertBadge alert={alert} />}
          </LinkRow>
        ))}
      </ul>
    </Card>
  );
}

function Contacts({ contacts }: Pick<VendorOverview, 'contacts'>) {
  return (
    <Card title="Contact persons">
      {contacts.length === 0 && <p className="text-muted">None yet.</p>}
      <ul className="space-y-4">
        {contacts.map(({ id, name, phone, designation }) => (
          <li key={id} className="space-y-2">
            <p>
              <Link
                to={paths.contactPersonEdit(id)}
                className="-my-2.5 inline-block py-2.5 font-semibold wrap-anywhere text-primary-ink underline underline-offset-4"
              >
                {name}
              </Link>
              <span className="block text-sm wrap-anywhere text-muted">{designation}</span>
            </p>
            <CallVendor name={name} phone={phone} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
