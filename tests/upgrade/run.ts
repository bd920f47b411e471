import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { freePort, startBuiltServer, type BuiltServer } from '#tests/support/built-server.ts';
import { exampleOf, writeNginx } from '#tests/support/nginx.ts';
import { startTestDatabases } from '#tests/support/test-database.ts';
import { judge } from '../postgres/judge.ts';
import { urlOf } from '../postgres/processes.ts';
import { askOver, pullTickets, reportOnce, signIn, type Ask, type Ledger } from '../postgres/writer.ts';
import { buildCommit, buildNewer, seedBy } from './releases.ts';
import { documented, readSteps, runBlock } from './steps.ts';

/**
 * Upgrades two servers behind nginx as docs/operations.md says, command by command, from the release of a commit to
 * this tree, while tablets write. Both releases work on one database in between, and the older one is started again
 * there. Only addresses, folders and the program `systemctl` are replaced.
 */
const { values } = parseArgs({
  options: {
    /** The release before: by default, a commit with the schema that this tree says it serves. */
    from: { type: 'string', default: '7e052b68' },
  },
});
/** Tablets that write at the same time. */
const tablets = 4;
/** Writes sent directly to each server while both releases run. */
const writesBeside = 10;

const folder = await mkdtemp(path.join(tmpdir(), 'wr-upgrade-'));
const faults: string[] = [];
const databases = await startTestDatabases();
const database = await databases.createEmpty();
let proxy: ChildProcess | undefined;
const servers: { port: number; opt: string; running: Promise<BuiltServer> | undefined }[] = [];
const start = async ({ port, opt }: { port: number; opt: string }): Promise<BuiltServer> =>
  startBuiltServer(
    path.join(opt, 'data'),
    { DATABASE_URL: urlOf(database), PORT: String(port), TRUST_PROXY: 'loopback', LOG_LEVEL: 'error' },
    'main',
    path.join(opt, 'ward-rounds'),
  );

/** Replaces systemd on both servers: `systemctl stop ward-rounds` acts on the one that SERVER names. */
const systemd = createServer((request, answer) => {
  const [, act, at] = (request.url ?? '').split('/');
  const server = servers[Number(at)];
  void (async () => {
    if (act === 'stop') await (await server?.running)?.stop();
    else if (server) {
      server.running = start(server);
      // The documented wait for readiness notices a failed start.
      server.running.catch(() => undefined);
    }
    answer.end();
  })();
});

async function until(act: () => Promise<unknown>, isOver: () => boolean): Promise<void> {
  while (!isOver()) await act();
}

try {
  await symlink(path.resolve('node_modules'), path.join(folder, 'node_modules'));
  console.log(`Building ${values.from} and this tree`);
  const older = await buildCommit(values.from, path.join(folder, 'older'));
  const newer = await buildNewer(path.join(folder, 'newer'));
  for (const name of ['first', 'second']) {
    const opt = path.join(folder, name);
    await mkdir(opt);
    await cp(older, path.join(opt, 'ward-rounds'), { recursive: true });
    await cp(newer, path.join(opt, 'ward-rounds.new'), { recursive: true });
    const server = { port: await freePort(), opt, running: undefined };
    servers.push({ ...server, running: start(server) });
    await servers.at(-1)?.running;
  }
  const hospital = await seedBy(path.join(folder, 'older'), urlOf(database));

  const steps = await readSteps();
  const proxyPort = await freePort();
  const here = ([at0, at1]: readonly [string, string]) => ({ [documented[0]]: at0, [documented[1]]: at1 });
  const addresses = here(servers.map(({ port }) => `127.0.0.1:${port}`) as [string, string]);
  const site = await exampleOf('nginx.conf', {
    'server 127.0.0.1:4310;': documented.map((at) => `server ${addresses[at]};`).join('\n'),
    'listen 443 ssl http2;': `listen 127.0.0.1:${proxyPort};`,
  });
  const conf = path.join(folder, 'site.conf');
  await writeFile(conf, site.replaceAll(/^\s*ssl_certificate.*$/gm, ''));
  const main = await writeNginx(folder, `include ${conf};\n`);
  const nginx = execFileSync('sh', ['-c', 'command -v nginx'], { encoding: 'utf8' }).trim();
  proxy = spawn(nginx, ['-p', folder, '-c', main], { stdio: ['ignore', 'inherit', 'inherit'] });
  await new Promise<void>((resolve) => systemd.listen(0, '127.0.0.1', resolve));
  const programs = path.join(folder, 'bin');
  await mkdir(programs);
  const { port: control } = systemd.address() as AddressInfo;
  const shims = {
    systemctl: `exec curl --fail --silent "http://127.0.0.1:${control}/$1/$SERVER"`,
    nginx: `exec ${nginx} -p ${folder} -c ${main} "$@"`,
  };
  for (const [name, command] of Object.entries(shims)) {
    await writeFile(path.join(programs, name), `#!/bin/sh\n${command}\n`, { mode: 0o755 });
  }

  const proxied = askOver(() => proxyPort);
  /** False while a server is stopped without warning, which cuts what it was answering. */
  let isSteady = true;
  const unanswered: string[] = [];
  const ask: Ask = async (request) => {
    const wasSteady = isSteady;
    const answer = await proxied(request).catch((error: unknown) => String(error));
    const fault = typeof answer === 'string' ? answer : answer.status >= 500 && String(answer.status);
    if (fault !== false && wasSteady && isSteady) unanswered.push(fault);
    if (typeof answer === 'string') throw new Error(answer);
    return answer;
  };
  // The proxy may still be starting.
  const headers = await signIn(proxied, hospital.bme);
  const ledger: Ledger = { acknowledged: new Set(), attempts: 0, replays: 0 };
  let isOver = false;
  const writing = Array.from({ length: tablets }, () =>
    until(
      () => reportOnce(ask, headers, hospital, ledger),
      () => isOver,
    ),
  );
  const readiness = (port: number) => fetch(`http://127.0.0.1:${port}/api/health/ready`).then(({ status }) => status);
  const upgrade = async (at: number): Promise<void> => {
    const [documentedFirst] = documented;
    const address = addresses[documented[at] ?? documentedFirst] ?? '';
    const opt = servers[at]?.opt ?? '';
    const replaced = {
      [documentedFirst]: address,
      '/etc/nginx/conf.d/ward-rounds.conf': conf,
      '/opt/': `${opt}/`,
      systemctl: `SERVER=${at} systemctl`,
    };
    for (const block of [steps.leave, steps.exchange, steps.comeBack]) await runBlock(block, replaced, programs);
  };

  await upgrade(0);
  const [first, second] = servers;
  if (!first || !second) throw new Error('Two servers are needed');
  const migrations = await database.pool.query('select from drizzle.__drizzle_migrations');
  const beside = async (what: string): Promise<void> => {
    for (const { port } of [first, second]) {
      const status = await readiness(port);
      if (status !== 200) faults.push(`${what}: port ${port} answers ${status}`);
      const direct = askOver(() => port);
      for (let sent = 0; sent < writesBeside; sent += 1) await reportOnce(direct, headers, hospital, ledger);
    }
  };
  await beside('both releases');
  // What a reboot of the server that has not had its turn would do.
  isSteady = false;
  await (await second.running)?.stop();
  second.running = start(second);
  await second.running;
  isSteady = true;
  await beside('the older release, started again on the newer schema');
  const written = ledger.acknowledged.size;
  await upgrade(1);
  await beside('the newer release on both');
  isOver = true;
  await Promise.all(writing);

  const pulled = new Set<string>();
  await pullTickets(
    askOver(() => second.port),
    headers,
    0,
    pulled,
  );
  faults.push(...(await judge(database.pool, ledger, pulled)));
  console.log(
    `${ledger.acknowledged.size} writes, ${written} of them until the second server had its turn, ${ledger.replays} answered from the key; ${migrations.rowCount} migrations`,
  );
  if (unanswered.length > 0) faults.push(`failed during the documented steps: ${unanswered.join(', ')}`);
} catch (error) {
  faults.push(String(error));
} finally {
  proxy?.kill('SIGTERM');
  systemd.close();
  for (const { running } of servers) await (await running?.catch(() => undefined))?.stop();
  await database.close();
  await databases.stop();
  await rm(folder, { recursive: true, force: true });
}
for (const fault of faults.slice(0, 20)) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
