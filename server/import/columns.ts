import type { Cell } from './cells.ts';
import { type Column, day, price, text } from './column.ts';
import { contractColumns } from './contract-columns.ts';
import { calibrationCountOf, frequencyOf, importanceOf, warrantyMonthsOf, withMonthsOf, yesOrNo } from './extras.ts';
import { numberIn } from './numbers.ts';
import { serialOf, serialRule, shownText } from './texts.ts';

/** Source of the names: docs/product.md P56. In the order of the template, and of the faults in a message. */
const declared = {
  serialNumber: {
    label: 'Serial number',
    names:
      'serial number,serial no,serial,serial num,s n,sn,equipment serial number,equipment serial no,equipment sl no,' +
      'device serial number,device serial no,machine serial no,machine sl no,mfr serial no,mfr serial number,' +
      'manufacturer serial number,manufacturer serial no,serial nr,product serial no',
    example: 'MON-00123',
    strictness: 'required',
    read: serialOf,
    rule: serialRule,
    shown: shownText,
  },
  equipmentName: {
    ...text,
    label: 'Equipment name',
    names:
      'equipment name,name of equipment,name of the equipment,equipment,device name,device,asset name,item name,' +
      'nomenclature,instrument name,name of instrument,equipment device name,name',
    example: 'Patient Monitor',
    strictness: 'required',
    ditto: true,
  },
  makeName: {
    ...text,
    label: 'Make',
    names:
      'make,manufacturer,brand,oem,make manufacturer,manufacturer make,manufacturer name,mfr,brand name,company make,' +
      'equipment make',
    example: 'Philips',
    strictness: 'required',
    ditto: true,
  },
  modelName: {
    ...text,
    label: 'Model',
    names: 'model,model no,model number,model name,model no type,model type,equipment model',
    example: 'MX450',
    strictness: 'required',
    ditto: true,
  },
  importance: {
    label: 'Importance',
    names: 'importance,equipment importance,criticality',
    example: 'Critical',
    strictness: 'lenient',
    read: importanceOf,
  },
  departmentName: {
    ...text,
    label: 'Department',
    names:
      'department,dept,department name,department ward,ward,clinical service,clinical department,ward department,dept ward',
    example: 'ICU',
    ditto: true,
  },
  location: {
    ...text,
    label: 'Location',
    names: 'location,room,area,room no,location room,place',
    example: 'Bay 4',
    ditto: true,
  },
  vendorName: {
    ...text,
    label: 'Vendor',
    names: 'vendor,supplier,supplier name,vendor name,agent,dealer,purchased from,supplied by',
    example: 'Medline',
    ditto: true,
  },
  purchaseDate: {
    ...day,
    label: 'Purchase date',
    names: 'purchase date,date of purchase,purchased on,date purchased,acquisition date,date of acquisition,dop,d o p',
    strictness: 'strict',
  },
  installationDate: {
    ...day,
    label: 'Installation date',
    names:
      'installation date,date of installation,doi,d o i,installed on,install date,date installed,commissioning date,' +
      'date of commissioning',
    strictness: 'strict',
  },
  price: {
    ...price,
    label: 'Price',
    names:
      'price,cost,purchase price,purchase cost,unit price,unit cost,equipment cost,cost of equipment,purchase value,' +
      'amount,value',
    example: '₹ 1,25,000',
    strictness: 'strict',
  },
  calibrationRequired: {
    label: 'Calibration required',
    names: 'calibration required,calibration',
    example: 'Yes',
    strictness: 'lenient',
    read: yesOrNo,
  },
  calibrationFrequency: {
    label: 'Calibration frequency',
    names: 'calibration frequency',
    example: 'Half-yearly',
    strictness: 'lenient',
    read: frequencyOf,
  },
  calibrationCount: {
    label: 'Calibration count',
    names: 'calibration count,calibrations per year',
    example: '2',
    strictness: 'lenient',
    read: calibrationCountOf,
  },
  description: {
    ...text,
    label: 'Description',
    names: 'description,equipment description',
    example: 'With a stand',
  },
  lastCalibrationOn: {
    ...day,
    label: 'Last calibration',
    names: 'last calibration,last calibration date,last calibrated,last calibrated on,calibration done on',
    strictness: 'lenient',
  },
  lastPmOn: {
    ...day,
    label: 'Last PM',
    names: 'last pm,last pm date,last preventive maintenance,last ppm,last ppm date,pm done on',
    strictness: 'lenient',
  },
  quantity: {
    label: 'Quantity',
    names: 'quantity,qty,no of units,number of units,units,nos,qty nos,total quantity',
    example: '1',
    strictness: 'lenient',
    read: (cell: Cell) => numberIn(cell, /\s*(?:nos?\.?|pcs?\.?|units?|sets?)?$/i) ?? 1,
  },
  warrantyNumber: {
    ...text,
    label: 'Warranty number',
    names: 'warranty number,contract number,contract no,amc number,amc no,cmc number,cmc no',
    example: 'AMC-77',
  },
  warrantyStart: {
    ...day,
    label: 'Warranty start',
    names: 'warranty start,warranty start date,contract start,contract start date',
    strictness: 'lenient',
  },
  warrantyDuration: {
    label: 'Warranty duration',
    names: 'warranty duration,warranty years,contract duration,contract years',
    example: '1 year 6 months',
    strictness: 'lenient',
    read: warrantyMonthsOf,
    underHeader: withMonthsOf,
  },
  ...contractColumns,
} satisfies Record<string, Column>;

/** A column of a register that the import reads. */
export type ImportField = keyof typeof declared;
type RequiredField = {
  [Field in ImportField]: (typeof declared)[Field]['strictness'] extends 'required' ? Field : never;
}[ImportField];

/** The values read from a row's cells; dates are yyyy-MM-dd, prices in rupees, durations in months. */
export type Values = { [Field in ImportField]: NonNullable<ReturnType<(typeof declared)[Field]['read']>> };
/** One device as a register row describes it; names are as written, the write side matches them. */
export type ImportedDevice = Pick<Values, RequiredField> & Partial<Omit<Values, RequiredField | 'quantity'>>;

/** Everything that the import knows about its columns. */
export const COLUMNS: Readonly<Record<ImportField, Column>> = declared;

/** All columns, in the order of their declaration. */
export const FIELDS = Object.keys(declared).filter((key): key is ImportField => key in declared);

/** The columns that a row needs to be a device. */
export const REQUIRED_FIELDS = FIELDS.filter((field) => COLUMNS[field].strictness === 'required');

/** The header of a column in the sheets that the import writes. */
export function headerOf(field: ImportField): string {
  return COLUMNS[field].label.replaceAll(/(?<= )[a-z]/g, (letter) => letter.toUpperCase());
}

/** Why a value is not used, as the note of its row says it. */
export function leftOutNote(field: ImportField, text: string, reason: string): string {
  return `${COLUMNS[field].label} "${text}" was left out: ${reason}.`;
}
