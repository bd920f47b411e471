import { describe, expect, it } from 'vitest';

import { readLayout } from '#ui/scanner/keyboard-layout.ts';

const nothingKnown = () => false;

describe('A scanner with another keyboard layout than the tablet', () => {
  it('is not suspected if both agree, or differ by Caps Lock only', () => {
    for (const text of ['AB-4711', 'ab-4711']) {
      expect(readLayout({ text, usText: 'AB-4711' }, nothingKnown)).toEqual({ texts: [text], isOtherLayout: false });
    }
    expect(readLayout({ text: 'AB-4711', usText: undefined }, nothingKnown).texts).toEqual(['AB-4711']);
  });

  it.each([
    [
      'German',
      'httpsÖ--ward.example-equipmentdetails-VENTß0012_h\ufffda',
      'https://ward.example/equipmentdetails/VENT-0012?h=a',
    ],
    ['French', 'httpsM!!zqrd:exq,ple!equip,entdetqils!VENT)àà&é', 'https://ward.example/equipmentdetails/VENT-0012'],
    ['German, GS1', '+d2010950600013435221ABC', ']d2010950600013435221ABC'],
  ])('%s: a link or GS1 label is recognised', (_layout, text, usText) => {
    expect(readLayout({ text, usText }, nothingKnown)).toEqual({ texts: [usText], isOtherLayout: true });
  });

  it.each([
    ['German', 'ABß4711', 'AB-4711'],
    ['French', "QB)'è&&", 'AB-4711'],
    ['French digits', '&é"\'', '1234'],
  ])('%s: a garbled serial number is asked about, the intended one first', (_layout, text, usText) => {
    expect(readLayout({ text, usText }, nothingKnown)).toEqual({ texts: [usText, text], isOtherLayout: true });
  });

  it('a swapped Y and Z is asked about only if the other reading is a device', () => {
    const swapped = { text: 'YEN4711', usText: 'ZEN4711' };
    expect(readLayout(swapped, nothingKnown)).toEqual({ texts: ['YEN4711'], isOtherLayout: false });
    expect(readLayout(swapped, (text) => text === 'ZEN4711').texts).toEqual(['ZEN4711', 'YEN4711']);
  });
});
