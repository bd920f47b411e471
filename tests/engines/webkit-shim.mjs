#!/usr/bin/env node
// Opens a window of WebKitGTK on a virtual screen and stands between its remote inspector and Playwright's
// `webkit.connectOverCDP`. Arguments: storage folder, width, height, first address. Prints the port for Playwright, then passes
// lines of its input on to the window, and the answers back; ends with its input.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { WebSocket, WebSocketServer } from 'ws';

const [profile, width, height, url] = process.argv.slice(2);
/** libsoup accepts frames of at most 128 KiB; a message may use many. Units: bytes. */
const frameBytes = 64 * 1024;
const maxPayload = 512 * 1024 * 1024;
/** Polling interval for the window's page. Units: milliseconds. */
const lookMs = 100;
/** WebKit sometimes hangs while starting. Units: milliseconds. */
const startMs = 20_000;

/** Playwright types by assigning `value`, which React wraps and therefore misses, so the native setter is called. */
const setValue = (of, what) =>
  `Object.getOwnPropertyDescriptor(Object.getPrototypeOf(${of}), 'value').set.call(${of}, ${what});`;
const assignments = [
  // Typing.
  [
    'target.value = target.value.slice(0, start) + text + target.value.slice(end);',
    setValue(
      'target',
      'target.selectionStart === null ? text : target.value.slice(0, start) + text + target.value.slice(end)',
    ),
  ],
  // Fields that are not text, such as dates.
  ['input.value = value;', setValue('input', 'value')],
];

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1400x1300x24', '-nolisten', 'tcp'], {
  stdio: ['ignore', 'pipe', 'ignore'],
});
const [display] = await once(createInterface({ input: screen.stdout }), 'line');
const inspector = `127.0.0.1:${await freePort()}`;
const window = spawn('/usr/bin/python3', [fileURLToPath(new URL('webkit-window.py', import.meta.url)), profile], {
  stdio: ['pipe', 'pipe', 'inherit'],
  env: {
    ...process.env,
    DISPLAY: `:${display}`,
    NO_AT_BRIDGE: '1',
    LIBGL_ALWAYS_SOFTWARE: '1',
    WEBKIT_INSPECTOR_HTTP_SERVER: inspector,
  },
});
window.on('exit', (code) => {
  screen.kill();
  process.exit(code ?? 1);
});
createInterface({ input: process.stdin })
  .on('line', (line) => window.stdin.write(`${line}\n`))
  .on('close', () => window.stdin.end());
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => window.kill('SIGKILL'));

const answers = createInterface({ input: window.stdout });
await once(answers, 'line');
for (const command of [
  { do: 'size', width: Number(width), height: Number(height) },
  { do: 'load', url },
]) {
  window.stdin.write(`${JSON.stringify(command)}\n`);
  await once(answers, 'line');
}

/** Lists the window's pages through the inspector. */
async function listPages() {
  const listing = await fetch(`http://${inspector}/`, { signal: AbortSignal.timeout(2_000) });
  const entries = (await listing.text()).matchAll(/targeturl">([^<]*)<[^]*?\/socket\/(\d+)\/(\d+)\/(\w+)'/g);
  return [...entries]
    .map(([, url, connection, target, type]) => ({ url, type, path: `/socket/${connection}/${target}/${type}` }))
    .filter(({ type }) => type === 'WebPage');
}

const bridge = createServer(async (_request, response) => {
  const pages = await listPages().catch(() => []);
  const { port } = bridge.address();
  response.setHeader('content-type', 'application/json');
  response.end(
    JSON.stringify(
      pages.map(({ url, path }) => ({
        url,
        title: '',
        webSocketDebuggerUrl: `ws://127.0.0.1:${port}/devtools/page${path}`,
      })),
    ),
  );
});
/** Forwards messages between Playwright and the inspector's page at a path. */
function join(inner, path) {
  const outer = new WebSocket(`ws://${inspector}${path}`, { maxPayload, perMessageDeflate: false });
  const early = [];
  const tell = (text) => {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += frameBytes) {
      const fin = at + frameBytes >= bytes.length;
      outer.send(bytes.subarray(at, at + frameBytes), { binary: false, compress: false, fin });
    }
  };
  inner.on('message', (data) => {
    const text = assignments.reduce((told, [written, set]) => told.replaceAll(written, set), data.toString());
    if (outer.readyState === WebSocket.OPEN) tell(text);
    else early.push(text);
  });
  outer.on('open', () => early.splice(0).forEach(tell));
  outer.on('message', (data) => inner.send(data, { binary: false }));
  for (const socket of [inner, outer]) {
    socket.on('error', () => socket.close());
    socket.on('close', () => {
      inner.close();
      outer.close();
    });
  }
}
new WebSocketServer({ server: bridge, maxPayload }).on('connection', (inner, request) =>
  join(inner, request.url.replace('/devtools/page', '')),
);
bridge.listen(0, '127.0.0.1');
await once(bridge, 'listening');

const deadline = Date.now() + startMs;
while ((await listPages().catch(() => [])).length === 0) {
  if (Date.now() > deadline) {
    console.error('The inspector of WebKitGTK shows no page.');
    window.kill('SIGKILL');
  }
  await pause(lookMs);
}
process.stdout.write(`${bridge.address().port}\n`);
answers.on('line', (line) => process.stdout.write(`${line}\n`));
