import fastify from 'fastify';
import pg from 'pg';
import { changesAbove } from './changes.ts';
import { dashboard } from './dashboard.ts';
import { figuresOf } from './figures.ts';
import { deviceDetails } from './details.ts';
import { readList } from './lists.ts';
import { writeRound, type PlainRound } from './rounds.ts';

/**
 * The server that a developer would write by hand for speed alone: Fastify, one pool, prepared statements. No session,
 * validation or limits; the caller names the user. Reads and writes the same rows as ours. Runs in its own process:
 * DATABASE_URL, PORT.
 */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 20 });
const app = fastify({ logger: false, bodyLimit: 4 * 1024 * 1024 });

interface Asked {
  Headers: { 'x-hospital': string; 'x-user': string; 'x-key': string };
  Querystring: { cursor?: string; page?: string; search?: string; from?: string; to?: string };
  Params: { name: string };
}

app.get('/ready', () => ({ ready: true }));
app.post<Asked & { Body: PlainRound }>('/rounds', (request) => {
  const { 'x-hospital': hospital, 'x-user': user, 'x-key': key } = request.headers;
  return writeRound(pool, { hospital, user, key }, request.body);
});
app.get<Asked>('/changes', ({ headers, query }) =>
  changesAbove(pool, headers['x-hospital'], Number(query.cursor ?? 0)),
);
app.get<Asked>('/dashboard', ({ headers }) => dashboard(pool, headers['x-hospital']));
app.get<Asked>('/figures', ({ headers, query }) =>
  figuresOf(pool, headers['x-hospital'], query.from ?? '', query.to ?? ''),
);
app.get<Asked>('/details/:name', ({ headers, params }) => deviceDetails(pool, headers['x-hospital'], params.name));
app.get<Asked>('/lists/:name', ({ headers, params, query }) =>
  readList(pool, params.name, headers['x-hospital'], { page: Number(query.page ?? 1), text: query.search ?? '' }),
);

await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) });
process.on('SIGTERM', () => {
  void app.close().then(() => pool.end());
});
