import { randomUUID } from 'node:crypto';
import { run } from '../run.ts';
import { demoSignIns, seedDemo } from './seed.ts';

/** The demo's passwords are public, so it listens only on this machine unless HOST is set. */
const defaults = {
  DATA_DIR: './data/demo',
  HOST: 'localhost',
  ADMIN_EMAIL: demoSignIns.admin.email,
  ADMIN_PASSWORD: demoSignIns.admin.password,
};

await run(
  { ...defaults, ...process.env },
  () => {
    const port = process.env['PORT'] || '4310';
    console.log(`\nThe demo hospital is open at http://localhost:${port}\n`);
    for (const { who, email, password } of Object.values(demoSignIns)) {
      console.log(`  ${who.padEnd(20)} ${email.padEnd(22)} ${password}`);
    }
    console.log(
      '\nStop it with Ctrl+C. Its data are in ./data/demo (or DATA_DIR): remove the folder to start again.\n',
    );
  },
  (db) => seedDemo(db, { now: new Date(), newId: randomUUID }),
);
