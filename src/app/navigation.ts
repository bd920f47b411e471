import { matchPath } from 'react-router-dom';
import type { Role } from '#contract/define.ts';
import { mayAccess } from '#contract/permissions.ts';
import type { WardView } from '../engine/engine.ts';
import { paths, type ScreenPath } from '../paths.ts';
import { routes } from '../routes.ts';
import type { IconName } from '../ui/icons.tsx';

/** A link to a screen. */
export interface NavLink {
  label: string;
  path: ScreenPath<[]>;
  icon: IconName;
}

/** A menu of the header. */
export interface NavGroup {
  label: string;
  links: readonly NavLink[];
}

/** The menus of BME and Hospital users. Source: docs/product.md P7. */
const hospitalGroups: readonly NavGroup[] = [
  {
    label: 'People & Contacts',
    links: [
      { label: 'BMEs', path: paths.engineers, icon: 'user' },
      { label: 'Vendors', path: paths.vendors, icon: 'building' },
      { label: 'Contact Persons', path: paths.contactPersons, icon: 'users' },
      { label: 'Departments', path: paths.departments, icon: 'location' },
      { label: 'Activity Log', path: paths.activity, icon: 'clock' },
      { label: 'Tablets', path: paths.tablets, icon: 'tablet' },
      { label: 'First hour', path: paths.firstHour, icon: 'help' },
    ],
  },
  {
    label: 'Assets & Inventory',
    links: [
      { label: 'Equipments', path: paths.equipmentTypes, icon: 'device' },
      { label: 'Equipment Makes', path: paths.equipmentMakes, icon: 'building' },
      { label: 'Equipment Models', path: paths.equipmentModels, icon: 'file' },
      { label: 'Installation Base', path: paths.devices, icon: 'device' },
      { label: 'Warranties', path: paths.warranties, icon: 'shield' },
      { label: 'Testers', path: paths.testers, icon: 'scan' },
      { label: 'Procedures', path: paths.procedures, icon: 'rounds' },
    ],
  },
  {
    label: 'Maintenance',
    links: [
      { label: 'Maintenance', path: paths.maintenance, icon: 'calendar' },
      { label: 'Schedules', path: paths.schedules, icon: 'refresh' },
      { label: 'Report Breakdown', path: paths.tickets, icon: 'ticket' },
      { label: 'Fault Reports', path: paths.faultReports, icon: 'bell' },
      { label: 'Daily Rounds', path: paths.rounds, icon: 'rounds' },
      { label: 'Figures', path: paths.figures, icon: 'chart' },
    ],
  },
];

const adminLinks: readonly NavLink[] = [
  { label: 'Hospitals', path: paths.hospitals, icon: 'building' },
  { label: 'Imports', path: paths.imports, icon: 'upload' },
  { label: 'Tablets', path: paths.tablets, icon: 'tablet' },
  { label: 'Activity Log', path: paths.activity, icon: 'clock' },
  { label: 'App Faults', path: paths.crashes, icon: 'warning' },
  { label: 'Mail', path: paths.mail, icon: 'mail' },
];

const scanLink: NavLink = { label: 'Scan', path: paths.scan, icon: 'scan' };

function exists({ path }: NavLink): boolean {
  return routes.some((route) => route.path === path);
}

function isOpenTo(role: Role, { path }: NavLink): boolean {
  return routes.some((route) => route.path === path && route.access !== 'prompt' && mayAccess({ role }, route.access));
}

/** Returns the target of the logo and of Home. */
export function homeLink(role: Role): NavLink {
  return { label: 'Dashboard', path: role === 'Admin' ? paths.adminDashboard : paths.bmeDashboard, icon: 'home' };
}

/** Returns the header's menus, without links to missing screens. */
export function navGroups(role: Role): readonly NavGroup[] {
  if (role === 'Admin') return [];
  return hospitalGroups
    .map(({ label, links }) => ({ label, links: links.filter((link) => isOpenTo(role, link)) }))
    .filter((group) => group.links.length > 0);
}

/** Returns the header's plain links. */
export function navLinks(role: Role): readonly NavLink[] {
  return role === 'Admin' ? adminLinks.filter(exists) : [];
}

/** Returns the Scan link for roles that walk the wards; undefined on a round, which has its own Scan. */
export function scanOf(role: Role, pathname: string): NavLink | undefined {
  const isRound = paths.roundAdd.patterns.some((pattern) => matchPath(pattern, pathname) !== null);
  return role !== 'Admin' && !isRound && exists(scanLink) ? scanLink : undefined;
}

/** Returns the items to the left and right of Scan in a phone's bottom bar. */
export function dockLinks(role: Role): { before: readonly NavLink[]; after: readonly NavLink[] } {
  const home: NavLink = { ...homeLink(role), label: 'Home' };
  if (role === 'Admin') return { before: [home], after: adminLinks.slice(0, 3) };
  const rounds: NavLink = { label: 'Rounds', path: paths.rounds, icon: 'rounds' };
  const tickets: NavLink = { label: 'Tickets', path: paths.tickets, icon: 'ticket' };
  return { before: [home, rounds].filter(exists), after: [tickets].filter(exists) };
}

/** Counts the reports from labels that nobody has decided on. */
export const openReports = (view: Pick<WardView, 'all'>): number =>
  view.all('faultReport').filter(({ state }) => state === 'received').length;

/** Returns a link's label, with the number of open reports where it leads to them. */
export const labelOf = ({ label, path }: NavLink, reports: number): string =>
  path === paths.faultReports && reports > 0 ? `${label} (${reports})` : label;
