import { describe, expect, test } from 'vitest';
import { deviceLink, readScan } from '#contract/rules/qr-link.ts';
import { seeded } from './seeded.ts';

interface Label {
  kind: string;
  serialNumber?: string;
  hospitalId?: string;
  gtin?: string;
}
const link = (serialNumber: string, hospitalId?: string): Label => ({
  kind: 'device-link',
  serialNumber,
  ...(hospitalId ? { hospitalId } : {}),
});
const serial = (serialNumber: string): Label => ({ kind: 'serial', serialNumber });
const read = (text: string): Label => {
  const { raw, ...label } = readScan(text);
  expect(raw).toBe(text.trim());
  return label;
};

describe('A scanned label of our own', () => {
  test.each([
    ['https://ward.example/equipmentdetails/VENT-0012', link('VENT-0012')],
    ['http://10.0.0.5:4311/equipmentdetails/VENT-0012/', link('VENT-0012')],
    ['HTTPS://OLD.EXAMPLE/EQUIPMENTDETAILS/VENT-0012', link('VENT-0012')],
    ['https://ward.example/EquipmentDetails/VENT-0012?h=7', link('VENT-0012', '7')],
    ['https://ward.example/equipmentdetails/VENT-0012?utm=1&h=a%20b#top', link('VENT-0012', 'a b')],
    ['https://ward.example/equipmentdetails/VENT-0012?h=', link('VENT-0012')],
    ['https://ward.example/equipmentdetails/AB%2F12%20%23C%3F', link('AB/12 #C?')],
    ['https://ward.example/equipmentdetails/AB/12', link('AB/12')],
    ['https://ward.example/equipmentdetails/100%', link('100%')],
    ['  https://ward.example/equipmentdetails/VENT-0012\r\n', link('VENT-0012')],
    [']Q1https://ward.example/equipmentdetails/VENT-0012', link('VENT-0012')],
    ['https://ward.example/equipmentdetails/', serial('https://ward.example/equipmentdetails/')],
    ['https://ward.example/breakdown/12', serial('https://ward.example/breakdown/12')],
  ])('%j', (text, scan) => {
    expect(read(text)).toEqual(scan);
  });

  test.each([
    ['https://ward.example', 'VENT-0012', undefined, 'https://ward.example/equipmentdetails/VENT-0012'],
    ['https://ward.example/', 'AB/12 #C', '7', 'https://ward.example/equipmentdetails/AB%2F12%20%23C?h=7'],
  ])('%s and %s and hospital %s make %s', (origin, serialNumber, hospitalId, text) => {
    expect(deviceLink(origin, serialNumber, hospitalId)).toBe(text);
  });

  test('P311 carries the token of its label, which link readers ignore', () => {
    const withToken = deviceLink('https://ward.example', 'VENT-0012', '7', 'aB3-_x');
    expect(withToken).toBe('https://ward.example/equipmentdetails/VENT-0012?h=7&t=aB3-_x');
    expect(read(withToken)).toEqual(link('VENT-0012', '7'));
    expect(read(deviceLink('https://ward.example', 'VENT-0012', undefined, 't1'))).toEqual(link('VENT-0012'));
  });

  test('reads back every serial that it encodes', () => {
    const characters = [...'ABCxyz0189-_/ .#?&%+=():;<>₹é"'];
    for (let seed = 1; seed <= 300; seed += 1) {
      const random = seeded(seed);
      const middle = Array.from({ length: random.int(0, 12) }, () => random.pick(characters)).join('');
      const serialNumber = `S${middle}1`.replaceAll(/ +/g, ' ');
      const hospitalId = random.pick(['', '7', 'b6f0-1']) || undefined;
      expect(read(deviceLink('https://ward.example', serialNumber, hospitalId)), `seed ${seed}`).toEqual(
        link(serialNumber, hospitalId),
      );
    }
  });
});

/** Computes the check character of a HIBC label with a second implementation. */
function checkOf(text: string): string {
  const order = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%';
  let sum = 0;
  for (const character of text) sum += order.indexOf(character);
  return order.charAt(sum % 43);
}

describe('A scanned label of a manufacturer', () => {
  const gtin = '09506000134352';
  const gs = '\x1d';
  const full: Label = { kind: 'udi', serialNumber: 'ABC123', gtin };

  test.each<[string, string, Label]>([
    ['DataMatrix prefix', `]d201${gtin}21ABC123`, full],
    ['GS1-128 prefix', `]C101${gtin}21ABC123`, full],
    ['GS1 QR prefix', `]Q301${gtin}21ABC123`, full],
    ['leading FNC1', `${gs}01${gtin}21ABC123`, full],
    ['dates before the serial', `]d201${gtin}112401011726123121ABC123`, full],
    ['a lot before the serial', `]d201${gtin}10LOT9${gs}21ABC123`, full],
    ['a lot after the serial', `01${gtin}21ABC123${gs}10LOT9`, full],
    ['a separator written as a picture', `]d201${gtin}10LOT9␝21ABC123`, full],
    ['a separator written as <GS>', `]d201${gtin}10LOT9<GS>21ABC123`, full],
    ['a separator after a fixed field', `]d201${gtin}${gs}21ABC123${gs}`, full],
    ['weight and location fields', `]d201${gtin}3103000750414950600013435221ABC123`, full],
    ['no prefix and no separator', `01${gtin}21ABC123`, full],
    ['the serial first', `]d221ABC123${gs}01${gtin}`, full],
    ['serial alone', `]d221ABC123`, { kind: 'udi', serialNumber: 'ABC123' }],
    ['GTIN alone', `]d201${gtin}`, { kind: 'udi', gtin }],
    ['bracketed', `(01)${gtin}(21)ABC123`, full],
    ['bracketed with spaces and dates', `(01) ${gtin} (17) 261231 (10) LOT9 (21) ABC123`, full],
    ['bracketed with prefix', `]d2(01)${gtin}(21)ABC123`, full],
    ['bracketed serial alone', '(21)ABC123', { kind: 'udi', serialNumber: 'ABC123' }],
    ['a bracket inside the serial', `(01)${gtin}(21)AB(17)C`, { kind: 'udi', serialNumber: 'AB(17)C', gtin }],
    ['digital link', `https://id.gs1.org/01/${gtin}/21/ABC123`, full],
    ['digital link with a lot and a short GTIN', 'https://brand.example/x/01/9506000134352/10/L/21/ABC123?11=1', full],
  ])('%s', (_, text, scan) => {
    expect(read(text)).toEqual(scan);
  });

  test.each<[string, string, string | undefined]>([
    ['a product alone', '+A99912345', undefined],
    ['a lot', '+A99912345/$$52001510X3', undefined],
    ['a serial without a day', '+A99912345/$$+7SN-4711', 'SN-4711'],
    ['a serial alone', '+A99912345/$+SN.4711', 'SN.4711'],
    ['a serial after month and year', '+A99912345/$$+0130SN4711', 'SN4711'],
    ['a serial after a day of six digits', '+A99912345/$$+3300131SN4711', 'SN4711'],
    ['a serial after day and hour', '+A99912345/$$+430013123SN4711', 'SN4711'],
    ['a serial after a day of the year', '+A99912345/$$+530031SN4711', 'SN4711'],
    ['a serial after a lot, and a day of manufacture', '+H123PART1/$$420020216LOT/SXYZ456/16D20130202', 'XYZ456'],
    ['a quantity, which has no serial', '+A99912345/$$+8010SN4711', undefined],
  ])('HIBC: %s', (_, text, serialNumber) => {
    const label = `${text}${checkOf(text)}`;
    const scan: Label = { kind: 'udi', ...(serialNumber === undefined ? {} : { serialNumber }) };
    expect([read(label), read(`]C0${label}\r`.trim())]).toEqual([scan, scan]);
    const wrong = `${text}${checkOf(`${text}A`)}`;
    if (checkOf(`${text}A`) !== checkOf(text)) expect(read(wrong.trim())).toEqual(serial(wrong.trim()));
  });

  test('HIBC: a second label has the serial, and the check character of the first one', () => {
    const text = `+$$+7SN4711${checkOf('+A99912345')}`;
    expect(read(`${text}${checkOf(text)}`)).toEqual({ kind: 'udi', serialNumber: 'SN4711' });
  });

  test('HIBC: a space as check character may be lost', () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    const texts = letters.flatMap((one) => letters.map((other) => `+A99912345/$+SN${one}${other}`));
    const spaced = texts.find((text) => checkOf(text) === ' ') ?? '';
    expect(read(spaced)).toMatchObject({ kind: 'udi', serialNumber: spaced.split('$+')[1] });
  });

  test.each([
    ['a plain serial', 'VENT-0012', 'VENT-0012'],
    ['a serial that begins with a plus sign', '+4711', '+4711'],
    ['a plus sign alone', '+', '+'],
    ['spaces and line ends of a keyboard wedge', '\t VENT-0012 \r\n', 'VENT-0012'],
    ['inner spaces', 'SN 00 12', 'SN 00 12'],
    ['leading zeros', '000123', '000123'],
    ['digits that only look like an identifier', '2112345678', '2112345678'],
    ['a long number whose check digit is wrong', '010950600013435321ABC', '010950600013435321ABC'],
    ['a bare 16-digit number', '0109506000134352', '0109506000134352'],
    ['a serial that begins with a bracket', '(12) 345', '(12) 345'],
    ['a prefix without elements', ']C1hello', 'hello'],
    ['a Code 128 prefix', ']C0VENT-0012', 'VENT-0012'],
    ['nothing', ' ', ''],
  ])('%s stays a plain serial', (_, text, serialNumber) => {
    expect(read(text)).toEqual(serial(serialNumber));
  });
});
