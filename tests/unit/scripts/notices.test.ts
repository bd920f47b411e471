import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readAudit } from '../../../scripts/advisories.ts';
import { noticesOf, readShipped, shippedFolders } from '../../../scripts/notices.ts';

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, object> };
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> };

it('the notices name every shipped package with its licence, and no other tool', () => {
  const folders = shippedFolders(lock.packages);
  for (const name of Object.keys(manifest.dependencies)) expect(folders).toContain(`node_modules/${name}`);
  expect(folders).toContain('node_modules/tailwindcss');
  expect(folders).not.toContain('node_modules/vitest');
  const shipped = folders.filter((folder) => existsSync(folder)).map(readShipped);
  const notices = noticesOf(shipped);
  for (const { name, version, license } of shipped) {
    expect(notices).toContain(`${name} ${version}\n`);
    expect(license).not.toBe('');
  }
  expect(notices).toContain('Copyright (c) Meta Platforms, Inc. and affiliates.');
  expect(notices).toContain('Contains zxing-cpp');
});

it('packages with the same licence text share one copy', () => {
  const one = { folder: '', license: 'MIT', texts: ['Permission is granted'], version: '1.0.0' };
  const notices = noticesOf([
    { ...one, name: 'b' },
    { ...one, name: 'a' },
    { ...one, name: 'c', license: 'ISC' },
  ]);
  expect(notices.split('Permission is granted')).toHaveLength(3);
  expect(notices).toContain('a 1.0.0\nb 1.0.0\nLicence: MIT');
});

it('an audit reports an advisory; one without a reply from the registry is not taken for clean', () => {
  const found = { vulnerabilities: { qs: { severity: 'high', range: '<6.5.3' } } };
  expect(readAudit(JSON.stringify(found))).toEqual({ kind: 'checked', found: ['qs <6.5.3: high'] });
  expect(readAudit(JSON.stringify({ vulnerabilities: {} }))).toEqual({ kind: 'checked', found: [] });
  const refused = JSON.stringify({ message: '405 Method Not Allowed', statusCode: 405 });
  expect(readAudit(refused)).toEqual({ kind: 'not-checked', why: '405 Method Not Allowed' });
  expect(readAudit('').kind).toBe('not-checked');
});
