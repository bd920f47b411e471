import { afterAll } from 'vitest';
import { endSharedDatabases } from './test-database.ts';

// A setup file runs for each test file, even if the files of a worker share their modules.
afterAll(endSharedDatabases, 30_000);
