// A server with nothing but the built-in database, in a process of its own that a test can kill.
import { startEmbedded } from '#server/db/embedded.ts';
import { query, quiet } from '#tests/contract/embedded-support.ts';

const database = await startEmbedded({ dataDir: process.argv[2] ?? '', log: quiet });
await query(database, 'create table round (note text)');
await query(database, "insert into round values ('acknowledged')");
process.stdout.write('acknowledged\n');
