import type { Seeded } from '#tests/faults/seeded.ts';
import type { Draft } from './request.ts';
import { rawBytes } from './values.ts';

/** Methods that Node parses; no call uses most of them. */
const methods = [
  'GET',
  'POST',
  'PUT',
  'DELETE',
  'PATCH',
  'OPTIONS',
  'HEAD',
  'HEAD',
  'TRACE',
  'PROPFIND',
  'SEARCH',
  'LOCK',
];

/** URLs that are not calls: pages, files, API descriptions, health checks, and what scanners look for. */
const addresses = [
  '/',
  '/index.html',
  '/service-worker.js',
  '/manifest.webmanifest',
  '/assets/',
  '/assets/none.js',
  '/assets/%2e%2e/%2e%2e/server/main.js',
  '/assets/..%2f..%2fserver%2fmain.js',
  '/%2e%2e/%2e%2e/package.json',
  '/../../../../etc/passwd',
  '/..%5c..%5cetc',
  '/.git/config',
  '/.env',
  '/index.html%00.js',
  '/index.html/',
  '/breakdown?status=Open',
  '/api',
  '/api/',
  '/api//',
  '//api/health/live',
  '//evil.test/%2e%2e',
  '/api/../api/health/live',
  '/%61pi/Auth/profile',
  '/api/none',
  '/api/__proto__',
  '/api/constructor/prototype',
  '/api/openapi.json',
  '/api/docs',
  '/api/docs/',
  '/api/docs/json',
  '/api/docs/yaml',
  '/api/docs/static/index.html',
  '/api/docs/static/..%2f..%2fpackage.json',
  '/api/docs/static/none.js',
  '/api/docs/static/%ff',
  '/api/docs/uiConfig',
  '/api/docs/initOAuth',
  '/api/health/live',
  '/api/health/ready',
  '/api/metrics',
  '/api/Attachments/..%2f..%2fx',
  'http://evil.test/api/Auth/profile',
  'http://evil.test',
  '*',
  '/?',
  '/#x',
  '/api?x',
  `/${'a'.repeat(7000)}`,
  `/api/${'a/'.repeat(3000)}`,
  `/api/BreakDown/${'a'.repeat(5000)}`,
  `/api/BreakDown/paged?${'a=1&'.repeat(2500)}`,
  `/${'a'.repeat(17_000)}`,
  '/api/BreakDown/paged?__proto__[x]=1&constructor=2&page=1&page=2',
  '/api/BreakDown/paged?%ff=%ff&=&&&a',
] as const;

const tails = [
  '/',
  '//',
  '/.',
  '/..',
  '.',
  ';a=b',
  '?',
  '??',
  '#x',
  '%20',
  '%00',
  '%2f',
  '.json',
  '?page=%',
  '?%zz=1',
  '&a=1',
  '/x/y',
];

/** Node closes a connection with a longer first line. Units: characters. */
const longest = 12_000;

/** Another method, a URL similar to the right one, or one that does not exist. */
export function mutateAddress(draft: Draft, random: Seeded): Draft {
  const changed = change(draft, random);
  const { method, target } = changed;
  const isBodiless = method === 'GET' || method === 'HEAD' || method === 'TRACE' || method === 'OPTIONS';
  return {
    ...changed,
    body: isBodiless && random.chance(0.9) ? undefined : changed.body,
    isAlone: draft.isAlone === true || target.length > longest || method === 'TRACE' || !target.startsWith('/'),
  };
}

function change(draft: Draft, random: Seeded): Draft {
  const { target } = draft;
  const [path = '', query] = target.split('?');
  const segments = path.split('/');
  switch (random.below(8)) {
    case 0:
    case 1:
      return { ...draft, method: random.pick(methods) };
    case 2:
      return { ...draft, method: 'HEAD' };
    case 3:
      return { ...draft, target: `${target}${random.pick(tails)}` };
    case 4:
      return {
        ...draft,
        target: `${random.chance(0.5) ? path.toUpperCase() : path.toLowerCase()}${query === undefined ? '' : `?${query}`}`,
      };
    case 5: {
      const at = random.below(segments.length);
      return { ...draft, target: segments.with(at, random.pick(rawBytes)).join('/') || '/' };
    }
    default:
      return {
        ...draft,
        method: random.pick(['GET', 'GET', 'HEAD', 'POST', 'OPTIONS']),
        target: random.pick(addresses),
      };
  }
}

const head = 'host: ward.test\r\n';
/** Bytes that are no request or several: a proxy and the server may parse them differently. */
const brokenRequests = [
  'GET / HTTP/1.1\r\n\r\n',
  `GET / HTTP/1.1\r\n${head}${head}\r\n`,
  `GET /api/health/live HTTP/1.0\r\n${head}\r\n`,
  'GET /api/health/live\r\n\r\n',
  `GET  /api/health/live HTTP/1.1\r\n${head}\r\n`,
  `GET /api/health/live HTTP/9.9\r\n${head}\r\n`,
  `get /api/health/live HTTP/1.1\r\n${head}\r\n`,
  `FOO /api/health/live HTTP/1.1\r\n${head}\r\n`,
  `GET /api/he alth HTTP/1.1\r\n${head}\r\n`,
  `GET /\u0000 HTTP/1.1\r\n${head}\r\n`,
  `GET /api/health/live HTTP/1.1\n${head}\n`,
  `GET /api/health/live HTTP/1.1\r\n${head}x y: z\r\n\r\n`,
  `GET /api/health/live HTTP/1.1\r\n${head}x : z\r\n\r\n`,
  `GET /api/health/live HTTP/1.1\r\n${head}x: a\r\n b\r\n\r\n`,
  `GET /api/health/live HTTP/1.1\r\n${head}x: a\u0000b\r\n\r\n`,
  `GET /api/health/live HTTP/1.1\r\n${head}x: ${'y'.repeat(20_000)}\r\n\r\n`,
  `POST /api/Auth/login HTTP/1.1\r\n${head}content-length: 3\r\ncontent-length: 2\r\n\r\n{}x`,
  `POST /api/Auth/login HTTP/1.1\r\n${head}content-length: -1\r\n\r\n{}`,
  `POST /api/Auth/login HTTP/1.1\r\n${head}content-length: 1e1\r\n\r\n{}`,
  `POST /api/Auth/login HTTP/1.1\r\n${head}content-length: 99999999999999999999\r\n\r\n{}`,
  `POST /api/Auth/login HTTP/1.1\r\n${head}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
  `POST /api/Auth/login HTTP/1.1\r\n${head}transfer-encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
  `POST /api/Auth/login HTTP/1.1\r\n${head}transfer-encoding: xchunked\r\n\r\n0\r\n\r\n`,
  `POST /api/Auth/login HTTP/1.1\r\n${head}transfer-encoding: chunked\r\n\r\nzz\r\n\r\n`,
  `POST /api/Auth/login HTTP/1.1\r\n${head}transfer-encoding: chunked\r\n\r\n5\r\n{}\r\n0\r\n\r\n`,
  `POST /api/Auth/login HTTP/1.1\r\n${head}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n2;x=y\r\n{}\r\n0\r\nx-trailer: 1\r\n\r\n`,
  `CONNECT ward.test:443 HTTP/1.1\r\n${head}\r\n`,
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\u0016\u0003\u0001\u0002\u0000\u0001',
  '\u0000'.repeat(100),
] as const;

/** A request that breaks HTTP framing. */
export function brokenRequest(random: Seeded): Draft {
  const text = random.pick(brokenRequests);
  const method = /^[A-Z]+/.exec(text)?.[0] ?? 'GET';
  return {
    method,
    target: text.split(' ')[1] ?? '',
    headers: [],
    body: undefined,
    framing: 'length',
    raw: Buffer.from(text, 'latin1'),
    isAlone: true,
  };
}
