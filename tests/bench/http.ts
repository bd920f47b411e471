import { Agent, request } from 'node:http';

/** A server under measurement, called over real HTTP with persistent connections. */
export interface Target {
  /** Sends a request and discards the body unless it is wanted. Throws: on a status of 300 or more. */
  ask(call: { method?: string; path: string; headers?: Record<string, string>; body?: string }): Promise<string>;
  close(): void;
}

/** Opens clients of a server. */
export function openTarget(origin: string): Target {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  return {
    ask: ({ method = 'GET', path, headers = {}, body }) =>
      new Promise((resolve, reject) => {
        const content = body === undefined ? undefined : Buffer.from(body);
        const sent = request(
          `${origin}${path}`,
          {
            method,
            agent,
            headers: {
              ...headers,
              ...(content && { 'content-type': 'application/json', 'content-length': content.length }),
            },
          },
          (answer) => {
            const parts: Buffer[] = [];
            answer.on('data', (part: Buffer) => parts.push(part));
            answer.on('error', reject);
            answer.on('end', () => {
              const text = Buffer.concat(parts).toString('utf8');
              if ((answer.statusCode ?? 0) < 300) resolve(text);
              else reject(new Error(`${method} ${path} ${answer.statusCode}: ${text}`));
            });
          },
        );
        sent.on('error', reject);
        sent.end(content);
      }),
    close: () => agent.destroy(),
  };
}

/** Runs `count` jobs, a fixed number at a time. Units: milliseconds. */
export async function byClients(
  clients: number,
  count: number,
  work: (at: number) => Promise<unknown>,
): Promise<number> {
  const from = performance.now();
  let next = 0;
  const client = async (): Promise<void> => {
    while (next < count) {
      next += 1;
      await work(next - 1);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return performance.now() - from;
}

/** Runs two sides alternately, each first every second time; the first pair is a warm-up and does not count. */
export async function inTurn<T = number>(
  pairs: number,
  ours: (pair: number) => Promise<T>,
  peer: (pair: number) => Promise<T>,
): Promise<{ ours: T[]; peer: T[] }> {
  const taken = { ours: [] as T[], peer: [] as T[] };
  for (let pair = 0; pair <= pairs; pair += 1) {
    const first = pair % 2 === 0 ? await ours(pair) : undefined;
    const beside = await peer(pair);
    const mine = first ?? (await ours(pair));
    if (pair === 0) continue;
    taken.ours.push(mine);
    taken.peer.push(beside);
  }
  return taken;
}
