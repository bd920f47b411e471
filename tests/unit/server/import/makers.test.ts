import { describe, expect, test } from 'vitest';
import { readRegister } from '#server/import/read-register.ts';
import { HEADER, sheetXml, xlsxParts, xmlRow, zipOf } from '#tests/support/workbooks.ts';

const DEVICE = ['A1', 'Pump', 'BPL', 'X1'];
const GOOD_SHEET = sheetXml(xmlRow(1, HEADER) + xmlRow(2, DEVICE));
const DEVICES = [{ serialNumber: 'A1', equipmentName: 'Pump', makeName: 'BPL', modelName: 'X1' }];

type Part = { name: string; content: string };
const textParts = (sheet: string, sharedStrings?: string): Part[] =>
  xlsxParts(sheet, sharedStrings).map(({ name, content }) => ({ name, content: String(content) }));
const devicesOf = async (parts: Part[]) =>
  (await readRegister(zipOf(parts))).rows.map((row) => (row.ok ? row.device : row.errors));

describe('workbooks of other programs than Excel are read', () => {
  test('in the strict form of the standard', async () => {
    const parts = textParts(GOOD_SHEET);
    for (const part of parts) {
      part.content = part.content
        .replaceAll(
          'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
          'http://purl.oclc.org/ooxml/spreadsheetml/main',
        )
        .replaceAll(
          'http://schemas.openxmlformats.org/officeDocument/2006',
          'http://purl.oclc.org/ooxml/officeDocument',
        );
    }
    expect(await devicesOf(parts)).toEqual(DEVICES);
  });

  test('with a namespace prefix on each element', async () => {
    const prefixed = GOOD_SHEET.replace(/<(\/?)(worksheet|sheetData|row|c|is|t|v)\b/g, '<$1x:$2');
    expect(await devicesOf(textParts(prefixed.replace('xmlns=', 'xmlns:x=')))).toEqual(DEVICES);
  });

  test('without addresses on rows and cells', async () => {
    expect(await devicesOf(textParts(GOOD_SHEET.replace(/ r="[^"]*"/g, '')))).toEqual(DEVICES);
  });

  test('with a slash before the names of the parts', async () => {
    const parts = textParts(GOOD_SHEET).map(({ name, content }) => ({ name: `/${name}`, content }));
    expect(await devicesOf(parts)).toEqual(DEVICES);
  });

  test('with a chart sheet in front', async () => {
    const parts = textParts(GOOD_SHEET);
    const edit = (name: string, from: string, to: string) => {
      for (const part of parts) if (part.name === name) part.content = part.content.replace(from, to);
    };
    edit('xl/workbook.xml', '<sheets>', '<sheets><sheet name="Chart" sheetId="2" r:id="rId2"/>');
    edit(
      'xl/_rels/workbook.xml.rels',
      '</Rel',
      '<Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/chartsheet" Target="chartsheets/sheet1.xml"/></Rel',
    );
    const chart = { name: 'xl/chartsheets/sheet1.xml', content: '<chartsheet><drawing r:id="rId1"/></chartsheet>' };
    expect(await devicesOf([...parts, chart])).toEqual(DEVICES);
  });

  test('with rich text, Japanese phonetic readings and non-ASCII texts', async () => {
    const cells = ['A2', 'B2', 'C2', 'D2'].map((cell, index) => `<c r="${cell}" t="s"><v>${index}</v></c>`).join('');
    const texts =
      '<sst><si><r><t>SN</t></r><r><t xml:space="preserve"> 12</t></r></si><si><t>पंप &amp; ñ</t></si><si><t>東京</t><rPh sb="0" eb="1"><t>トウ</t></rPh></si><si><t>X1_x0000_</t></si></sst>';
    expect(await devicesOf(textParts(sheetXml(`${xmlRow(1, HEADER)}<row r="2">${cells}</row>`), texts))).toEqual([
      { serialNumber: 'SN 12', equipmentName: 'पंप & ñ', makeName: '東京', modelName: 'X1' },
    ]);
  });

  test('with dates written as ISO texts in date cells', async () => {
    const date = '<c r="E2" t="d"><v>2020-01-31T00:00:00</v></c></row>';
    const sheet = sheetXml(xmlRow(1, [...HEADER, 'DOP']) + xmlRow(2, DEVICE).replace('</row>', date));
    expect(await devicesOf(textParts(sheet))).toEqual([{ ...DEVICES[0], purchaseDate: '2020-01-31' }]);
  });
});
