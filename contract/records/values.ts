/** The kinds of maintenance tasks: preventive, corrective, installation, calibration, safety test, inspection. */
export const taskTypes = ['PM', 'CM', 'Ins', 'Cal', 'Safety', 'Inspection'] as const;

/** A kind of maintenance task. */
export type TaskType = (typeof taskTypes)[number];

/** The kinds of recurring work of a schedule. */
export const plannedTypes = ['PM', 'Cal', 'Safety', 'Inspection'] as const satisfies readonly TaskType[];

/** A kind of recurring work of a schedule. */
export type PlannedType = (typeof plannedTypes)[number];

/** The states of a breakdown ticket. */
export const ticketStatuses = ['Open', 'Pending', 'Closed'] as const;

/** A state of a breakdown ticket. */
export type TicketStatus = (typeof ticketStatuses)[number];

/** The priorities of tickets and tasks, from low to high. */
export const priorities = ['Low', 'Medium', 'High', 'Critical'] as const;

/** A priority of a ticket or task. */
export type Priority = (typeof priorities)[number];

/** States of the machine that a reporter can choose; System Down counts as downtime. */
export const machineStatuses = ['System Down', 'Restrictive Use', 'Problem Intermittent'] as const;

/** The state of the machine in a report. */
export type MachineStatus = (typeof machineStatuses)[number];

/** Failure classes, as asked by the close form. Source: docs/product.md P73. */
export const failureClasses = [
  'component',
  'wear',
  'accessory',
  'battery',
  'use-error',
  'physical-damage',
  'environment',
  'network-or-software',
  'could-not-reproduce',
  'caused-by-maintenance',
  'no-fault',
] as const;

/** A failure class. */
export type FailureClass = (typeof failureClasses)[number];

/**
 * Why the bytes of a file could not be kept: no room on the tablet, gone when it was saved, or a browser that stores no
 * files.
 */
export const missingReasons = ['no-room', 'bytes-gone', 'no-storage'] as const;

/** Why the bytes of a file could not be kept. */
export type MissingReason = (typeof missingReasons)[number];

/** A file that a fact names before its bytes arrive. Units: size in bytes. Source: sync/SPEC.md PU. */
export interface FileRef {
  sha256: string;
  size: number;
  mime: string;
  name: string;
  /** The author saved the record without its bytes, so they will never arrive. Source: docs/product.md P200. */
  missing?: MissingReason | undefined;
}
