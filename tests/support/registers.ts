import * as XLSX from '@e965/xlsx';
import { bookOf, type TestCell } from './workbooks.ts';

/** A generated register in a format that hospitals use, with the expected result of its import. */
export interface MadeRegister {
  file: string;
  bytes: Buffer;
  added: number;
  /** The rows that fail, in order, with their error messages. */
  failures: readonly { row: number; errors: readonly string[] }[];
  /** Valid rows that need rules to read, with the resulting device. */
  read: readonly { row: number; device: Record<string, string | number> }[];
}

const DEPARTMENTS = ['Dialysis', 'Blood Bank', 'Cardiology', 'Medical ICU', 'Operation Theatre'] as const;
const KINDS = [
  ['Syringe Pump', 'Smiths Medical', 'Graseby 2100'],
  ['Patient Monitor', 'BPL', 'Excello'],
  ['Centrifuge', 'Remi', 'R-8C'],
  ['Ultrasound Machine', 'SonoSite', 'M-Turbo'],
  ['ECG Machine', 'Comen', 'CM-300'],
] as const;

/** Returns the type and department of the nth device; earlier departments have more devices. */
function deviceAt(index: number) {
  const [equipmentName, make, model] = KINDS[index % KINDS.length] ?? KINDS[0];
  const department = DEPARTMENTS[Math.floor(Math.sqrt(index)) % DEPARTMENTS.length] ?? DEPARTMENTS[0];
  return { equipmentName, make, model, department };
}

/** Builds a date cell as spreadsheets store it: a day number with a date format. */
function dateCell(day: string): XLSX.CellObject {
  return { t: 'n', v: (Date.parse(day) - Date.parse('1899-12-30')) / 86_400_000, z: 'dd/mm/yyyy' };
}

/** Builds a clean sheet with the columns of our own form. */
export function cleanRegister(devices = 40): MadeRegister {
  const header = ['Equipment Name', 'Importance', 'Make', 'Model', 'Serial Number', 'Department', 'Location', 'Vendor'];
  const more = ['Purchase Date', 'Installation Date', 'Price', 'Calibration Required', 'Calibration Frequency'];
  const rows = Array.from({ length: devices }, (_, index): TestCell[] => {
    const { equipmentName, make, model, department } = deviceAt(index);
    const named = [equipmentName, index % 2 ? 'Critical' : 'Non-Critical', make, model, `CLEAN-${index + 1}`];
    const calibrated = index % 3 === 0;
    const dates = [dateCell('2020-06-13'), dateCell('2020-06-28')];
    const placed = [department, '1st Floor, Block B', 'Malabar Medical Systems'];
    return [...named, ...placed, ...dates, 117_750, calibrated ? 'Yes' : 'No', calibrated ? 'yearly' : null];
  });
  const bytes = bookOf([{ name: 'Equipment', rows: [[...header, ...more], ...rows] }]);
  return { file: 'clean-register.xlsx', bytes, added: devices, failures: [], read: [] };
}

/** Builds an Excel 97 file with a counter column and other column names. */
export function legacyRegister(devices = 20): MadeRegister {
  const header = ['S.No', 'Equipment', 'Manufacturer', 'Model', 'S/N', 'Department', 'Purchase Date', 'Price'];
  const rows = Array.from({ length: devices }, (_, index): TestCell[] => {
    const { equipmentName, make, model, department } = deviceAt(index);
    const serial = index % 2 ? 181_200_093 + index : `18H${1935 + index}`;
    return [index + 1, equipmentName, make, model, serial, department, dateCell('2019-02-04'), 81_100];
  });
  const bytes = bookOf([{ name: 'Sheet1', rows: [header, ...rows] }], { bookType: 'biff8' });
  const device = { serialNumber: '181200094', purchaseDate: '2019-02-04', price: 81_100 };
  return { file: 'legacy-register.xls', bytes, added: devices, failures: [], read: [{ row: 3, device }] };
}

const NO_DAY = 'Installation date must be a real date between 1950 and 2100, day first (31/12/2020).';
const NO_PRICE = 'Price must be a number of 0 or more.';
const MISSING = {
  serial: 'Serial number is required.',
  make: 'Make is required.',
  model: 'Model is required.',
};

/** Installation dates and prices as people type them, with the stored values. */
const TYPED: readonly { date: TestCell; day?: string; price: TestCell; amount?: number }[] = [
  { date: '19-Feb-20', day: '2020-02-19', price: 'NIL' },
  { date: '02.05.2016', day: '2016-05-02', price: '₹ 2,000', amount: 2_000 },
  { date: dateCell('2020-03-13'), day: '2020-03-13', price: 'Rs. 18400/-', amount: 18_400 },
  { date: '29-07-2016', day: '2016-07-29', price: '1,49,500', amount: 149_500 },
  { date: '01/09/2015', day: '2015-09-01', price: 10_150, amount: 10_150 },
  { date: null, price: null },
];

/** The cells of rows that fail, with the reasons. */
const FAULTY: readonly { cells: Partial<Record<Column, TestCell>>; errors: readonly string[] }[] = [
  { cells: { model: 'NIL' }, errors: [MISSING.model] },
  { cells: { serial: 'NIL', model: '-' }, errors: [MISSING.serial, MISSING.model] },
  { cells: { serial: 'n/a', make: 'NIL', model: 'none' }, errors: [MISSING.serial, MISSING.make, MISSING.model] },
  { cells: { make: 'Not available' }, errors: [MISSING.make] },
  { cells: { date: '31-02-2019' }, errors: [NO_DAY] },
  { cells: { date: 'Not known' }, errors: [NO_DAY] },
  { cells: { date: '00-00-0000' }, errors: [NO_DAY] },
  { cells: { price: -4_500 }, errors: [NO_PRICE] },
  { cells: { price: 'approx 2 lakhs' }, errors: [NO_PRICE] },
];

type Column = 'equipment' | 'make' | 'model' | 'serial' | 'department' | 'date' | 'price';

/**
 * Builds a workbook as hospitals keep it: a cover, titles above the header, department lines between rows, empty lines,
 * dates and prices in every format that people type, placeholders, a duplicate serial, a total, and a hidden sheet.
 */
export function messyRegister(devices = 48): MadeRegister {
  const named = ['Name of Equipment ', 'MAKE', 'Model No.', 'Serial  No'];
  const rows: TestCell[][] = [
    ['GENERAL HOSPITAL - EQUIPMENT REGISTER 2021-22'],
    ['(Update every quarter. Do not delete rows)'],
    [],
    ['Sl. No.', 'Asset ID', ...named, 'Dept.', 'Date of\nInstallation', 'Cost (Rs.)', 'AMC / CMC'],
  ];
  const failures: { row: number; errors: readonly string[] }[] = [];
  const read: { row: number; device: Record<string, string | number> }[] = [];
  let counter = 0;
  const add = (cells: Record<Column, TestCell>): number => {
    counter += 1;
    const { equipment, make, model, serial, department, date, price } = cells;
    const asset = `ME${String(counter).padStart(4, '0')}`;
    return rows.push([counter, asset, equipment, make, model, serial, department, date, price, 'CONTRACT DUE']);
  };
  const cellsOf = (index: number, serial: TestCell): Record<Column, TestCell> => {
    const { equipmentName, make, model, department } = deviceAt(index);
    const { date, price } = TYPED[index % TYPED.length] ?? { date: null, price: null };
    return { equipment: `${equipmentName}  `, make, model, serial, department, date, price };
  };

  let section = '';
  for (let index = 0; index < devices; index += 1) {
    const { department } = deviceAt(index);
    if (department !== section) rows.push([department.toUpperCase()]);
    else if (index % 11 === 10) rows.push([]);
    section = department;
    const [serial, serialNumber] = index % 3 ? [` B3427-${index} `, `B3427-${index}`] : [181_203_227 + index, ''];
    const { day, amount } = TYPED[index % TYPED.length] ?? {};
    const row = add(cellsOf(index, serial));
    const device: Record<string, string | number> = { serialNumber: serialNumber || String(serial) };
    if (day !== undefined) device['installationDate'] = day;
    if (amount !== undefined) device['price'] = amount;
    read.push({ row, device });
    const faulty = index % 4 === 3 ? FAULTY[(index - 3) / 4] : undefined;
    if (faulty) {
      failures.push({ row: add({ ...cellsOf(index, `BAD-${index}`), ...faulty.cells }), errors: faulty.errors });
    }
  }
  const row = add(cellsOf(0, 'b3427-1 '));
  failures.push({ row, errors: [`Serial number is already on row ${read[1]?.row ?? 0} of this file.`] });
  rows.push([], ['TOTAL']);

  const example = [
    ['Equipment Name', 'Make', 'Model', 'Serial No'],
    ['Example Monitor', 'Acme', 'X1', 'EXAMPLE-1'],
  ];
  const bytes = bookOf([
    { name: 'Cover', rows: [['BIOMEDICAL ENGINEERING DEPARTMENT'], ['Prepared by', 'BME']] },
    { name: 'EQUIPMENT LIST', rows },
    { name: 'Lists', rows: example, hidden: 1 },
  ]);
  return { file: 'messy-register.xlsx', bytes, added: devices, failures, read };
}
