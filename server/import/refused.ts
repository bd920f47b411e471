/** Why a whole file is refused; each code has one HTTP status. */
export type ImportRefusalCode =
  | 'file-empty'
  | 'file-too-large'
  | 'file-type'
  | 'file-encrypted'
  | 'file-damaged'
  | 'file-unpacks-too-large'
  | 'too-many-rows'
  | 'no-header-row'
  | 'missing-columns'
  | 'time-limit'
  | 'memory-limit'
  | 'cancelled';

const STATUS = {
  'file-empty': 422,
  'file-too-large': 413,
  'file-type': 415,
  'file-encrypted': 422,
  'file-damaged': 422,
  'file-unpacks-too-large': 413,
  'too-many-rows': 413,
  'no-header-row': 422,
  'missing-columns': 422,
  'time-limit': 422,
  'memory-limit': 413,
  cancelled: 499,
} satisfies Record<ImportRefusalCode, number>;

/** A file that is refused as a whole: none of it is written, and the message says what to do. */
export class ImportRefused extends Error {
  readonly code: ImportRefusalCode;
  readonly status: number;

  constructor(code: ImportRefusalCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'ImportRefused';
    this.code = code;
    this.status = STATUS[code];
  }
}

/** The refusal of a file whose content cannot be read. */
export function damaged(cause?: unknown): ImportRefused {
  return new ImportRefused(
    'file-damaged',
    'The file could not be read. It may be damaged. Open it in Excel, save it again and retry.',
    cause === undefined ? {} : { cause },
  );
}
