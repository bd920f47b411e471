import type { BodyInput } from '#contract/define.ts';
import type { Calls } from '#contract/index.ts';
import type { TestServer } from './test-server.ts';

/** A ticket as its form sends it. */
export type ReportedTicket = BodyInput<Calls['reportTicket']>;

/** Returns the body of a report on a ventilator of the city's hospital, with words that no notice may repeat. */
export function ticketBody({ city, clock }: TestServer, part: Partial<ReportedTicket> = {}): ReportedTicket {
  return {
    installationBaseId: city.devices['VENT-0001'] ?? '',
    issueType: 'Electrical',
    problemReported: 'Secret words',
    priority: 'Critical',
    machineStatus: 'Restrictive Use',
    reportedDate: clock.now.toISOString(),
    ...part,
  };
}
