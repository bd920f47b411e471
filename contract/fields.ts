import { missingReasons } from './records/values.ts';
import { decimal, money as moneyKind, type NumberKind, readNumber, whole } from './rules/read-number.ts';
import { cleanLine, cleanNote, cleanSerial, hasLineBreak, saysSerial } from './rules/typed-text.ts';
import * as z from './zod.ts';

// The message for users when a schema has none of its own.
z.config({ customError: () => 'Please enter a valid value.' });

/** Longest text of a one-line field. Source: docs/product.md P12. */
export const maxTextLength = 255;
/** Longest text of a description, a problem or a note. */
export const maxNoteLength = 4000;
/** Largest file that can be attached. Units: bytes. Source: docs/product.md P34. */
export const maxFileBytes = 10 * 1024 * 1024;

/** Stores a text of one line as `cleanLine` writes it. Source: docs/product.md P220. */
export const oneLine = () => z.overwrite<string>(cleanLine);
/** Stores a text of several lines as `cleanNote` writes it. */
export const severalLines = () => z.overwrite<string>(cleanNote);

/** A required one-line text; `message` is the documents' sentence. */
export const requiredText = (message: string) =>
  z
    .string(message)
    .check(oneLine(), z.minLength(1, message), z.maxLength(maxTextLength, `At most ${maxTextLength} characters.`));

/** Message about a field with several serial numbers; follows the name of the field. */
export const serialOnOneLine = 'must not contain a line break or a tab: give each device its own.';

/** A serial number; one without a letter or digit is missing. Source: docs/product.md P222. */
export const serialText = (message = 'Serial number is required.') =>
  z.string(message).check(
    z.refine((text) => !hasLineBreak(text), `Serial number ${serialOnOneLine}`),
    z.overwrite(cleanSerial),
    z.refine(saysSerial, message),
    z.maxLength(maxTextLength, `At most ${maxTextLength} characters.`),
  );

/** A required longer text. */
export const requiredNote = (message: string) =>
  z
    .string(message)
    .check(severalLines(), z.minLength(1, message), z.maxLength(maxNoteLength, `At most ${maxNoteLength} characters.`));

/** A one-line text that may be empty. */
export const optionalText = () =>
  z._default(z.string().check(oneLine(), z.maxLength(maxTextLength, `At most ${maxTextLength} characters.`)), '');

/** A longer text that may be empty. */
export const optionalNote = () =>
  z._default(z.string().check(severalLines(), z.maxLength(maxNoteLength, `At most ${maxNoteLength} characters.`)), '');

/** Range of years for dates and times that people type, to catch typing errors. Source: P18. */
export const typedYears = { first: 1950, last: 2100 };
const inTypedYears = () =>
  z.refine<string>(
    (text) => Number(text.slice(0, 4)) >= typedYears.first && Number(text.slice(0, 4)) <= typedYears.last,
    `Please enter a date between ${typedYears.first} and ${typedYears.last}.`,
  );

/** A local date `yyyy-MM-dd` that exists in the calendar. */
export const localDate = (message = 'Please enter a valid date.') =>
  z.iso.date({ error: message, abort: true }).check(inTypedYears());

/** A local date that may be missing: an empty field of a form is null. */
export const maybeDay = () =>
  z.pipe(
    z.optional(z.nullable(z.string())),
    z.pipe(
      z.transform((text: string | null | undefined) => text || null),
      z.nullable(localDate()),
    ),
  );

/** An instant, ISO 8601 with an offset. */
export const instant = () =>
  z.iso.datetime({ offset: true, error: 'Please enter a valid time.', abort: true }).check(inTypedYears());

const timeNeeded = 'Please enter a time such as 09:00.';
/** A time of the hospital's clock, `HH:mm`. */
export const timeOfDay = () => z.string(timeNeeded).check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, timeNeeded));

/** A time of the hospital's clock, or an empty text for none. */
export const timeOrNone = (error: string) => z.union([z.literal(''), timeOfDay()], { error });

/** Days of the week, each once: 1 is Monday, 7 is Sunday. */
export const workDays = () =>
  z.array(z.number().check(z.int(), z.minimum(1), z.maximum(7))).check(
    z.maxLength(7),
    z.refine((days) => new Set(days).size === days.length, 'Each day may be chosen only once.'),
  );
/** Message when no day is chosen. */
export const workDaysNeeded = 'Please choose at least one day.';

/** The id of a record: opaque to clients. */
export const id = (message = 'Please choose an entry.') =>
  z.string(message).check(z.minLength(1, message), z.maxLength(64, message));

/** A number in JSON, or as people write it; `schema` sets its bounds. Source: docs/product.md P165. */
export const typedNumber = (schema: z.ZodMiniType<number, number>, kind: NumberKind = decimal) => {
  const text = z.string().check(z.regex(/\p{Nd}/u, { abort: true }));
  const either = z.union([schema, text], {
    error: ({ input }) => schema.safeParse(input).error?.issues[0]?.message,
  });
  const fromText = z.transform((input: number | string, { issues }) => {
    if (typeof input !== 'string') return input;
    const read = readNumber(input, kind);
    if ('value' in read) return read.value as number;
    if (read.problem !== null) issues.push({ code: 'custom', message: read.problem, input });
    // Not a number: the schema's message says what is required.
    return Number.NaN;
  });
  return z.pipe(either, z.pipe(fromText, schema));
};

/** A whole number; `needed` is said about all others. */
export const wholeNumber = (needed: string, least: number, most: number, tooMuch = needed) =>
  typedNumber(z.number(needed).check(z.int(needed), z.minimum(least, needed), z.maximum(most, tooMuch)), whole);

/** Maximum amount. Units: INR. */
export const maxAmount = 999_999_999_999;

/** Returns whether a number has at most this many decimals. */
export const hasDecimals = (value: number, most: number): boolean => Number(value.toFixed(most)) === value;
/** A number with at most this many decimals. */
export const decimals = (most: number, error = `At most ${most} decimals.`) =>
  z.refine<number>((value) => hasDecimals(value, most), { error });

/** Money in INR with at most 2 decimals; `name` begins the sentence about more of them. Source: docs/product.md P19. */
export const money = (name: string, needed: string, least = 0) =>
  typedNumber(
    z
      .number(needed)
      .check(
        z.minimum(least, needed),
        z.maximum(maxAmount, `${name} is too high.`),
        decimals(2, `${name} has at most 2 decimals.`),
      ),
    moneyKind,
  );

const percentNeeded = 'Please enter a number from 0 to 100.';
/** A percentage. */
export const percent = (mostDecimals = 20) =>
  typedNumber(
    z.number(percentNeeded).check(z.minimum(0, percentNeeded), z.maximum(100, percentNeeded), decimals(mostDecimals)),
  );

/** Role, e-mail and password rules of docs/product.md P8. */
export const email = () =>
  z.string('Email is required.').check(
    oneLine(),
    z.minLength(1, 'Email is required.'),
    z.maxLength(254, 'Please enter a valid email address.'),
    z.email('Please enter a valid email address.'),
    z.refine((text) => text.lastIndexOf('@') <= 64, 'Please enter a valid email address.'),
  );

/** A new password. Source: docs/product.md P10. */
export const newPassword = () =>
  z.string('Password is required.').check(
    z.minLength(1, { error: 'Password is required.', abort: true }),
    z.minLength(6, 'Password must have at least 6 characters.'),
    z.refine((text) => text.trim() !== '', 'Password is required.'),
    z.maxLength(200, 'At most 200 characters.'),
  );

/** A file that a fact names before its bytes arrive. */
export const fileRef = z.object({
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  size: z.number().check(z.int(), z.minimum(1), z.maximum(maxFileBytes, 'The file is larger than 10 MB.')),
  mime: z.enum(['application/pdf', 'image/jpeg', 'image/png', 'image/webp', 'image/heic'], {
    error: 'Only PDF, JPEG, PNG, WebP or HEIC files can be attached.',
  }),
  name: z._default(z.string().check(z.maxLength(maxTextLength)), ''),
  missing: z.optional(z.enum(missingReasons)),
});

/** Query of every paged list. Default page size 10, at most 100. Source: docs/product.md P14. */
export const pageQuery = z.object({
  page: z._default(z.coerce.number().check(z.int(), z.minimum(1)), 1),
  pageSize: z._default(z.coerce.number().check(z.int(), z.minimum(1)), 10),
  search: z._default(z.string().check(z.maxLength(200)), ''),
});

/** Filters of lists by the names and ids that their rows show. Source: docs/decisions/251-list-filters.md. */
export const listFilters = {
  department: z.optional(z.string().check(z.maxLength(200))),
  technician: z.optional(z.string().check(z.maxLength(64))),
};

/** The answer of every paged list. Source: docs/product.md P14. */
export const pageOf = <S extends z.ZodMiniType>(item: S) =>
  z.object({
    items: z.array(item),
    totalCount: z.number(),
    pageSize: z.number(),
    pageNumber: z.number(),
    totalPages: z.number(),
  });

/** A record reduced to what a drop-down shows. */
export const option = z.object({ id: z.string(), name: z.string() });

/** Path parameters of a record's own address. */
export const idParams = z.object({ id: id() });

/** Yes or No as the forms say it, or a JSON boolean. */
export const yesNo = z.pipe(
  z.union([z.boolean(), z.enum(['Yes', 'No', 'true', 'false', ''])]),
  z.transform((value) => value === true || value === 'Yes' || value === 'true'),
);
