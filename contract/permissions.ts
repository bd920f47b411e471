import type { Access, Role } from './define.ts';

/** The caller: role and, for BME and Hospital, the hospital of the session. */
export interface Actor {
  id: string;
  role: Role;
  hospitalId: string | null;
}

/** True when this actor (or a visitor: null) may make a call or enter a screen with this access. */
export function mayAccess(actor: Pick<Actor, 'role'> | null, access: Access): boolean {
  if (access === 'open') return true;
  if (!actor) return false;
  return access === 'signed-in' || access.includes(actor.role);
}

/** BME and Hospital: the roles of one hospital's users. */
export const hospitalRoles = ['BME', 'Hospital'] as const satisfies readonly Role[];
/** The administrator of the server and all its hospitals. */
export const adminOnly = ['Admin'] as const satisfies readonly Role[];

/** The hospital's own account. */
export const officeOnly = ['Hospital'] as const satisfies readonly Role[];

/** Readers of the activity log: each hospital's office reads its own log, the Admin reads the Admin's. */
export const auditReaders = ['Admin', 'Hospital'] as const satisfies readonly Role[];

/**
 * Returns what this actor may change in an engineer's account: the office everything except the engineer's own
 * password, engineers their own phone, nobody else anything. Source: docs/product.md P175
 */
export function mayChangeAccount(actor: Pick<Actor, 'id' | 'role'>, accountId: string): 'all' | 'phone' | 'nothing' {
  if (actor.role === 'Hospital') return 'all';
  return actor.role === 'BME' && actor.id === accountId ? 'phone' : 'nothing';
}

/** True when this actor may add and remove accounts of engineers. Source: docs/product.md P197 */
export function mayManageAccounts(
  { role }: Pick<Actor, 'role'>,
  { engineersManageAccounts }: { engineersManageAccounts: boolean },
): boolean {
  return role === 'Hospital' || engineersManageAccounts;
}

/** Why an engineer cannot add or remove accounts, and what to do. */
export const officeManagesAccounts =
  'In this hospital only the office adds and removes accounts. Please ask the office.';

/** Why an engineer cannot change that. */
export const officeDecidesOnAccounts =
  'Only the hospital’s office can change whether engineers add and remove accounts.';

/** Why an engineer cannot change how long details of rounds are kept. */
export const officeDecidesOnRounds = 'Only the hospital’s office can change how long details of old rounds are kept.';

/** Why name and e-mail of an account cannot be changed by an engineer. */
export const officeChangesAccounts = 'Only the hospital’s office can change the name and email of an engineer.';

/** The screen a role starts on. Source: docs/product.md P4. */
export function homePath(role: Role): '/dashboard/admin' | '/dashboard/bme' {
  return role === 'Admin' ? '/dashboard/admin' : '/dashboard/bme';
}
