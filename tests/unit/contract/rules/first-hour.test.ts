import { describe, expect, it } from 'vitest';
import { firstHourKeys, firstHourSteps, type FirstHourFacts } from '#contract/rules/first-hour.ts';

const fresh: FirstHourFacts = {
  officeHasSignedIn: false,
  devices: 0,
  departments: 0,
  departmentsWithTemplate: 0,
  templates: 0,
  scannedDevices: 0,
  engineers: 0,
  engineersSignedIn: 0,
  tablets: 0,
  rounds: 0,
  reportsDecided: false,
};
const walked: FirstHourFacts = {
  officeHasSignedIn: true,
  devices: 1240,
  departments: 18,
  departmentsWithTemplate: 18,
  templates: 18,
  scannedDevices: 3,
  engineers: 2,
  engineersSignedIn: 2,
  tablets: 3,
  rounds: 1,
  reportsDecided: true,
};

const done = (facts: FirstHourFacts) => firstHourSteps(facts).flatMap(({ key, isDone }) => (isDone ? [key] : []));
const countOf = (facts: FirstHourFacts, key: string) => firstHourSteps(facts).find((step) => step.key === key)?.count;

describe('The first hour of a hospital', () => {
  it('begins with creating the hospital and ends with its first round', () => {
    expect(firstHourSteps(fresh).map(({ key }) => key)).toEqual(firstHourKeys);
    expect(done(fresh)).toEqual(['hospital']);
    expect(done(walked)).toEqual(firstHourKeys);
  });

  it.each([
    ['office', { officeHasSignedIn: true }],
    ['register', { devices: 1 }],
    ['engineers', { engineers: 1 }],
    ['labels', { scannedDevices: 1 }],
    ['tablets', { engineers: 1, engineersSignedIn: 1, tablets: 1 }],
    ['reports', { reportsDecided: true }],
    ['round', { rounds: 1 }],
    ['templates', { templates: 1 }],
  ])('%s is done once the records show it: %j', (key, facts) => {
    expect(done({ ...fresh, ...facts })).toContain(key);
    expect(done({ ...walked, ...Object.fromEntries(Object.keys(facts).map((name) => [name, 0])) })).not.toContain(key);
  });

  it('templates are done when every department with equipment has one', () => {
    const facts = { ...walked, departmentsWithTemplate: 17 };
    expect(done(facts)).not.toContain('templates');
    expect(countOf(facts, 'templates')).toBe('17 of 18 departments');
    expect(countOf({ ...fresh, departments: 1 }, 'templates')).toBe('0 of 1 department');
  });

  it('an added engineer who has not signed in leaves the tablets step open', () => {
    const facts = { ...fresh, engineers: 2 };
    expect(done(facts)).not.toContain('tablets');
    expect(countOf(facts, 'tablets')).toBe('0 of 2 engineers signed in');
    expect(countOf(fresh, 'tablets')).toBe('');
    expect(countOf(walked, 'register')).toBe('1,240 devices');
  });
});
