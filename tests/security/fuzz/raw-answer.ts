import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** An HTTP response, parsed more strictly than a browser does. */
export interface RawAnswer {
  status: number;
  /** Names in lower case; one entry per line. */
  headers: readonly [string, string][];
  /** As sent, without chunk framing. */
  body: Buffer;
  /** Format errors of the response. */
  faults: string[];
}

/** Collects the bytes of one connection and detects the end of a response. */
export interface AnswerReader {
  /** Returns the response and the bytes after it once it is complete; `closed`: no more bytes will come. */
  read(bytes: Buffer, closed?: boolean): { answer: RawAnswer; rest: Buffer } | undefined;
}

const headEnd = Buffer.from('\r\n\r\n');
const statusLine = /^HTTP\/1\.1 (\d{3}) [\x20-\x7e]*$/;
const headerLine = /^([!#$%&'*+.^_`|~0-9a-z-]+): ?([\x20-\x7e\x80-\xff\t]*)$/i;

/**
 * Parses the response to one request, whose method decides whether a body follows. `isStream`: it ends after its head.
 * Source: RFC 9112, section 6.3.
 */
export function createAnswerReader(method: string, isStream: (head: RawAnswer) => boolean): AnswerReader {
  let buffered: Buffer = Buffer.alloc(0);
  let head: RawAnswer | undefined;
  return {
    read(bytes, closed = false) {
      buffered = buffered.length === 0 ? bytes : Buffer.concat([buffered, bytes]);
      while (!head) {
        const end = buffered.indexOf(headEnd);
        if (end < 0) return undefined;
        const read = readHead(buffered.subarray(0, end).toString('latin1'));
        buffered = buffered.subarray(end + headEnd.length);
        // An interim response (100 Continue) precedes the final one.
        if (read.status >= 200 || read.status === 0) head = read;
      }
      const framed = isStream(head) ? { body: buffered, length: buffered.length } : readBody(method, head, buffered);
      if (framed === undefined) {
        if (!closed) return undefined;
        if (hasFrame(head)) head.faults.push(`the connection ended ${buffered.length} bytes into the body`);
        return { answer: { ...head, body: buffered }, rest: Buffer.alloc(0) };
      }
      return { answer: { ...head, body: Buffer.from(framed.body) }, rest: buffered.subarray(framed.length) };
    },
  };
}

function readHead(text: string): RawAnswer {
  const [first = '', ...lines] = text.split('\r\n');
  const faults: string[] = [];
  const status = Number(statusLine.exec(first)?.[1] ?? 0);
  if (status === 0) faults.push(`no status line: ${JSON.stringify(first.slice(0, 80))}`);
  const headers: [string, string][] = [];
  for (const line of lines) {
    const [, name, value] = headerLine.exec(line) ?? [];
    if (name === undefined || value === undefined) faults.push(`no header line: ${JSON.stringify(line.slice(0, 80))}`);
    else headers.push([name.toLowerCase(), value.trim()]);
  }
  for (const single of ['content-length', 'content-type', 'transfer-encoding', 'location', 'idempotency-key']) {
    if (headers.filter(([name]) => name === single).length > 1) faults.push(`${single} stands twice`);
  }
  return { status, headers, body: Buffer.alloc(0), faults };
}

/** The value of a header that occurs once. */
export function headerOf({ headers }: Pick<RawAnswer, 'headers'>, name: string): string | undefined {
  return headers.find(([each]) => each === name)?.[1];
}

/** Returns whether the head determines where the body ends. */
function hasFrame(head: RawAnswer): boolean {
  return headerOf(head, 'content-length') !== undefined || headerOf(head, 'transfer-encoding') !== undefined;
}

/** The body at the start of the bytes and its length on the wire; undefined while incomplete. */
function readBody(method: string, head: RawAnswer, bytes: Buffer): { body: Buffer; length: number } | undefined {
  if (method === 'HEAD' || head.status === 204 || head.status === 304) return { body: Buffer.alloc(0), length: 0 };
  const told = headerOf(head, 'content-length');
  const coding = headerOf(head, 'transfer-encoding');
  if (told !== undefined && coding !== undefined) head.faults.push('content-length beside transfer-encoding');
  if (coding !== undefined) return readChunks(head, bytes);
  if (told === undefined) {
    if (head.faults.length === 0) head.faults.push('nothing says where the body ends');
    return undefined;
  }
  if (!/^\d+$/.test(told)) head.faults.push(`content-length: ${told}`);
  const length = Number(told);
  return bytes.length < length ? undefined : { body: bytes.subarray(0, length), length };
}

function readChunks(head: RawAnswer, bytes: Buffer): { body: Buffer; length: number } | undefined {
  const parts: Buffer[] = [];
  for (let at = 0; ;) {
    const end = bytes.indexOf('\r\n', at);
    if (end < 0) return undefined;
    const text = bytes.subarray(at, end).toString('latin1');
    if (!/^[0-9a-f]{1,8}$/i.test(text)) {
      head.faults.push(`no length of a chunk: ${JSON.stringify(text.slice(0, 40))}`);
      return { body: Buffer.concat(parts), length: bytes.length };
    }
    const size = Number.parseInt(text, 16);
    const next = end + 2 + size + 2;
    if (bytes.length < next) return undefined;
    parts.push(bytes.subarray(end + 2, end + 2 + size));
    if (size === 0) return { body: Buffer.concat(parts), length: next };
    at = next;
  }
}

/** How a body of each encoding is read. */
const readers: Readonly<Record<string, (body: Buffer) => Buffer>> = { br: brotliDecompressSync, gzip: gunzipSync };

/** The body as a client shows it. Throws: if it is not compressed as its head says. */
export function plainBody(answer: RawAnswer): Buffer {
  const read = readers[headerOf(answer, 'content-encoding') ?? ''];
  return read && answer.body.length > 0 ? read(answer.body) : answer.body;
}
