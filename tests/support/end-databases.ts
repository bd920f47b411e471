import { afterAll } from 'vitest';
import { endSharedDatabases } from './test-database.ts';

// A set-up file runs for each test file, also where the files of a worker share their modules.
afterAll(endSharedDatabases, 30_000);
