import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the migrations: `db/migrations` beside this file, as source and in the flat folder of a build. */
export const migrationsFolder = path.join(path.dirname(fileURLToPath(import.meta.url)), 'db/migrations');
