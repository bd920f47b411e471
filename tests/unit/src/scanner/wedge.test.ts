import { describe, expect, it } from 'vitest';

import { createWedgeReader, type WedgeKey } from '#ui/scanner/wedge.ts';

describe('A keyboard-wedge scanner is distinguished from typing', () => {
  it('characters 8 ms apart and an Enter are a scan, which consumes the Enter', () => {
    const { type, scans } = createKeyboard();
    expect(type('VENT-0012', 8)).toBe(true);
    expect(scans).toEqual(['VENT-0012']);
  });

  it('a Bluetooth scanner with 35 ms between keys is a scan', () => {
    const { type, scans } = createKeyboard();
    type('SN 4711/b', 35);
    expect(scans).toEqual(['SN 4711/b']);
  });

  it('a serial typed by hand with Enter is not a scan, and the Enter reaches the form', () => {
    const { type, scans } = createKeyboard();
    expect(type('VENT-0012', 110)).toBe(false);
    expect(scans).toEqual([]);
  });

  it('a scan after typed characters contains only the scanned part', () => {
    const { press, type, scans } = createKeyboard();
    press({ key: 'x' }, 0);
    press({ key: 'y' }, 200);
    type('VENT-0012', 8, 400);
    expect(scans).toEqual(['VENT-0012']);
  });

  it('capitals with Shift keys do not interrupt a scan', () => {
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

  it('a key held down is not a scan', () => {
    const { press, scans } = createKeyboard();
    for (let count = 0; count < 20; count += 1) press({ key: 'a', repeat: count > 0 }, 30);
    press({ key: 'Enter' }, 30);
    expect(scans).toEqual([]);
  });

  it('three quick keys are not a scan', () => {
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

  it('a scanner that ends with Tab is a scan, which consumes the Tab', () => {
    const { type, scans } = createKeyboard();
    expect(type('VENT-0012', 8, 0, 'Tab')).toBe(true);
    expect(scans).toEqual(['VENT-0012']);
  });

  it('a Tab after hand-typed text moves on as usual', () => {
    const { type, scans } = createKeyboard();
    expect(type('VENT-0012', 110, 0, 'Tab')).toBe(false);
    expect(scans).toEqual([]);
  });

  it('a second end key of the same scan is consumed too', () => {
    const { type, press, scans } = createKeyboard();
    type('VENT-0012', 8, 0, 'Tab');
    expect(press({ key: 'Enter' }, 8)).toBe(true);
    expect(press({ key: 'Enter' }, 500)).toBe(false);
    expect(scans).toEqual(['VENT-0012']);
  });

  it('a late Enter from a scanner still ends the scan', () => {
    const { press, scans } = createKeyboard();
    for (const key of 'AB-4711') press({ key }, 8);
    expect(press({ key: 'Enter' }, 300)).toBe(true);
    expect(scans).toEqual(['AB-4711']);
  });
});

describe('A scan with gaps is read completely, or asked about', () => {
  const withGap = (before: string, gapMs: number, after: string) => {
    const keyboard = createKeyboard();
    keyboard.send(before, 8);
    keyboard.send(after, 8, gapMs);
    keyboard.press({ key: 'Enter' }, 8);
    return keyboard;
  };

  it.each([
    ['AB-', 60, '4711'],
    ['AB', 60, '-4711'],
    ['AB-4', 120, '711'],
    ['AB-', 290, '4711'],
    ['AB-471', 60, '1'],
  ])('%s, %i ms, %s is one label', (before, gapMs, after) => {
    const { scans, asked } = withGap(before, gapMs, after);
    expect(scans).toEqual(['AB-4711']);
    expect(asked).toEqual([]);
  });

  it.each([
    ['A', 60, 'B-4711'],
    ['AB', 150, '-4711'],
    ['AB-', 400, '4711'],
    ['AB-', 1_900, '4711'],
  ])('%s, %i ms, %s is asked about', (before, gapMs, after) => {
    const { scans, asked } = withGap(before, gapMs, after);
    expect(scans).toEqual([]);
    expect(asked).toEqual([[after, before + after]]);
  });

  it('an old unfinished part is not included', () => {
    expect(withGap('AB-', 2_500, '4711').scans).toEqual(['4711']);
  });

  it('a label whose last characters arrived slowly is asked about', () => {
    const keyboard = createKeyboard();
    keyboard.send('AB-47', 8);
    keyboard.send('11', 60);
    keyboard.press({ key: 'Enter' }, 60);
    expect(keyboard.scans).toEqual([]);
    expect(keyboard.asked).toEqual([['AB-4711']]);
  });

  it('a note typed right before the scan is not included', () => {
    const keyboard = createKeyboard();
    keyboard.send('pump is loud ', 150);
    keyboard.send('AB-4711', 8, 150);
    keyboard.press({ key: 'Enter' }, 8);
    expect(keyboard.scans).toEqual(['AB-4711']);
  });

  it('one or two letters typed right before the scan are asked about', () => {
    const keyboard = createKeyboard();
    keyboard.send('x', 8);
    keyboard.send('AB-4711', 8, 200);
    keyboard.press({ key: 'Enter' }, 8);
    expect(keyboard.asked).toEqual([['AB-4711', 'xAB-4711']]);
  });

  it('each reading restores the field as it was before its first key', () => {
    const keyboard = createKeyboard();
    keyboard.send('A', 8);
    keyboard.send('B-4711', 8, 60);
    keyboard.press({ key: 'Enter' }, 8);
    expect(keyboard.marks).toEqual([1, 0]);
  });

  it('a gap shorter than a typing pause never turns a part into a label', () => {
    for (let at = 1; at < 'AB-4711'.length; at += 1) {
      for (let gapMs = 10; gapMs <= 300; gapMs += 10) {
        const { scans, asked } = withGap('AB-4711'.slice(0, at), gapMs, 'AB-4711'.slice(at));
        const certain = scans.length === 1 && scans[0] === 'AB-4711';
        expect(certain || asked[0]?.includes('AB-4711'), `${gapMs} ms before character ${at}`).toBe(true);
      }
    }
  });
});

describe('Physical keys decode a scanner set to a US keyboard', () => {
  it('letters, digits and signs', () => {
    const { press, usTexts } = createKeyboard();
    // AB-4711 from a US scanner on a German tablet.
    const keys: [string, string, boolean][] = [
      ['A', 'KeyA', true],
      ['B', 'KeyB', true],
      ['ß', 'Minus', false],
      ['4', 'Digit4', false],
      ['7', 'Digit7', false],
      ['1', 'Digit1', false],
      ['Dead', 'Equal', false],
    ];
    for (const [key, code, shiftKey] of keys) press({ key, code, shiftKey }, 5);
    press({ key: 'Enter', code: 'Enter' }, 5);
    expect(usTexts).toEqual(['AB-471=']);
  });

  it('the GS1 separator, whose key types another character on another layout', () => {
    const { press, scans } = createKeyboard();
    for (const key of '10AB') press({ key }, 5);
    press({ key: '+', code: 'BracketRight', ctrlKey: true }, 5);
    for (const key of '21SN') press({ key }, 5);
    press({ key: 'Enter' }, 5);
    expect(scans).toEqual(['10AB\x1d21SN']);
  });

  it('nothing if the browser does not report physical keys', () => {
    const { type, usTexts } = createKeyboard();
    type('AB-4711', 5);
    expect(usTexts).toEqual([undefined]);
  });
});

function createKeyboard() {
  const clock = { atMs: 0 };
  const scans: string[] = [];
  const asked: string[][] = [];
  const usTexts: (string | undefined)[] = [];
  const marks: number[] = [];
  let marked = 0;
  const reader = createWedgeReader({
    now: () => clock.atMs,
    mark: () => marked++,
    onScan: ({ readings, isCertain }) => {
      const texts = readings.map(({ text }) => text);
      if (isCertain) scans.push(...texts);
      else asked.push(texts);
      usTexts.push(...readings.map(({ usText }) => usText));
      marks.push(...readings.map(({ mark }) => mark));
    },
  });
  const press = (event: WedgeKey, gapMs: number) => {
    clock.atMs += gapMs;
    return reader.press(event);
  };
  /** Presses the keys of a text, with a separate gap before the first. */
  const send = (text: string, gapMs: number, firstGapMs = gapMs) => {
    for (const [at, key] of [...text].entries()) press({ key }, at === 0 ? firstGapMs : gapMs);
  };
  const type = (text: string, gapMs: number, pauseBeforeMs = 0, endKey = 'Enter') => {
    clock.atMs += pauseBeforeMs;
    send(text, gapMs);
    return press({ key: endKey }, gapMs);
  };
  return { press, send, type, scans, asked, usTexts, marks };
}
