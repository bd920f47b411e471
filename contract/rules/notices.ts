import { type NoticeFacts, type NoticeKind, noticeKinds, type NoticeRecord } from '../records/notice.ts';
import type { Role } from '../records/roles.ts';
import { counted, nounOf } from './counted.ts';
import { withinWords } from './escalation.ts';

/**
 * Who gets a notice: the person the work is assigned to, the author of an entry, those mentioned in a note, engineers
 * on duty, the office, or the latter two.
 */
export type NoticeAudience =
  | 'assignee'
  | 'author'
  | 'mentioned'
  | 'on-duty'
  | 'office'
  | 'on-duty-and-office'
  | 'assignee-and-office';

interface NoticeSpec {
  /** What Settings and the filter of the notices page call the kind. */
  title: string;
  audience: NoticeAudience;
  /** True if nobody can switch it off and quiet hours do not hold it back. */
  isAlwaysTold: boolean;
  text(facts: NoticeFacts): string;
}

const place = ({ equipmentName = '', departmentName = null }: NoticeFacts): string =>
  departmentName === null ? equipmentName : `${equipmentName}, ${departmentName}`;
const inTime = ({ within }: NoticeFacts): string => (within ? `within ${withinWords(within)}` : 'in time');
const promise = ({ measure }: NoticeFacts): string => (measure === 'response' ? 'response to' : 'repair for');
const by = ({ by: name }: NoticeFacts): string => (name === undefined ? '' : ` by ${name}`);

/** All kinds of notices. Source: docs/product.md P313. */
export const noticeSpecs = {
  urgentTicket: {
    title: 'Urgent ticket',
    audience: 'on-duty-and-office',
    isAlwaysTold: true,
    text: (facts) => `Urgent ticket ${facts.number}: ${place(facts)}`,
  },
  // An escalation step notifies one of the levels of its audience.
  urgentUnaccepted: {
    title: 'Urgent ticket not accepted',
    audience: 'on-duty-and-office',
    isAlwaysTold: true,
    text: (facts) => `Urgent ticket ${facts.number} was not accepted ${inTime(facts)}: ${place(facts)}`,
  },
  ticketUnaccepted: {
    title: 'Ticket not accepted',
    audience: 'on-duty-and-office',
    isAlwaysTold: false,
    text: (facts) => `${facts.number} was not accepted ${inTime(facts)}: ${place(facts)}`,
  },
  ticketsUnaccepted: {
    title: 'Several tickets not accepted',
    audience: 'on-duty-and-office',
    isAlwaysTold: false,
    text: ({ count = 0 }) => `${counted(count, 'ticket')} were not accepted in time`,
  },
  ticketAssigned: {
    title: 'Ticket assigned to me',
    audience: 'assignee',
    isAlwaysTold: false,
    text: (facts) => `${facts.number} was assigned to you${by(facts)}: ${place(facts)}`,
  },
  ticketEscalated: {
    title: 'My ticket escalated',
    audience: 'assignee',
    isAlwaysTold: false,
    text: (facts) => `${facts.number} was escalated${by(facts)}: ${place(facts)}`,
  },
  waitingEnded: {
    title: 'My ticket resumed',
    audience: 'assignee',
    isAlwaysTold: false,
    text: (facts) => `Work on ${facts.number} was resumed${by(facts)}: ${place(facts)}`,
  },
  // Those on duty are notified where nobody is assigned.
  vendorDueSoon: {
    title: 'Vendor of my ticket due in 2 hours',
    audience: 'assignee',
    isAlwaysTold: false,
    text: (facts) => `The vendor’s ${promise(facts)} ${facts.number} is due within 2 hours: ${place(facts)}`,
  },
  vendorLate: {
    title: 'Vendor of my ticket late',
    audience: 'assignee',
    isAlwaysTold: false,
    text: (facts) => `The vendor’s ${promise(facts)} ${facts.number} is late: ${place(facts)}`,
  },
  taskAssigned: {
    title: 'Scheduled work assigned to me',
    audience: 'assignee',
    isAlwaysTold: false,
    text: (facts) => `Scheduled work was assigned to you${by(facts)}: ${place(facts)}`,
  },
  // The office is notified of all of it, each engineer of their own.
  overdueWork: {
    title: 'Overdue work, once a day',
    audience: 'assignee-and-office',
    isAlwaysTold: false,
    text: ({ count = 0, unassigned }) =>
      unassigned === undefined
        ? `${counted(count, 'task')} of yours ${nounOf(count, 'is', 'are')} overdue`
        : `${counted(count, 'task')} ${nounOf(count, 'is', 'are')} overdue${unassigned === 0 ? '' : `, ${unassigned} of them assigned to nobody`}`,
  },
  roundLate: {
    title: 'Round not submitted by its time',
    audience: 'on-duty-and-office',
    isAlwaysTold: false,
    text: ({ count = 1, departmentName = null, submitBy }) => {
      const late =
        count === 1
          ? `The round${departmentName === null ? '' : ` of ${departmentName}`} was`
          : `${counted(count, 'round')} were`;
      return `${late} not submitted ${submitBy === undefined ? 'in time' : `by ${submitBy}`}`;
    },
  },
  mentioned: {
    title: 'A note mentions me',
    audience: 'mentioned',
    isAlwaysTold: false,
    text: (facts) => `A note${by(facts)} mentions you, ${facts.number ?? 'scheduled work'}: ${place(facts)}`,
  },
  contractNotice: {
    title: 'Last day for notice of a contract',
    audience: 'assignee-and-office',
    isAlwaysTold: false,
    text: ({ count = 0 }) =>
      `The last day for notice of ${counted(count, 'contract')} is within ${counted(deadlineDays, 'day')}`,
  },
  contractEnd: {
    title: 'End of a contract',
    audience: 'assignee-and-office',
    isAlwaysTold: false,
    text: ({ count = 0 }) =>
      `${counted(count, 'contract')} ${nounOf(count, 'ends', 'end')} within ${counted(deadlineDays, 'day')}`,
  },
  testerDue: {
    title: 'Certificate of a tester',
    audience: 'assignee-and-office',
    isAlwaysTold: false,
    text: ({ count = 0 }) =>
      `${counted(count, 'tester')} ${nounOf(count, 'needs', 'need')} a new certificate within ${counted(deadlineDays, 'day')}`,
  },
  importFinished: {
    title: 'Import finished',
    audience: 'office',
    isAlwaysTold: false,
    text: ({ count = 0 }) => `${counted(count, 'device')} ${nounOf(count, 'was', 'were')} imported`,
  },
  storageNearlyFull: {
    title: 'Storage nearly full',
    audience: 'office',
    isAlwaysTold: false,
    text: ({ count = 0 }) => `${count} % of the storage for files is used. The Admin can allow more.`,
  },
  entryRefused: {
    title: 'An entry of mine needs attention',
    audience: 'author',
    isAlwaysTold: false,
    text: () => 'An entry of yours was not accepted and needs your attention',
  },
  newReport: {
    title: 'New fault report',
    audience: 'on-duty',
    isAlwaysTold: false,
    text: (facts) => `New fault report ${facts.number}: ${place(facts)}`,
  },
  // The text is the same as without a patient, because mail and push show it.
  patientReport: {
    title: 'Urgent fault report',
    audience: 'on-duty-and-office',
    isAlwaysTold: true,
    text: (facts) => `Urgent fault report ${facts.number}: ${place(facts)}`,
  },
} as const satisfies Record<NoticeKind, NoticeSpec>;

/** How long in advance users are notified of the end of a contract or certificate. Units: days. */
export const deadlineDays = 30;

/** How long notices are kept. Units: days. */
export const keptNoticeDays = 30;

/** Returns what a notice says in the app, in mail and in push. */
export const noticeText = ({ kind, facts }: Pick<NoticeRecord, 'kind' | 'facts'>): string =>
  noticeSpecs[kind].text(facts);

/** Returns a user's notices, the latest first. */
export const noticesOf = (notices: readonly NoticeRecord[], userId: string): NoticeRecord[] =>
  notices.filter(({ told }) => told.includes(userId)).toSorted((a, b) => (a.at < b.at ? 1 : -1));

/** The roles of an audience; only engineers are on duty and have work assigned. */
const rolesOf: Readonly<Record<NoticeAudience, readonly Role[]>> = {
  assignee: ['BME'],
  author: ['BME', 'Hospital'],
  mentioned: ['BME', 'Hospital'],
  'on-duty': ['BME'],
  office: ['Hospital'],
  'on-duty-and-office': ['BME', 'Hospital'],
  'assignee-and-office': ['BME', 'Hospital'],
};

/** Returns the kinds of notices that users of a role can get. Source: docs/product.md P342. */
export const noticeKindsOf = (role: Role): NoticeKind[] =>
  noticeKinds.filter((kind) => rolesOf[noticeSpecs[kind].audience].includes(role));
