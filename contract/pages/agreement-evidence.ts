import type { AgreementEvidence, EvidenceBreach } from '../calls/agreement/evidence.ts';
import { blankTerms } from '../calls/agreement/terms.ts';
import { counted } from '../rules/counted.ts';
import { formatShortDay } from '../rules/dates-format.ts';
import { failureWords } from '../rules/failure-class.ts';
import { type FigureSpan, periodWords } from '../rules/figures/period.ts';
import { addDays, hospitalDay, instantMs, type LocalDay } from '../rules/hospital-day.ts';
import {
  type AgreementFacts,
  judgeAgreement,
  type JudgedDevice,
  type JudgedTicket,
  type PenaltySheet,
  type TicketJudgement,
  type UptimeJudgement,
} from '../rules/agreements/judge.ts';
import type { Penalty, PenaltyPrices } from '../rules/agreements/penalty.ts';
import { daysLength, hoursLength, penaltyWords } from '../rules/agreements/penalty-words.ts';
import type { AgreementKind, AgreementTerms } from '../records/agreement-terms.ts';
import { coverageWords, windowWords } from '../rules/agreements/words.ts';
import type { AgreementPlace } from '../rules/agreements/window-hours.ts';
import { formatInr, sumInr } from '../rules/money.ts';
import { downUntil, ticketClock } from '../rules/ticket-clock.ts';
import { countedClosing, ticketSentence } from '../rules/ticket-visits.ts';
import { orderEvents } from '../rules/work-events.ts';
import type { WorkEvent } from '../records/work-event.ts';
import { momentWords } from './papers/moment-words.ts';

/** The facts about a contract that its evidence is made from. */
export interface EvidenceAgreement extends Omit<AgreementFacts, 'terms' | 'devices' | 'tickets'> {
  id: string;
  number: string;
  kind: AgreementKind;
  vendorName: string;
  /** Null: it promises nothing. */
  terms: AgreementTerms | null;
  devices: readonly (JudgedDevice & { serialNumber: string; equipmentName: string })[];
  tickets: readonly (JudgedTicket & { number: string })[];
  /** Number of tickets of its devices in the period, while it ran, that keep no terms of it. */
  ticketsWithout: number;
}

/** The promises of a contract in a period, judged and in words. Source: docs/product.md P130. */
export function buildAgreementEvidence(
  contract: EvidenceAgreement,
  span: FigureSpan,
  place: AgreementPlace,
  now: Date,
): AgreementEvidence {
  const { id, number, vendorName } = contract;
  const base = {
    contractId: id,
    number,
    vendorName,
    period: { ...span, words: periodWords(span) },
    facts: factsOf(contract),
  };
  if (contract.terms === null && contract.tickets.length === 0) {
    const judged = { response: 0, repair: 0, uptime: 0 };
    const totals = { amount: 0, extensionDays: 0, withoutAmount: 0 };
    return {
      ...base,
      breaches: [],
      excluded: [],
      judged,
      totals,
      notes: ['This contract has no terms, so there is nothing to evaluate.'],
    };
  }
  // Terms that were removed no longer promise uptime; tickets keep theirs.
  const terms = contract.terms ?? blankTerms();
  const sheet = judgeAgreement({ ...contract, terms }, span, place, now.toISOString());
  const words = wordsOf({ ...contract, terms }, place.timeZone, now);
  return {
    ...base,
    breaches: [...sheet.tickets.map(words.ofTicket), ...sheet.uptimes.map(words.ofUptime)],
    excluded: sheet.excluded.map(({ ticketId, deviceId, failureClass }) => ({
      ...words.subject(deviceId, ticketId),
      times: words.times(ticketId),
      reason: `${failureWords(failureClass)}: repair and uptime are not counted.`,
    })),
    judged: sheet.judged,
    totals: sheet.totals,
    notes: [
      ...(contract.terms === null
        ? [
            'The contract was deleted or has lost its terms: its tickets are judged by those that they keep, and no uptime is.',
          ]
        : []),
      ...notesOf({ ...contract, terms }, sheet, span, hospitalDay(now, place.timeZone)),
    ],
  };
}

interface Words {
  subject: (deviceId: string, ticketId: string | null) => Subject;
  times: (ticketId: string) => string[];
  ofTicket: (judgement: TicketJudgement) => EvidenceBreach;
  ofUptime: (judgement: UptimeJudgement) => EvidenceBreach;
}
type Subject = Pick<EvidenceBreach, 'serialNumber' | 'equipmentName' | 'ticketId' | 'ticketNumber'>;

function wordsOf({ devices, tickets, terms }: Judged, timeZone: string, now: Date): Words {
  const deviceById = new Map(devices.map((device) => [device.id, device]));
  const ticketById = new Map(tickets.map((ticket) => [ticket.id, ticket]));
  const subject: Words['subject'] = (deviceId, ticketId) => ({
    serialNumber: deviceById.get(deviceId)?.serialNumber ?? '',
    equipmentName: deviceById.get(deviceId)?.equipmentName ?? '',
    ticketId,
    ticketNumber: ticketId === null ? null : (ticketById.get(ticketId)?.number ?? null),
  });
  const pricesOf = (deviceId: string, { yearlyPrice }: AgreementTerms): PenaltyPrices => ({
    price: deviceById.get(deviceId)?.price ?? null,
    yearlyPrice,
  });
  const times = (ticketId: string): string[] => {
    const ticket = ticketById.get(ticketId);
    return ticket ? ticketTimes(ticket, timeZone, now) : [];
  };
  const hasArrived = (ticketId: string): boolean => {
    const ticket = ticketById.get(ticketId);
    return ticket !== undefined && ticketClock(ticket, now.toISOString()).firstArrivedAt !== null;
  };
  return {
    subject,
    times,
    ofTicket: ({ ticketId, deviceId, promise, isOpen, penalties }) => {
      const kept = ticketById.get(ticketId)?.terms ?? terms;
      const isResponse = promise.measure === 'response';
      const length = (ms: number): string => (isResponse ? hoursLength(ms) : daysLength(ms, kept.window));
      const due = promise.dueAt === null ? '' : `, until ${momentWords(promise.dueAt, timeZone)}`;
      return {
        ...subject(deviceId, ticketId),
        measure: promise.measure,
        times: times(ticketId),
        promised: `${length(promise.allowedMs)}${due}`,
        took: `${length(promise.usedMs)}${isOpen ? ' up to now' : isResponse && !hasArrived(ticketId) ? ' (no arrival recorded)' : ''}`,
        late: length(promise.lateMs),
        ...penaltyFacts(penalties, pricesOf(deviceId, kept)),
      };
    },
    ofUptime: ({
      deviceId,
      span,
      promised,
      uptime,
      missedPoints,
      coveredMs,
      downMs,
      lateMs: beyondMs,
      ticketIds,
      isRunning,
      penalties,
    }) => ({
      ...subject(deviceId, null),
      measure: 'uptime',
      times: ticketIds.flatMap((ticketId) => {
        const ticket = ticketById.get(ticketId);
        return ticket ? [downWords(ticket, timeZone)] : [];
      }),
      promised: `${percentWords(promised)} in ${periodWords(span)}`,
      took: `${percentWords(uptime)}: down ${hoursLength(downMs)} of ${hoursLength(coveredMs)}${isRunning ? ' up to now' : ''}`,
      late: `${counted(missedPoints, 'point')}, ${daysLength(beyondMs, terms.window)}`,
      ...penaltyFacts(penalties, pricesOf(deviceId, terms)),
    }),
  };
}

/** The basis for judging a contract, including its terms. */
type Judged = Omit<EvidenceAgreement, 'terms'> & { terms: AgreementTerms };

function penaltyFacts(
  penalties: readonly Penalty[],
  prices: PenaltyPrices,
): Pick<EvidenceBreach, 'arithmetic' | 'amount' | 'extensionDays'> {
  const amounts = penalties.flatMap(({ amount }) => amount ?? []);
  const days = penalties.flatMap(({ extensionDays }) => extensionDays ?? []);
  return {
    arithmetic:
      penalties.length === 0
        ? ['No penalty is agreed for this.']
        : penalties.map((penalty) => penaltyWords(penalty, prices)),
    amount: amounts.length > 0 ? sumInr(amounts) : null,
    extensionDays: days.length > 0 ? sumInr(days) : null,
  };
}

const shownKinds = new Set<WorkEvent['kind']>([
  'reported',
  'accepted',
  'arrived',
  'waiting',
  'resumed',
  'restored',
  'left-pending',
  'closed',
]);
/** If a step arrived this much later than it was made, its arrival time is shown. */
const lateMs = 15 * 60_000;

/** The report, the steps and the closing of a ticket, each with its time and who recorded it. */
function ticketTimes(ticket: JudgedTicket, timeZone: string, now: Date): string[] {
  const contradicting = new Set(ticketClock(ticket, now.toISOString()).contradicting);
  const closing = countedClosing(ticket.events);
  return orderEvents(ticket.events.filter(({ kind }) => shownKinds.has(kind))).map((event) => {
    const sentence = ticketSentence(event, closing);
    const by =
      event.by === null || sentence.includes(event.by)
        ? ''
        : `, ${event.kind === 'reported' ? 'recorded by' : 'by'} ${event.by}`;
    const isLate = event.receivedAt !== null && instantMs(event.receivedAt) - instantMs(event.at) > lateMs;
    const received = isLate && event.receivedAt !== null ? `, received ${momentWords(event.receivedAt, timeZone)}` : '';
    const uncounted = contradicting.has(event.id) ? ' (contradicts the others, not counted)' : '';
    return `${momentWords(event.at, timeZone)}: ${sentence}${by}${received}${uncounted}`;
  });
}

function downWords(ticket: JudgedTicket & { number: string }, timeZone: string): string {
  const until = downUntil(ticket);
  const from = momentWords(ticket.reportedDate, timeZone);
  return `${ticket.number}: ${from} to ${until === null ? 'now, still down' : momentWords(until, timeZone)}`;
}

function factsOf({ kind, vendorName, startOn, endOn, terms, devices }: EvidenceAgreement): AgreementEvidence['facts'] {
  const facts: AgreementEvidence['facts'] = [
    ['Kind', kind],
    ['Vendor', vendorName],
    ['Runs', `${formatShortDay(startOn)} to ${formatShortDay(endOn)}`],
    ['Devices', devices.filter(({ isNamed }) => isNamed).length.toLocaleString('en-IN')],
  ];
  if (terms === null) return facts;
  const { window, responseHours, repairDays, uptimePercent, uptimePer, yearlyPrice, covers } = terms;
  return [
    ...facts,
    ['Hours', windowWords(window)],
    ['Response', responseHours === null ? 'not promised' : hoursLength(responseHours * 3_600_000)],
    ['Repair', repairDays === null ? 'not promised' : counted(repairDays, 'day')],
    ['Uptime', uptimePercent === null ? 'not promised' : `${percentWords(uptimePercent)} of each ${uptimePer}`],
    ['Yearly price', yearlyPrice === null ? 'not recorded' : formatInr(yearlyPrice)],
    ['Covers', coverageWords(covers) || 'not stated'],
  ];
}

function notesOf(
  { endOn, terms, ticketsWithout }: Judged,
  sheet: PenaltySheet,
  { to }: FigureSpan,
  today: LocalDay,
): string[] {
  const { totals, isUptimeOfYear, tickets } = sheet;
  const notes: string[] = [];
  if (to >= today) notes.push('The period goes on: it is counted up to now.');
  if (tickets.some(({ isOpen }) => isOpen)) notes.push('A ticket that is not repaired yet is counted up to now.');
  if (isUptimeOfYear) notes.push('Uptime is promised for a year: it is judged on the sheet of the year.');
  if (totals.withoutAmount > 0) {
    const penalties = counted(totals.withoutAmount, 'penalty has no amount and is', 'penalties have no amount and are');
    notes.push(`${penalties} not in the total.`);
  }
  if (totals.extensionDays > 0) {
    const until = formatShortDay(addDays(endOn, totals.extensionDays));
    notes.push(`Extended by ${counted(totals.extensionDays, 'day')}, the contract would end on ${until}.`);
  }
  if (ticketsWithout > 0) {
    const one = 'ticket of its devices keeps no terms of this contract and is not counted.';
    const many = 'tickets of its devices keep no terms of this contract and are not counted.';
    notes.push(counted(ticketsWithout, one, many));
  }
  if (terms.exclusions !== '') notes.push(`The contract excludes, in its own words: ${terms.exclusions}`);
  return notes;
}

function percentWords(percent: number): string {
  return `${percent.toLocaleString('en-IN', { maximumFractionDigits: 2 })} %`;
}
