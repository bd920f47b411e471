import { describe, expect, it } from 'vitest';
import { dockLinks, labelOf, navGroups, navLinks, openReports, scanOf } from '#ui/app/navigation.ts';
import { createFakeEngine } from '#tests/support/fake-engine.ts';
import { faultReportRecord } from '#tests/support/ward-records.ts';
import { paths } from '#ui/paths.ts';

const labels = (links: readonly { label: string }[]) => links.map(({ label }) => label);

describe('The navigation', () => {
  const menus: Readonly<Record<string, readonly string[]>> = {
    'People & Contacts': ['BMEs', 'Vendors', 'Contact Persons', 'Departments'],
    'Assets & Inventory': ['Equipments', 'Equipment Makes', 'Equipment Models', 'Installation Base', 'Warranties'],
    Maintenance: ['Maintenance', 'Report Breakdown'],
  };
  it.each(['BME', 'Hospital'] as const)('%s has the documented menus with all their screens', (role) => {
    const groups = navGroups(role);
    expect(labels(groups)).toEqual(Object.keys(menus));
    for (const { label, links } of groups)
      expect(labels(links)).toEqual(expect.arrayContaining([...(menus[label] ?? [])]));
  });

  it.each(['BME', 'Hospital'] as const)('%s sees beside Fault Reports how many await a decision', (role) => {
    const closed = faultReportRecord({ id: 'closed', state: 'closed' });
    const { view } = createFakeEngine({ records: { faultReport: [faultReportRecord(), closed] } });
    const names = (reports: number) =>
      navGroups(role).flatMap(({ links }) => links.map((link) => labelOf(link, reports)));
    expect(names(openReports(view())).filter((name) => /\d/.test(name))).toEqual(['Fault Reports (1)']);
    expect(names(0)).toContain('Fault Reports');
  });

  it('an Admin has Hospitals and Imports, and no ward screens', () => {
    expect(labels(navLinks('Admin'))).toEqual(expect.arrayContaining(['Hospitals', 'Imports']));
    expect(navGroups('Admin')).toEqual([]);
    expect(scanOf('Admin', paths.adminDashboard())).toBeUndefined();
  });

  it('the phone’s tab bar has Home, Rounds, Scan and Tickets', () => {
    const { before, after } = dockLinks('BME');
    expect([...labels(before), scanOf('BME', '/')?.label, ...labels(after)]).toEqual([
      'Home',
      'Rounds',
      'Scan',
      'Tickets',
    ]);
  });

  it('an Admin’s tab bar has room for one line of text under each icon', () => {
    const { before, after } = dockLinks('Admin');
    expect([...labels(before), ...labels(after)]).toEqual(['Home', 'Hospitals', 'Imports', 'Tablets']);
    expect(labels(navLinks('Admin'))).toContain('Activity Log');
  });

  it('a round in progress has no second Scan, which would leave it', () => {
    expect(scanOf('BME', paths.roundAdd('t1'))).toBeUndefined();
    expect(scanOf('BME', paths.rounds())).toBeDefined();
  });
});
