/** The database cannot be used; the message is one sentence that tells the operator what to do. */
export class DatabaseStartError extends Error {
  override readonly name = 'DatabaseStartError';
}

/** Turns anything thrown into text for a message or a log line. */
export function textOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}

/** Picks the line of a program's output that explains why it gave up. */
export function lastWords(output: string): string | undefined {
  return output
    .split('\n')
    .findLast((line) => /FATAL|PANIC|error:/.test(line))
    ?.trim();
}

const STORAGE_FAULTS: readonly { sign: RegExp; sentence: (folder: string) => string }[] = [
  {
    sign: /ENOSPC|EDQUOT|No space left on device|Disk quota exceeded|Check free disk space/i,
    sentence: (folder) => `The disk that holds ${folder} is full: free some space and start again.`,
  },
  {
    sign: /EROFS|Read-only file system/i,
    sentence: (folder) => `The data folder ${folder} lies on a read-only disk: set DATA_DIR to a writable folder.`,
  },
  {
    sign: /EACCES|EPERM|Permission denied|Operation not permitted/i,
    sentence: (folder) =>
      `The data folder ${folder} cannot be written by the user of this server: give it to that user or set DATA_DIR to another folder.`,
  },
  {
    sign: /ENOTDIR|EEXIST|Not a directory/i,
    sentence: (folder) => `${folder} is not a folder: set DATA_DIR to a folder for the data.`,
  },
];

/** Explains a file-system error of the data folder in one sentence; returns other errors unchanged. */
export function explainStorageFault(cause: unknown, folder: string): unknown {
  if (cause instanceof DatabaseStartError) return cause;
  const text = textOf(cause);
  const fault = STORAGE_FAULTS.find(({ sign }) => sign.test(text));
  return fault ? new DatabaseStartError(fault.sentence(folder), { cause }) : cause;
}
