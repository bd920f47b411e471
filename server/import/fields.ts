import { CONTRACT_COLUMNS, type AgreementColumns } from '../device/agreement-columns.ts';
import { CONTRACT_FIELDS, type FieldSpec } from './agreement-fields.ts';

/** A column of a register that the import reads. */
export type ImportField =
  | 'serialNumber'
  | 'equipmentName'
  | 'makeName'
  | 'modelName'
  | 'departmentName'
  | 'location'
  | 'vendorName'
  | 'purchaseDate'
  | 'installationDate'
  | 'price'
  | 'quantity'
  | 'importance'
  | 'description'
  | 'calibrationRequired'
  | 'calibrationFrequency'
  | 'calibrationCount'
  | 'lastCalibrationOn'
  | 'lastPmOn'
  | 'warrantyNumber'
  | 'warrantyStart'
  | 'warrantyDuration'
  | keyof AgreementColumns;

/**
 * What each field is called, in messages, in our own sheets and in the registers of hospitals.
 * Source: docs/product.md P56; the order of the fields is the order of the faults in a message.
 */
export const IMPORT_FIELDS = {
  serialNumber: {
    label: 'Serial number',
    header: 'Serial Number',
    synonyms: [
      'serial number',
      'serial no',
      'serial',
      'serial num',
      's n',
      'sn',
      'equipment serial number',
      'equipment serial no',
      'equipment sl no',
      'device serial number',
      'device serial no',
      'machine serial no',
      'machine sl no',
      'mfr serial no',
      'mfr serial number',
      'manufacturer serial number',
      'manufacturer serial no',
      'serial nr',
      'product serial no',
    ],
  },
  equipmentName: {
    label: 'Equipment name',
    header: 'Equipment Name',
    synonyms: [
      'equipment name',
      'name of equipment',
      'name of the equipment',
      'equipment',
      'device name',
      'device',
      'asset name',
      'item name',
      'nomenclature',
      'instrument name',
      'name of instrument',
      'equipment device name',
      'name',
    ],
  },
  makeName: {
    label: 'Make',
    header: 'Make',
    synonyms: [
      'make',
      'manufacturer',
      'brand',
      'oem',
      'make manufacturer',
      'manufacturer make',
      'manufacturer name',
      'mfr',
      'brand name',
      'company make',
      'equipment make',
    ],
  },
  modelName: {
    label: 'Model',
    header: 'Model',
    synonyms: ['model', 'model no', 'model number', 'model name', 'model no type', 'model type', 'equipment model'],
  },
  departmentName: {
    label: 'Department',
    header: 'Department',
    synonyms: [
      'department',
      'dept',
      'department name',
      'department ward',
      'ward',
      'clinical service',
      'clinical department',
      'ward department',
      'dept ward',
    ],
  },
  location: {
    label: 'Location',
    header: 'Location',
    synonyms: ['location', 'room', 'area', 'room no', 'location room', 'place'],
  },
  vendorName: {
    label: 'Vendor',
    header: 'Vendor',
    synonyms: [
      'vendor',
      'supplier',
      'supplier name',
      'vendor name',
      'agent',
      'dealer',
      'purchased from',
      'supplied by',
    ],
  },
  purchaseDate: {
    label: 'Purchase date',
    header: 'Purchase Date',
    synonyms: [
      'purchase date',
      'date of purchase',
      'purchased on',
      'date purchased',
      'acquisition date',
      'date of acquisition',
      'dop',
      'd o p',
    ],
  },
  installationDate: {
    label: 'Installation date',
    header: 'Installation Date',
    synonyms: [
      'installation date',
      'date of installation',
      'doi',
      'd o i',
      'installed on',
      'install date',
      'date installed',
      'commissioning date',
      'date of commissioning',
    ],
  },
  price: {
    label: 'Price',
    header: 'Price',
    synonyms: [
      'price',
      'cost',
      'purchase price',
      'purchase cost',
      'unit price',
      'unit cost',
      'equipment cost',
      'cost of equipment',
      'purchase value',
      'amount',
      'value',
    ],
  },
  quantity: {
    label: 'Quantity',
    header: 'Quantity',
    synonyms: ['quantity', 'qty', 'no of units', 'number of units', 'units', 'nos', 'qty nos', 'total quantity'],
  },
  importance: {
    label: 'Importance',
    header: 'Importance',
    synonyms: ['importance', 'equipment importance', 'criticality'],
  },
  description: { label: 'Description', header: 'Description', synonyms: ['description', 'equipment description'] },
  calibrationRequired: {
    label: 'Calibration required',
    header: 'Calibration Required',
    synonyms: ['calibration required', 'calibration'],
  },
  calibrationFrequency: {
    label: 'Calibration frequency',
    header: 'Calibration Frequency',
    synonyms: ['calibration frequency'],
  },
  calibrationCount: {
    label: 'Calibration count',
    header: 'Calibration Count',
    synonyms: ['calibration count', 'calibrations per year'],
  },
  lastCalibrationOn: {
    label: 'Last calibration',
    header: 'Last Calibration',
    synonyms: [
      'last calibration',
      'last calibration date',
      'last calibrated',
      'last calibrated on',
      'calibration done on',
    ],
  },
  lastPmOn: {
    label: 'Last PM',
    header: 'Last PM',
    synonyms: ['last pm', 'last pm date', 'last preventive maintenance', 'last ppm', 'last ppm date', 'pm done on'],
  },
  warrantyNumber: {
    label: 'Warranty number',
    header: 'Warranty Number',
    synonyms: ['warranty number', 'contract number', 'contract no', 'amc number', 'amc no', 'cmc number', 'cmc no'],
  },
  warrantyStart: {
    label: 'Warranty start',
    header: 'Warranty Start',
    synonyms: ['warranty start', 'warranty start date', 'contract start', 'contract start date'],
  },
  warrantyDuration: {
    label: 'Warranty duration',
    header: 'Warranty Duration',
    synonyms: ['warranty duration', 'warranty years', 'contract duration', 'contract years'],
  },
  ...CONTRACT_FIELDS,
} as const satisfies Record<ImportField, FieldSpec>;

/** Fields without which a row is no device, in the order in which messages name them. */
export const REQUIRED_FIELDS = ['serialNumber', 'equipmentName', 'makeName', 'modelName'] as const;

/** The first columns of the downloadable template, left to right. */
export const TEMPLATE_FIELDS = [
  'equipmentName',
  'importance',
  'makeName',
  'modelName',
  'serialNumber',
  'departmentName',
  'location',
  'vendorName',
  'purchaseDate',
  'installationDate',
  'price',
  'calibrationRequired',
  'calibrationFrequency',
  'calibrationCount',
  'description',
  'lastCalibrationOn',
  'lastPmOn',
] as const satisfies readonly ImportField[];

/** Columns of warranties and contracts: the last of the template, and in a sheet of failed rows when the register had them. */
export const FURTHER_FIELDS = [
  'warrantyNumber',
  'warrantyStart',
  'warrantyDuration',
  ...CONTRACT_COLUMNS,
] as const satisfies readonly ImportField[];

/** Why a value is not used, as the note of its row says it. */
export function leftOutNote(field: ImportField, text: string, reason: string): string {
  return `${IMPORT_FIELDS[field].label} "${text}" was left out: ${reason}.`;
}
