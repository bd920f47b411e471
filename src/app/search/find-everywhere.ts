import type { ContactPersonRow } from '#contract/calls/contact-person.ts';
import type { HospitalRecord } from '#contract/calls/hospital.ts';
import type { VendorRow } from '#contract/calls/vendor.ts';
import type { WarrantyRow } from '#contract/calls/warranty.ts';
import type { Role } from '#contract/define.ts';
import type { AgreementRecord } from '#contract/records/agreement.ts';
import { deviceOf, type TicketRecord } from '#contract/records/ward.ts';
import { ticketNumberWords } from '#contract/rules/ticket-number.ts';
import { containsWords, searchWords } from '#contract/rules/text.ts';
import { formatShortDay } from '#contract/rules/dates-format.ts';
import { homeLink, navGroups, navLinks, type NavLink, scanOf } from '../navigation.ts';
import type { WardView } from '#ui/engine/engine.ts';
import { paths } from '#ui/paths.ts';
import type { IconName } from '#ui/ui/icons.tsx';

/** A record or screen that the search has found. */
export interface Found {
  id: string;
  label: string;
  /** Distinguishes it from similar ones. */
  detail: string;
  to: string;
  icon: IconName;
}

/** Results of one kind. */
export interface FoundGroup {
  name: 'Devices' | 'Tickets' | 'Contracts' | 'People' | 'Vendors' | 'Hospitals' | 'Screens';
  found: readonly Found[];
}

/** Results shown of each kind. */
export const mostFound = 5;

const details = (...parts: readonly (string | null | undefined)[]): string => parts.filter(Boolean).join(' · ');

/** Finds devices, tickets, contracts and engineers on this tablet that contain every word of a text. */
export function findOnTablet(view: WardView, text: string): FoundGroup[] {
  const words = searchWords(text);
  if (words.length === 0) return [];
  const devices = view.searchDevices(text, mostFound).map((device) => ({
    id: device.id,
    label: `${device.equipmentName} ${device.serialNumber}`,
    detail: details(device.modelName, device.departmentName, device.location),
    to: paths.device(device.serialNumber),
    icon: 'device' as const,
  }));
  const tickets = view
    .all('ticket')
    .filter((ticket) => containsWords(textOfTicket(view, ticket), words))
    .toSorted(openFirst);
  const contracts = view
    .all('contract')
    .filter(({ number, vendorName }) => containsWords(`${number} ${vendorName}`, words));
  const people = view.all('technician').filter(({ name }) => containsWords(name, words));
  return [
    { name: 'Devices', found: devices },
    {
      name: 'Tickets',
      found: tickets.slice(0, mostFound).map((ticket) => ({
        id: ticket.id,
        label: ticket.problemReported,
        detail: details(ticketNumberWords(ticket.ticketNumber), ticket.status, nameOfDevice(view, ticket)),
        to: paths.ticket(ticket.id),
        icon: 'ticket' as const,
      })),
    },
    { name: 'Contracts', found: contracts.slice(0, mostFound).map(contractFound) },
    {
      name: 'People',
      found: people.slice(0, mostFound).map(({ id, name }) => ({
        id,
        label: name,
        detail: 'Engineer',
        to: paths.engineerEdit(id),
        icon: 'user' as const,
      })),
    },
  ];
}

function nameOfDevice(view: WardView, ticket: TicketRecord): string {
  const device = deviceOf(view, ticket);
  return device ? `${device.equipmentName} ${device.serialNumber}` : '';
}

const textOfTicket = (view: WardView, ticket: TicketRecord): string =>
  details(ticket.ticketNumber, ticket.problemReported, nameOfDevice(view, ticket));

function contractFound({
  id,
  number,
  vendorName,
  endOn,
}: Pick<AgreementRecord, 'id' | 'number' | 'vendorName' | 'endOn'>): Found {
  return {
    id,
    label: number,
    detail: details(vendorName, `until ${formatShortDay(endOn)}`),
    to: paths.warranty(id),
    icon: 'shield',
  };
}

/** Orders tickets that need work before closed ones, and the latest first. */
function openFirst(a: TicketRecord, b: TicketRecord): number {
  const closed = Number(a.status === 'Closed') - Number(b.status === 'Closed');
  return closed || Date.parse(b.reportedDate) - Date.parse(a.reportedDate);
}

/** Finds the screens of a role whose name contains every word of a text. */
export function findScreens(role: Role, text: string): FoundGroup {
  const words = searchWords(text);
  const links: readonly NavLink[] = [
    homeLink(role),
    ...(role === 'Admin' ? [] : [scanOf(role, '')].filter((link) => link !== undefined)),
    ...navLinks(role),
    ...navGroups(role).flatMap((group) => group.links),
    { label: 'Outbox', path: paths.outbox, icon: 'cloud-up' },
    { label: 'Settings', path: paths.settings, icon: 'settings' },
  ];
  const found = words.length === 0 ? [] : links.filter(({ label }) => containsWords(label, words));
  return {
    name: 'Screens',
    found: found.map(({ label, path, icon }) => ({ id: path(), label, detail: '', to: path(), icon })),
  };
}

/** The server's answers to a search in the lists that tablets do not hold. */
export interface ServerAnswers {
  contracts?: readonly WarrantyRow[] | undefined;
  contacts?: readonly ContactPersonRow[] | undefined;
  vendors?: readonly VendorRow[] | undefined;
}

/** Turns the server's answers into results. */
export function foundOnServer({ contracts = [], contacts = [], vendors = [] }: ServerAnswers): FoundGroup[] {
  return [
    {
      name: 'Contracts',
      found: contracts.map(({ id, warrantyNumber: number, vendorName, warrantyEnd: endOn }) =>
        contractFound({ id, number, vendorName, endOn }),
      ),
    },
    {
      name: 'Vendors',
      found: vendors.map(({ id, name, location, types }) => ({
        id,
        label: name,
        detail: details(location, types),
        to: paths.vendor(id),
        icon: 'building',
      })),
    },
    {
      name: 'People',
      found: contacts.map(({ id, name, vendor, phone }) => ({
        id,
        label: name,
        detail: details(vendor, phone),
        to: paths.contactPersonEdit(id),
        icon: 'users',
      })),
    },
  ];
}

/** Finds the hospitals of an Admin by name, town or phone. */
export function findHospitals(hospitals: readonly HospitalRecord[], text: string): FoundGroup {
  const words = searchWords(text);
  const found = hospitals.filter(({ name, city, state, phone }) =>
    containsWords(details(name, city, state, phone), words),
  );
  return {
    name: 'Hospitals',
    found: (words.length === 0 ? [] : found).slice(0, mostFound).map(({ id, name, city, state }) => ({
      id,
      label: name,
      detail: details(city, state),
      to: paths.hospitalEdit(id),
      icon: 'building',
    })),
  };
}

const order: readonly FoundGroup['name'][] = [
  'Devices',
  'Tickets',
  'Contracts',
  'Vendors',
  'People',
  'Hospitals',
  'Screens',
];

/** Joins results of the same kind, each once, in a fixed order and without empty kinds. */
export function joinGroups(groups: readonly FoundGroup[]): FoundGroup[] {
  return order
    .map((name) => {
      const all = groups.filter((group) => group.name === name).flatMap(({ found }) => found);
      return { name, found: [...new Map(all.map((each) => [each.to, each])).values()] };
    })
    .filter(({ found }) => found.length > 0);
}
