/** What a schedule is for: one device, or all devices of a model or of an equipment type. */
export const scheduleTargets = ['device', 'model', 'type'] as const;

/** What a schedule is for. */
export type ScheduleTarget = (typeof scheduleTargets)[number];

/** Who does the work of a schedule. */
export const doers = ['in-house', 'vendor'] as const;

/** Where a plan comes from: a schedule of the hospital, a warranty's PM, an installation's calibration. */
export const planSources = ['own', 'warranty', 'installation'] as const;

/** Where a plan comes from. */
export type PlanSource = (typeof planSources)[number];
