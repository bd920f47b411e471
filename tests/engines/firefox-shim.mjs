#!/usr/bin/env node
// Stands in for Firefox under Playwright's channel `moz-firefox`: starts the program of FIREFOX_PATH and passes
// WebDriver BiDi through, except for three things that the ESR does not do as Playwright expects.
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { WebSocket, WebSocketServer } from 'ws';

/** Commands that this Firefox does not know and that are answered as done: colour schemes cannot be emulated. */
const unknown = new Set(['emulation.setMediaFeaturesOverride']);
/** Playwright's `fill` assigns `value`, which React wraps and therefore misses, so the native setter is called. */
const assignments = [
  ['inputElement.value = value;', 'value'],
  ['inputElement.value += text;', 'text'],
];
const setValue = (what) =>
  `Object.getOwnPropertyDescriptor(Object.getPrototypeOf(inputElement), 'value').set.call(inputElement, ${what});`;
const maxPayload = 512 * 1024 * 1024;

const firefox = spawn(process.env.FIREFOX_PATH, process.argv.slice(2), { stdio: ['ignore', 'inherit', 'pipe'] });
firefox.on('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => firefox.kill(signal));

/** Translates a message for Firefox; returns null if it is answered here. */
function translated(text, answer) {
  if (text.includes('emulation.')) {
    const { id, method } = JSON.parse(text);
    if (unknown.has(method)) {
      answer(JSON.stringify({ type: 'success', id, result: {} }));
      return null;
    }
  }
  if (!text.includes('bidiInsertText')) return text;
  return assignments.reduce((told, [written, what]) => told.replaceAll(written, setValue(what)), text);
}

/** Adds an id to a download event: Playwright ignores downloads without one, as for data that a page generates. */
function withDownloadId(data) {
  const text = data.toString();
  if (!text.includes('browsingContext.download')) return text;
  const event = JSON.parse(text);
  if (!event.method?.startsWith('browsingContext.download')) return text;
  event.params.download ??= event.params.navigation ?? event.params.url;
  return JSON.stringify(event);
}

function bridge(inner, target) {
  const outer = new WebSocket(target, { maxPayload });
  const early = [];
  inner.on('message', (data) => {
    const told = translated(data.toString(), (reply) => inner.send(reply));
    if (told === null) return;
    if (outer.readyState === WebSocket.OPEN) outer.send(told);
    else early.push(told);
  });
  outer.on('open', () => {
    for (const text of early.splice(0)) outer.send(text);
  });
  outer.on('message', (data) => inner.send(withDownloadId(data), { binary: false }));
  for (const [socket, other] of [
    [inner, outer],
    [outer, inner],
  ]) {
    socket.on('close', () => other.close());
    socket.on('error', () => other.close());
  }
}

createInterface({ input: firefox.stderr }).on('line', (line) => {
  const found = /WebDriver BiDi listening on ws:\/\/127\.0\.0\.1:(\d+)/.exec(line);
  if (!found) {
    process.stderr.write(`${line}\n`);
    return;
  }
  const http = createServer();
  new WebSocketServer({ server: http, maxPayload }).on('connection', (inner, request) =>
    bridge(inner, `ws://127.0.0.1:${found[1]}${request.url}`),
  );
  http.listen(0, '127.0.0.1', () =>
    process.stderr.write(`WebDriver BiDi listening on ws://127.0.0.1:${http.address().port}\n`),
  );
});
