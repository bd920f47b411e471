/** Targets of a schedule: one device, or all devices of a model or equipment type. */
export const scheduleTargets = ['device', 'model', 'type'] as const;

/** The target of a schedule. */
export type ScheduleTarget = (typeof scheduleTargets)[number];

/** Who can do the work of a schedule. */
export const doers = ['in-house', 'vendor'] as const;

/** Sources of a plan: a schedule of the hospital, the PM of a warranty, the calibration of an installation. */
export const planSources = ['own', 'warranty', 'installation'] as const;

/** The source of a plan. */
export type PlanSource = (typeof planSources)[number];
