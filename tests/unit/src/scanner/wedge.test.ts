import { describe, expect, it } from 'vitest';

import { createWedgeReader, type WedgeKey } from '#ui/scanner/wedge.ts';

describe('A keyboard-wedge scanner is distinguished from typing', () => {
  it('characters 8 ms apart and an Enter are a scan, and that Enter is taken', () => {
    const { type, scans } = createKeyboard();
    expect(type('VENT-0012', 8)).toBe(true);
    expect(scans).toEqual(['VENT-0012']);
  });

  it('a Bluetooth scanner with 35 ms between keys is a scan', () => {
    const { type, scans } = createKeyboard();
    type('SN 4711/b', 35);
    expect(scans).toEqual(['SN 4711/b']);
  });

  it('a serial typed by hand with Enter is no scan, and the Enter goes to the form', () => {
    const { type, scans } = createKeyboard();
    expect(type('VENT-0012', 110)).toBe(false);
    expect(scans).toEqual([]);
  });

  it('a scan after typed characters holds the scanned part alone', () => {
    const { press, type, scans } = createKeyboard();
    press({ key: 'x' }, 0);
    press({ key: 'y' }, 200);
    type('VENT-0012', 8, 400);
    expect(scans).toEqual(['VENT-0012']);
  });

  it('capitals come with Shift keys, which do not break a scan', () => {
    const { press, scans } = createKeyboard();
    for (const letter of 'VENT') {
      press({ key: 'Shift' }, 3);
      press({ key: letter }, 3);
    }
    press({ key: 'Enter' }, 3);
    expect(scans).toEqual(['VENT']);
  });

  it('the separator of a GS1 label arrives as Ctrl+] and is kept', () => {
    const { press, scans } = createKeyboard();
    for (const key of '10ABC') press({ key }, 5);
    press({ key: 'Control', ctrlKey: true }, 5);
    press({ key: ']', ctrlKey: true }, 5);
    for (const key of '21SN7') press({ key }, 5);
    press({ key: 'Enter' }, 5);
    expect(scans).toEqual(['10ABC\x1d21SN7']);
  });

  it('a key held down is no scan', () => {
    const { press, scans } = createKeyboard();
    for (let count = 0; count < 20; count += 1) press({ key: 'a', repeat: count > 0 }, 30);
    press({ key: 'Enter' }, 30);
    expect(scans).toEqual([]);
  });

  it('three quick keys are no scan', () => {
    const { type, scans } = createKeyboard();
    type('abc', 5);
    expect(scans).toEqual([]);
  });

  it('an arrow key in between starts over', () => {
    const { press, scans } = createKeyboard();
    for (const key of ['1', '2', 'ArrowLeft', '3', '4', 'Enter']) press({ key }, 5);
    expect(scans).toEqual([]);
  });

  it('two labels in a row are two scans', () => {
    const { type, scans } = createKeyboard();
    type('VENT-0012', 8);
    type('PUMP-0003', 8, 300);
    expect(scans).toEqual(['VENT-0012', 'PUMP-0003']);
  });
});

function createKeyboard() {
  const clock = { atMs: 0 };
  const scans: string[] = [];
  const reader = createWedgeReader({ now: () => clock.atMs, onScan: (text) => scans.push(text) });
  const press = (event: WedgeKey, gapMs: number) => {
    clock.atMs += gapMs;
    return reader.press(event);
  };
  const type = (text: string, gapMs: number, pauseBeforeMs = 0) => {
    clock.atMs += pauseBeforeMs;
    for (const key of text) press({ key }, gapMs);
    return press({ key: 'Enter' }, gapMs);
  };
  return { press, type, scans };
}
