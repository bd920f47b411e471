// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import { readScan, deviceLink } from '#contract/rules/qr-link.ts';
import { useSerialOfPage } from '#ui/features/device/page/use-serial-of-page.ts';
import { paths } from '#ui/paths.ts';

function Serial() {
  return <output>{JSON.stringify(useSerialOfPage())}</output>;
}

function serialAt(address: string): unknown {
  render(
    <MemoryRouter initialEntries={[address]}>
      <Routes>
        {paths.device.patterns.map((pattern) => (
          <Route key={pattern} path={pattern} element={<Serial />} />
        ))}
      </Routes>
    </MemoryRouter>,
  );
  return JSON.parse(screen.getByRole('status').textContent ?? '');
}

afterEach(cleanup);

describe('The page of a device', () => {
  it.each(['MON-1', 'A/B', 'A%2FB', '100%', '%', 'é ü', '...', 'a+b', 'a?b#c', '%252F'])(
    'has the serial %j, from its link and from its label',
    (serial) => {
      const label = readScan(deviceLink('https://ward.example', serial));
      expect([serialAt(paths.device(serial)), 'serialNumber' in label && label.serialNumber]).toEqual([serial, serial]);
    },
  );

  it('takes a bare percent sign literally, and has no serial if the address has none', () => {
    expect(serialAt('/equipmentdetails/50%25%zz')).toBe('50%25%zz');
    cleanup();
    expect(serialAt('/equipmentdetails')).toBe('');
  });
});
