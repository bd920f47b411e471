import type { AgreementEvidence, EvidenceBreach } from '#contract/calls/agreement/evidence.ts';
import { measureNames } from '#contract/rules/agreements/words.ts';
import { counted } from '#contract/rules/counted.ts';
import { ticketNumberWords } from '#contract/rules/ticket-number.ts';
import { LoadProblem } from '#ui/engine/load-problem.tsx';
import { useOnlineCall } from '#ui/engine/use-online-call.ts';
import { paths } from '#ui/paths.ts';
import { Badge } from '#ui/ui/badge.tsx';
import { Card } from '#ui/ui/card.tsx';
import { LinkRow } from '#ui/ui/link-row.tsx';
import { SkeletonRows } from '#ui/ui/skeleton.tsx';

/** Lists the promises that the vendor broke in a year of the contract, as the penalty evidence of the year counts them. */
export function AgreementBreaches({ contractId, year }: { contractId: string; year: string }) {
  const call = useOnlineCall('contractEvidence', { params: { id: contractId }, query: { period: 'year', at: year } });
  const evidence = call.isOther ? undefined : call.data;
  return (
    <Card title={`Promises in ${year}`} flush>
      {call.error && (
        <div className="p-4">
          <LoadProblem
            call={call}
            offline="You are offline. The promises of the contract need the network."
            failed="Failed to load the promises."
          />
        </div>
      )}
      {!evidence && !call.error && <SkeletonRows rows={2} columns={2} />}
      {evidence && (
        <>
          <p className="px-4 py-3 sm:px-5">{summaryOf(evidence)}</p>
          {evidence.breaches.length > 0 && (
            <ul className="divide-y divide-line border-t border-line">
              {evidence.breaches.map((breach) => (
                <Breach key={`${breach.measure} ${breach.ticketId ?? breach.serialNumber}`} breach={breach} />
              ))}
            </ul>
          )}
        </>
      )}
    </Card>
  );
}

/** Says how many promises were judged and how many of them were broken. */
function summaryOf({ judged, breaches }: AgreementEvidence): string {
  const count = Object.values(judged).reduce((sum, one) => sum + one, 0);
  if (count === 0) return 'No promise has come due.';
  const broken = breaches.length === 0 ? 'all kept' : `${breaches.length} broken`;
  return `${counted(count, 'promise')} judged, ${broken}.`;
}

function Breach({ breach }: { breach: EvidenceBreach }) {
  const { ticketId, ticketNumber, serialNumber, equipmentName, promised, took, measure } = breach;
  const device = `${equipmentName} ${serialNumber}`;
  const facts = `Promised ${promised}; took ${took}`;
  const badge = <Badge tone="danger">{measureNames[measure]}</Badge>;
  return ticketId === null ? (
    <LinkRow to={paths.device(serialNumber)} title={device} detail={facts}>
      {badge}
    </LinkRow>
  ) : (
    <LinkRow to={paths.ticket(ticketId)} title={ticketNumberWords(ticketNumber)} detail={`${device}. ${facts}`}>
      {badge}
    </LinkRow>
  );
}
