// Runs only the built-in database, in its own process that a test can kill.
import { startEmbedded } from '#server/db/embedded.ts';
import { query, quiet } from '#tests/contract/embedded-support.ts';

const database = await startEmbedded({ dataDir: process.argv[2] ?? '', log: quiet });
await query(database, 'create table round (note text)');
await query(database, "insert into round values ('acknowledged')");
process.stdout.write('acknowledged\n');
