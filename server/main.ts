import { run } from './run.ts';

await run(process.env, (server) => {
  console.log(`Ward Rounds listens at ${server.address}`);
  if (!server.madeAdmin) return;
  const { email, password } = server.madeAdmin;
  console.log(`The first administrator is ${email} with the password ${password}`);
  console.log('It is shown this once: sign in and change it under Settings.');
});
