import { randomInt } from 'node:crypto';
import { invalidField } from '../problem.ts';
import { hashPassword } from './password.ts';

/** Letters and digits that are hard to confuse when read aloud. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
/** 12 characters give 59 bits. */
const groups = [4, 4, 4];

let common: Promise<ReadonlySet<string>> | undefined;

/**
 * Returns why a new password is refused, or null. The contract checks its length.
 * Source: docs/product.md P10, docs/decisions/221-common-passwords.md
 */
export async function refusalOfPassword(password: string, email: string): Promise<string | null> {
  const told = password.trim().toLowerCase();
  if (told === '') return 'Password is required.';
  if (told === email.toLowerCase()) return 'The password must not be the email address.';
  common ??= readCommonPasswords();
  if (!(await common).has(told)) return null;
  return 'This password is one of the most common ones. Please choose another.';
}

/**
 * Hashes a new password for storage; every password from outside is set through this function.
 * Throws: ApiError `input.invalid` at the field.
 */
export async function hashNewPassword(field: string, password: string, email: string): Promise<string> {
  const refusal = await refusalOfPassword(password, email);
  if (refusal !== null) throw invalidField(field, refusal);
  return hashPassword(password);
}

/** Generates a password that a command prints and a person types once, for example `k7mp-2xqa-9rtw`. */
export function makeOneTimePassword(): string {
  const letter = () => alphabet[randomInt(alphabet.length)] ?? '';
  return groups.map((length) => Array.from({ length }, letter).join('')).join('-');
}

/** Loads the list when the first password is set: few processes ever need it. */
async function readCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}
