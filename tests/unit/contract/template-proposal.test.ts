import { describe, expect, it } from 'vitest';
import { proposeTemplates, type ProposalFacts } from '#contract/pages/template-proposal.ts';

const departments = [
  { id: 'icu', name: 'ICU' },
  { id: 'or', name: 'Theatre' },
  { id: 'lab', name: 'Laboratory' },
  { id: 'empty', name: 'Archive' },
];
const device = (id: string, departmentId: string | null, location: string | null = null) => ({
  id,
  departmentId,
  departmentName: departments.find((one) => one.id === departmentId)?.name ?? null,
  location,
  serialNumber: `SN-${id}`,
});
const facts: ProposalFacts = {
  departments,
  devices: [
    device('3', 'icu', 'Room 10'),
    device('1', 'icu', 'Room 9'),
    device('2', 'icu', 'Room 9'),
    device('4', 'or'),
    device('5', 'lab'),
    device('6', 'lab'),
    device('7', null),
  ],
  templates: [],
};

describe('A template per department', () => {
  it('is proposed for each that has devices, in walking order, with its name', () => {
    expect(proposeTemplates(facts)).toEqual([
      { departmentId: 'icu', templateName: 'ICU', deviceIds: ['1', '2', '3'] },
      { departmentId: 'lab', templateName: 'Laboratory', deviceIds: ['5', '6'] },
      { departmentId: 'or', templateName: 'Theatre', deviceIds: ['4'] },
    ]);
  });

  it('is not proposed if a template names the department, or others have all its devices', () => {
    const templates = [
      { name: 'Morning', departmentId: 'icu', deviceIds: ['1'] },
      { name: 'All pumps', departmentId: null, deviceIds: ['4', '5'] },
    ];
    expect(proposeTemplates({ ...facts, templates }).map(({ departmentId }) => departmentId)).toEqual(['lab']);
  });

  it('gets a unique name', () => {
    const templates = [{ name: 'icu', departmentId: null, deviceIds: [] }];
    const twins = [...departments, { id: 'lab2', name: 'Laboratory' }];
    const devices = [...facts.devices, device('8', 'lab2')];
    const names = proposeTemplates({ departments: twins, devices, templates }).map(({ templateName }) => templateName);
    expect(names).toEqual(['ICU 2', 'Laboratory', 'Laboratory 2', 'Theatre']);
  });

  it('is split if a department has more devices than a round allows', () => {
    const devices = Array.from({ length: 2001 }, (_none, place) => device(String(place), 'icu'));
    const proposed = proposeTemplates({ departments, devices, templates: [] });
    expect(proposed.map(({ templateName, deviceIds }) => [templateName, deviceIds.length])).toEqual([
      ['ICU', 2000],
      ['ICU 2', 1],
    ]);
  });
});
