import { sharePostgres } from './test-database.ts';

/** Starts one PostgreSQL for all files of a test run, instead of one per file. */
export const setup = sharePostgres;
