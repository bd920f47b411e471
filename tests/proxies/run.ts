import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { demoSignIns } from '#server/demo/seed.ts';
import { freePort, startBuiltServer, type BuiltServer } from '#tests/support/built-server.ts';
import { exampleOf, writeNginx } from '#tests/support/nginx.ts';

/**
 * Runs the examples `deploy/nginx.conf` and `deploy/Caddyfile` in front of a built server and checks what
 * docs/operations.md asks of a proxy: large forms, event streams that are passed on at once and stay open, and the
 * address and protocol of the browser. Only the name, the ports and the certificate of the examples are replaced.
 */
const name = 'ward.hospital.example';
/** Units: milliseconds. */
const startLimitMs = 20_000;
/** How long a line of the server's log may take to arrive. Units: milliseconds. */
const logLimitMs = 10_000;
/** Longer than the interval between two heartbeats of an event stream. */
const openMs = 25_000;
const mb = 1024 * 1024;
const form = (bytes: number): Buffer =>
  Buffer.concat([
    Buffer.from('--b\r\ncontent-disposition: form-data; name="file"; filename="a.xlsx"\r\n\r\n'),
    Buffer.alloc(bytes, 'x'),
    Buffer.from('\r\n--b--\r\n'),
  ]);

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

interface Ask {
  method?: string;
  token?: string;
  body?: Buffer | string;
  type?: string;
  /** The browser's address. */
  from?: string;
}

/** Sends a request as a browser does: by name, over TLS. */
function ask(
  port: number,
  at: string,
  { method = 'GET', token, body, type = 'application/json', from = '127.0.0.1' }: Ask = {},
) {
  return new Promise<Answer>((resolve, reject) => {
    const headers = {
      host: name,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': type, 'content-length': Buffer.byteLength(body) }),
    };
    const options = {
      host: '127.0.0.1',
      port,
      path: at,
      method,
      headers,
      servername: name,
      rejectUnauthorized: false,
      localAddress: from,
    };
    const sent = request(options, (answer) => {
      let text = '';
      answer.on('data', (bytes: Buffer) => (text += bytes.toString()));
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }));
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

/** Opens the event stream; returns the time until its first byte, and whether it is still open after a heartbeat. */
function listen(port: number, token: string) {
  return new Promise<{ firstMs: number; isOpen: boolean }>((resolve, reject) => {
    const from = performance.now();
    let firstMs = Infinity;
    const headers = { host: name, authorization: `Bearer ${token}`, accept: 'text/event-stream' };
    const at = '/api/Sync/events';
    const sent = request(
      { host: '127.0.0.1', port, path: at, headers, servername: name, rejectUnauthorized: false },
      (answer) => {
        answer.once('data', () => (firstMs = performance.now() - from));
        const timer = setTimeout(() => {
          resolve({ firstMs, isOpen: true });
          sent.destroy();
        }, openMs);
        answer.once('close', () => {
          clearTimeout(timer);
          resolve({ firstMs, isOpen: false });
        });
      },
    );
    sent.once('error', reject);
    sent.end();
  });
}

const broken: string[] = [];
const expectTrue = (isKept: boolean, sentence: string): void => {
  if (!isKept) broken.push(sentence);
};

/** The proxy's port, and the address of the browser that calls it. */
interface Place {
  port: number;
  browser: string;
}

/** Checks a proxy. */
async function check(proxy: string, { port, browser }: Place, server: BuiltServer): Promise<void> {
  const page = await ask(port, '/');
  expectTrue(page.status === 200 && page.body.includes('<div id="root">'), `${proxy}: the app is not served`);
  expectTrue(page.headers['strict-transport-security'] !== undefined, `${proxy}: the server takes it for plain HTTP`);
  const { email, password } = demoSignIns.bme;
  const body = JSON.stringify({ email, password });
  const signedIn = await ask(port, '/api/Auth/login', { method: 'POST', body });
  const cookies = [signedIn.headers['set-cookie'] ?? []].flat().join('\n');
  expectTrue(cookies.includes('__Secure-') && /;\s*secure/i.test(cookies), `${proxy}: the cookie is not secure`);
  const { token } = JSON.parse(signedIn.body) as { token: string };
  const type = 'multipart/form-data; boundary=b';
  const large = await ask(port, '/api/Maintenance/submit-report', {
    method: 'POST',
    token,
    type,
    body: form(9.5 * mb),
  });
  // The file is neither a PDF nor a picture, which only the server can determine.
  expectTrue(large.body.includes('file.wrong_type'), `${proxy}: a form of 9.5 MB got ${large.status} ${large.body}`);
  const { firstMs, isOpen } = await listen(port, token);
  expectTrue(firstMs < 2_000, `${proxy}: the first event took ${Math.round(firstMs)} ms`);
  expectTrue(isOpen, `${proxy}: the event stream was closed`);
  const wrong = { method: 'POST', body: JSON.stringify({ email, password: 'wrong' }), from: browser };
  expectTrue((await ask(port, '/api/Auth/login', wrong)).status === 401, `${proxy}: a wrong password is accepted`);
  expectTrue(await printed(server, browser), `${proxy}: the server does not see the browser's address`);
  console.log(
    `${proxy}: app, sign-in, 9.5 MB, events after ${Math.round(firstMs)} ms and still open after ${openMs / 1000} s`,
  );
}

/** Waits until the server's log contains a text: it may arrive after the answer. */
async function printed(server: BuiltServer, text: string): Promise<boolean> {
  for (const deadline = Date.now() + logLimitMs; Date.now() < deadline; await pause(50)) {
    if (server.output().includes(text)) return true;
  }
  return false;
}

async function answering(port: number, child: ChildProcess, output: () => string): Promise<void> {
  for (const deadline = Date.now() + startLimitMs; ; await pause(100)) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`The proxy did not start:\n${output()}`);
    const answer = await ask(port, '/api/health/ready').catch(() => null);
    if (answer?.status === 200) return;
  }
}

/** Runs a proxy in front of the server during a check. */
async function behind(
  proxy: string,
  program: string,
  args: string[],
  place: Place,
  server: BuiltServer,
): Promise<void> {
  const child = spawn(program, args, { env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (output += bytes.toString()));
  const ended = new Promise((resolve) => child.once('close', resolve));
  try {
    await answering(place.port, child, () => output);
    await check(proxy, place, server);
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

const folder = await mkdtemp(path.join(tmpdir(), 'wr-proxies-'));
const server = await startBuiltServer(
  path.join(folder, 'data'),
  { TRUST_PROXY: 'loopback', LOG_LEVEL: 'info' },
  'demo',
);
try {
  const key = path.join(folder, 'key.pem');
  const certificate = path.join(folder, 'fullchain.pem');
  const subject = ['-subj', `/CN=${name}`, '-days', '2'];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate, ...subject],
    {
      stdio: 'ignore',
    },
  );
  const upstream = `127.0.0.1:${server.port}`;
  const places = [
    { port: await freePort(), browser: '127.0.0.8' },
    { port: await freePort(), browser: '127.0.0.9' },
  ] as const;
  const site = await exampleOf('nginx.conf', {
    '127.0.0.1:4310': upstream,
    'listen 443 ssl': `listen 127.0.0.1:${places[0].port} ssl`,
    '/etc/ssl/ward-rounds': folder,
  });
  const nginx = await writeNginx(folder, site);
  const block = await exampleOf('Caddyfile', {
    '127.0.0.1:4310': upstream,
    [`${name} {`]: `https://${name}:${places[1].port} {\n\ttls ${certificate} ${key}\n\tbind 127.0.0.1`,
  });
  const caddy = path.join(folder, 'Caddyfile');
  await writeFile(caddy, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${block}`);
  await Promise.all([
    behind('nginx', 'nginx', ['-p', folder, '-c', nginx], places[0], server),
    behind('Caddy', 'caddy', ['run', '--config', caddy, '--adapter', 'caddyfile'], places[1], server),
  ]);
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
for (const sentence of broken) console.error(sentence);
process.exitCode = broken.length > 0 ? 1 : 0;
