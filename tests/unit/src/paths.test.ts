import { describe, expect, it } from 'vitest';
import { paths, withQuery } from '#ui/paths.ts';
import { routes } from '#ui/routes.ts';

describe('addresses', () => {
  it('a link carries its parameters escaped', () => {
    expect(paths.ticket('a/b c')).toBe('/breakdown/a%2Fb%20c');
    expect(paths.roundAdd('t1')).toBe('/daily-rounds/add/t1');
  });

  it('both documented spellings of a path open the same screen', () => {
    expect(paths.engineers.patterns).toContain('/bme/accounts');
    expect(paths.equipmentTypes.patterns).toContain('/equipment/list');
    expect(paths.equipmentModels.patterns).toContain('/equipment-model');
    expect(paths.contactPersonEdit.patterns).toContain('/contact-person/edit/:id');
  });

  it('no two screens share one address', () => {
    const all = Object.values(paths).flatMap((path) => path.patterns);
    expect(new Set(all).size).toBe(all.length);
    const routed = routes.flatMap((route) => route.path.patterns);
    expect(new Set(routed).size).toBe(routed.length);
  });

  it('an empty query leaves the link unchanged', () => {
    expect(withQuery('/scan', { serial: undefined, h: '' })).toBe('/scan');
    expect(withQuery('/breakdown/new', { serial: 'VENT 12' })).toBe('/breakdown/new?serial=VENT+12');
  });
});
