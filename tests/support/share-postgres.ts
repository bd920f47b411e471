import { sharePostgres } from './test-database.ts';

/** One PostgreSQL for all files of a test run, in place of one each. */
export const setup = sharePostgres;
