/**
 * How a sender handles a refusal: `never` shows it for attention, `later` sends again, `sign-in` refreshes the session,
 * `update` asks for a new version of the app. Source: sync/SPEC.md PU.
 */
export type RetryClass = 'never' | 'later' | 'sign-in' | 'update';

interface ErrorSpec {
  status: number;
  retry: RetryClass;
  /** The sentence for users when the server has none that fits better. */
  text: string;
}

/** Every refusal of the API by code: status, plain sentence, retry class. */
export const errorCatalogue = {
  'input.invalid': { status: 400, retry: 'never', text: 'Please check the marked fields.' },
  'input.unreadable': { status: 400, retry: 'never', text: 'The request could not be read.' },
  'auth.missing': { status: 401, retry: 'sign-in', text: 'Authorization token not found.' },
  'auth.expired': { status: 401, retry: 'sign-in', text: 'Your session has ended. Please sign in again.' },
  'auth.invalid_credentials': { status: 401, retry: 'never', text: 'Invalid email or password.' },
  'auth.hospital_inactive': {
    status: 403,
    retry: 'never',
    text: 'This hospital is inactive. Please contact the administrator.',
  },
  'auth.forbidden': { status: 403, retry: 'never', text: 'You are not allowed to do this.' },
  'auth.scope': {
    status: 403,
    retry: 'sign-in',
    text: 'This session may only send entries that were saved offline. Please sign in again.',
  },
  // 401, so that an app which does not know the code keeps its entries until its user signs in again.
  'auth.one_time_password': {
    status: 401,
    retry: 'sign-in',
    text: 'Your password was reset. Please sign in with the one-time password that you were given.',
  },
  'auth.too_many_tries': {
    status: 429,
    retry: 'later',
    text: 'Too many attempts. Please wait a minute and try again.',
  },
  'auth.link_incomplete': {
    status: 400,
    retry: 'never',
    text: 'This link is not complete. Please copy all of it from the mail.',
  },
  'auth.link_used': {
    status: 410,
    retry: 'never',
    text: 'This link has been used, or the password has been changed since. Please ask for another link.',
  },
  'auth.link_expired': {
    status: 410,
    retry: 'never',
    text: 'This link is older than 30 minutes. Please ask for another link.',
  },
  'record.unknown': { status: 404, retry: 'never', text: 'This record does not exist.' },
  'route.unknown': { status: 404, retry: 'never', text: 'Page not found.' },
  'record.gone': { status: 410, retry: 'never', text: 'This record has been removed.' },
  'record.conflict': { status: 409, retry: 'never', text: 'Somebody else changed this record in the meantime.' },
  'record.duplicate': { status: 409, retry: 'never', text: 'This record already exists.' },
  'record.in_use': { status: 409, retry: 'never', text: 'This record is still in use.' },
  'task.already_closed': { status: 409, retry: 'never', text: 'This task is already closed.' },
  'ticket.already_closed': { status: 409, retry: 'never', text: 'This ticket is already closed.' },
  'bme.quota_reached': {
    status: 409,
    retry: 'never',
    text: 'All BME accounts of this hospital are in use. Please contact the administrator.',
  },
  'file.too_large': { status: 413, retry: 'never', text: 'The file is larger than 10 MB.' },
  'file.wrong_type': { status: 415, retry: 'never', text: 'Only PDF, JPEG, PNG, WebP or HEIC files can be attached.' },
  'file.offset': { status: 409, retry: 'later', text: 'The upload continues at a different position.' },
  'file.hash': { status: 422, retry: 'never', text: 'The file does not match its checksum.' },
  'storage.full': {
    status: 409,
    retry: 'never',
    text: 'The storage for files of this hospital is full. Please contact the administrator.',
  },
  'report.off': { status: 403, retry: 'never', text: 'This hospital does not accept reports from labels.' },
  'report.browser_limit': {
    status: 429,
    retry: 'later',
    text: 'Too many reports from this phone. The report will be sent later.',
  },
  // `context.challenge` is solved and sent back with the report.
  'report.proof_needed': {
    status: 428,
    retry: 'later',
    text: 'Many reports are arriving. This phone will do a short computation and send the report again.',
  },
  'file.unknown': { status: 404, retry: 'later', text: 'No entry refers to this file yet.' },
  'import.refused': { status: 422, retry: 'never', text: 'The file cannot be imported.' },
  'body.too_large': { status: 413, retry: 'never', text: 'The request is too large.' },
  'body.wrong_type': { status: 415, retry: 'never', text: 'Unsupported content type.' },
  'key.reused': {
    status: 422,
    retry: 'never',
    text: 'The Idempotency-Key was used before with another body or by another user.',
  },
  'sync.cursor_expired': {
    status: 410,
    retry: 'never',
    text: 'The local copy is too old and must be downloaded again.',
  },
  'app.update_required': { status: 426, retry: 'update', text: 'Please update the app. Your entries are kept.' },
  'server.busy': { status: 503, retry: 'later', text: 'The server is busy. Please try again in a moment.' },
  'server.timeout': { status: 408, retry: 'later', text: 'The request took too long.' },
  'server.rate_limited': { status: 429, retry: 'later', text: 'Too many requests. Please wait a moment.' },
  'server.failed': { status: 500, retry: 'later', text: 'Something went wrong on the server. Please try again.' },
} as const satisfies Record<string, ErrorSpec>;

/** The code of a refusal, for programs. */
export type ErrorCode = keyof typeof errorCatalogue;

/** An RFC 9457 problem as the API answers it; `message` repeats `detail` (the documents' "server message"). */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: ErrorCode;
  message: string;
  /** Field -> sentences; on 400. */
  errors?: Record<string, string[]>;
  /** What the refusal is about, for example who closed the task and when. */
  context?: Record<string, unknown>;
}

/** True for a code of the catalogue. */
export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(errorCatalogue, value);
}

/** The statuses that mean "send again later" whatever the code. Source: sync/SPEC.md PU. */
const laterStatuses = new Set([408, 425, 429]);

/** Returns how a sender handles an answer: by code if the catalogue has it, otherwise by status. */
export function retryClass(status: number, code: unknown): RetryClass {
  if (isErrorCode(code)) return errorCatalogue[code].retry;
  if (status === 401) return 'sign-in';
  if (status === 426) return 'update';
  return status >= 500 || laterStatuses.has(status) ? 'later' : 'never';
}

/** Builds the problem document of a refusal. */
export function problem(code: ErrorCode, detail?: string, extra: Pick<Problem, 'errors' | 'context'> = {}): Problem {
  const spec = errorCatalogue[code];
  const sentence = detail ?? spec.text;
  return {
    type: `urn:ward-rounds:${code}`,
    title: spec.text,
    status: spec.status,
    detail: sentence,
    code,
    message: sentence,
    ...extra,
  };
}
