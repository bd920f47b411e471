import type { TicketDetails } from '../calls/ticket/ticket.ts';
import type { NamedDevice, TicketRecord, WorkFile } from '../records/ward.ts';
import { vendorClock } from '../rules/agreements/vendor-clock.ts';
import { type AgreementPlace, windowDayMs } from '../rules/agreements/window-hours.ts';
import { ticketClock, type TicketClock } from '../rules/ticket-clock.ts';
import type { TicketTerms } from '../records/agreement-terms.ts';
import { promiseWords, windowWords } from '../rules/agreements/words.ts';
import { countedClosing, ticketSentence, visitsOf } from '../rules/ticket-visits.ts';
import { ticketNumberWords } from '../rules/ticket-number.ts';
import { orderEvents } from '../rules/work-events.ts';

/** The facts that the page of a ticket is built from. */
export interface TicketFacts {
  ticket: TicketRecord;
  /** The device as it is, or as it was when it was retired. */
  device: NamedDevice | undefined;
  hospitalName: string;
  /** The calendar for the hours of its contract. */
  place: AgreementPlace;
  /** The ticket that was open when this one was reported. */
  related: Pick<TicketRecord, 'id' | 'ticketNumber'> | undefined;
}

/** The page of a ticket: the API's answer, and what only the screen shows. */
export interface TicketPage extends Omit<TicketDetails, 'ticketNumber' | 'timeline' | 'clock'> {
  /** Null until the server has assigned one. */
  ticketNumber: string | null;
  deviceId: string;
  isRetired: boolean;
  isEscalated: boolean;
  closedBy: string | null;
  relatedTicketId: string | null;
  files: WorkFile[];
  clock: TicketClock;
  timeline: { id: string; at: string; tabletTime?: string; text: string; isContradicting: boolean }[];
}

/** Builds the page of a ticket, as users of the hospital read it. Source: docs/product.md P37. */
export function buildTicketPage(
  { ticket, device, hospitalName, place, related }: TicketFacts,
  now: string,
): TicketPage {
  const clock = ticketClock(ticket, now);
  const closing = countedClosing(ticket.events);
  const { terms = null } = ticket;
  return {
    id: ticket.id,
    ticketNumber: ticket.ticketNumber,
    reportedBy: ticket.reportedBy,
    reportedDate: ticket.reportedDate,
    deviceId: ticket.deviceId,
    equipmentName: device?.equipmentName ?? '',
    model: device?.modelName ?? '',
    serialNumber: device?.serialNumber ?? '',
    department: device?.departmentName ?? '',
    isRetired: ticket.retiredDevice !== undefined,
    hospitalName,
    problemReported: ticket.problemReported,
    issueType: ticket.issueType,
    priority: ticket.priority,
    isEscalated: ticket.escalatedAt !== null,
    machineStatus: ticket.machineStatus,
    anyPatientHarm: ticket.anyPatientHarm,
    harmDescription: ticket.harmDescription,
    status: ticket.status,
    technicianName: ticket.technicianName,
    closedDate: ticket.closedAt,
    closedBy: ticket.closedBy,
    resolutionNote: ticket.resolutionNote,
    actionTaken: ticket.actionTaken,
    partRequired: ticket.partRequired,
    partDetails: ticket.partDetails,
    partCost: ticket.partCost,
    followUpAction: ticket.followUpAction,
    isFollowUpRequired: ticket.isFollowUpRequired,
    relatedTicketId: related?.id ?? null,
    relatedTicket: related === undefined ? null : ticketNumberWords(related.ticketNumber),
    failureClass: ticket.failureClass,
    visits: visitsOf(ticket.events).map(({ receivedAt: _received, ...visit }) => visit),
    clock,
    contract: terms && {
      ...termsShown(terms),
      clock: vendorClockOf(ticket, terms, place, now),
    },
    files: ticket.files,
    timeline: orderEvents(ticket.events).map((event) => ({
      id: event.id,
      at: event.at,
      ...(event.tabletTime && { tabletTime: event.tabletTime }),
      text: ticketSentence(event, closing),
      isContradicting: clock.contradicting.includes(event.id),
    })),
  };
}

/** The terms stored with the ticket, as the page words them. */
function termsShown({ contractId, number, kind, vendorName, phone, startOn, endOn, terms }: TicketTerms) {
  return {
    contractId,
    number,
    kind,
    vendorName,
    phone,
    startOn,
    endOn,
    covers: [...terms.covers],
    exclusions: terms.exclusions,
    promises: promiseWords(terms),
    hours: windowWords(terms.window),
  };
}

/** The vendor's clock without the times at which it stopped, which the timeline has. */
function vendorClockOf(ticket: TicketRecord, { terms }: TicketTerms, place: AgreementPlace, now: string) {
  const { stops: _stops, ...clock } = vendorClock(ticket, terms, place, now);
  return { ...clock, dayMs: windowDayMs(terms.window) };
}

/** Returns the API's answer for the page. */
export function ticketAnswer(page: TicketPage): TicketDetails {
  const { deviceId: _deviceId, isRetired: _retired, isEscalated: _escalated, closedBy: _by, ...shown } = page;
  const { relatedTicketId: _related, files: _files, ...details } = shown;
  const { contradicting: _contradicting, ...clock } = page.clock;
  return {
    ...details,
    ticketNumber: ticketNumberWords(page.ticketNumber),
    clock,
    timeline: page.timeline.map(({ at, text }) => ({ at, text })),
  };
}
