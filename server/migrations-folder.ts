import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The migrations folder: `db/migrations` next to this file, in the source and in the flat folder of a build. */
export const migrationsFolder = path.join(path.dirname(fileURLToPath(import.meta.url)), 'db/migrations');
