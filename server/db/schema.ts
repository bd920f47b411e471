/** Every table of the server, one file per subject. The migrations are generated from here (drizzle.config.ts). */
export * from './schema/people.ts';
export * from './schema/master-data.ts';
export * from './schema/installations.ts';
export * from './schema/rounds.ts';
export * from './schema/care.ts';
export * from './schema/schedules.ts';
export * from './schema/work-events.ts';
export * from './schema/fault-reports.ts';
export * from './schema/notices.ts';
export * from './schema/procedures.ts';
export * from './schema/files.ts';
export * from './schema/ledger.ts';
export * from './schema/imports.ts';
export * from './schema/figures.ts';
export * from './schema/duty.ts';
export * from './schema/list-views.ts';
