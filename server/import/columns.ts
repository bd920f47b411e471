import { maxDays, maxHours } from '#contract/calls/agreement/terms.ts';
import { agreementKinds, coverages } from '#contract/records/agreement-terms.ts';
import { whole } from '#contract/rules/read-number.ts';
import {
  agreementKindOf,
  coversOf,
  repairDaysOf,
  responseHoursOf,
  shareOf,
  uptimeOf,
  visitsOf,
} from './agreement-cells.ts';
import type { Cell } from './cells.ts';
import { dateOf } from './dates.ts';
import { calibrationCountOf, frequencyOf, importanceOf, warrantyMonthsOf, withMonthsOf, yesOrNo } from './extras.ts';
import { numberIn, numberRule } from './numbers.ts';
import { priceOf, priceRule } from './prices.ts';
import { serialOf, serialRule, shownText, textOf, textRule } from './texts.ts';

/**
 * The declaration of a column. `strictness` decides what an empty or unreadable cell does: `required` and `strict` fail the
 * row, `lenient` leaves the value out with a note, `contract` is strict where the row has a contract and lenient elsewhere.
 */
export type Column = {
  /** The column in a sentence, as in "Serial number is required." */
  label: string;
  /** Normalised headers that mean this column, between commas; the earlier one wins where two columns fit. */
  names: string;
  /** A value that the column takes, for the template. */
  example: string;
  strictness: 'required' | 'strict' | 'lenient' | 'contract';
  read: (cell: Cell, date1904: boolean) => unknown;
  /** Why a cell is not read, after the label. */
  rule?: string | ((cell: Cell) => string | undefined);
  /** Whether a ditto mark stands for the cell above. */
  ditto?: true;
  /** The cell with what only its header says of it. */
  underHeader?: (cell: Cell, header: string) => Cell;
  /** The text that goes back to the user, where it is not that of the cell. */
  shown?: (cell: Cell, date1904: boolean) => string | undefined;
};

const text = { strictness: 'strict', read: textOf, rule: textRule, shown: shownText } as const;
const price = { read: priceOf, rule: priceRule } as const;
const day = {
  example: '31/12/2020',
  read: dateOf,
  rule: 'must be a real date between 1950 and 2100, day first (31/12/2020).',
  // Its own format may put the month first, and its bare number means nothing to a reader.
  shown: (cell: Cell, date1904: boolean) => (cell.kind === 'number' ? dateOf(cell, date1904) : undefined),
} as const;
/** A contract without one of its promises would be taken for the whole of it, so an unreadable value fails the row. */
const contract = { strictness: 'contract' } as const;

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
  contractKind: {
    ...contract,
    label: 'Contract kind',
    names: 'contract kind,contract type,kind of contract,type of contract',
    example: 'AMC',
    read: agreementKindOf,
    rule: `must be one of ${agreementKinds.join(', ')}.`,
  },
  contractVendor: {
    ...contract,
    label: 'Contract vendor',
    names: 'contract vendor,contract vendor name,amc vendor,cmc vendor,amc provider,cmc provider',
    example: 'Medline',
    read: textOf,
    rule: textRule,
    shown: shownText,
  },
  contractCovers: {
    ...contract,
    label: 'Contract covers',
    names: 'contract covers,contract coverage,coverage,covers',
    example: 'Labour, parts',
    read: coversOf,
    rule: `must be made of ${coverages.join(', ')}, with commas between them.`,
  },
  visitsPerYear: {
    ...contract,
    label: 'Visits per year',
    names: 'visits per year,contract visits per year,contract visits,pm visits per year',
    example: '4',
    read: visitsOf,
    rule: numberRule(`must be a whole number from 0 to ${maxDays}.`, whole),
  },
  contractPrice: {
    ...contract,
    ...price,
    label: 'Contract price per year',
    names: 'contract price per year,contract price yearly,yearly contract price,annual contract price,contract price',
    example: '₹ 96,000',
  },
  responseHours: {
    ...contract,
    label: 'Response hours',
    names: 'response hours,response time,response time hours',
    example: '4 hrs',
    read: responseHoursOf,
    rule: numberRule(`must be a number of hours above 0, at most ${maxHours}.`),
  },
  repairDays: {
    ...contract,
    label: 'Repair days',
    names: 'repair days,repair time,repair time days',
    example: '2',
    read: repairDaysOf,
    rule: numberRule(`must be a number of days above 0, at most ${maxDays}.`),
  },
  uptimePercent: {
    ...contract,
    label: 'Uptime %',
    names: 'uptime %,uptime,uptime percent,uptime percentage,guaranteed uptime,promised uptime',
    example: '98%',
    read: uptimeOf,
    rule: numberRule('must be above 1 and at most 100, as 98 or 98%.'),
    shown: (cell: Cell) => {
      const share = shareOf(cell);
      return share === undefined ? undefined : `${share}%`;
    },
  },
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

/** Everything that the import knows of its columns. */
export const COLUMNS: Readonly<Record<ImportField, Column>> = declared;

/** All columns, in the order of their declaration. */
export const FIELDS = Object.keys(declared).filter((key): key is ImportField => key in declared);

/** The columns without which a row is no device. */
export const REQUIRED_FIELDS = FIELDS.filter((field) => COLUMNS[field].strictness === 'required');

/** The header of a column in the sheets that the import writes. */
export function headerOf(field: ImportField): string {
  return COLUMNS[field].label.replaceAll(/(?<= )[a-z]/g, (letter) => letter.toUpperCase());
}

/** Why a value is not used, as the note of its row says it. */
export function leftOutNote(field: ImportField, text: string, reason: string): string {
  return `${COLUMNS[field].label} "${text}" was left out: ${reason}.`;
}
