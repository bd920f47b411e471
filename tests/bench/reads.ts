import type pg from 'pg';
import { callPath, calls } from '#contract/index.ts';
import { comparedRow, type Bench, type BenchRow } from './bench.ts';
import { byClients, inTurn } from './http.ts';
import { registerSize } from './register.ts';
import { signInAt } from './servers.ts';
import { theRegister } from './walked-register.ts';

const clients = 8;
const callsInBlock = 160;
const callsAlone = 40;
/** Devices of the round in a page of changes. */
const pulledDevices = 40;

interface Asked {
  what: string;
  ours: (at: number, pair: number) => Call;
  plain: (at: number) => Call;
}

interface Call {
  path: string;
  headers: Record<string, string>;
}

/**
 * Measures pull, a list with its count and a device's page over HTTP, compared with a plain server that reads the same
 * rows.
 */
export const readBenches: readonly Bench[] = [
  {
    name: 'server reads',
    async run(context) {
      const register = await theRegister(context);
      const { ours, plain, hospital, session, database } = register;
      const devices = await register.walkAll();
      const head = await indexRound(database.pool, hospital.id, devices);
      const who = { 'x-hospital': hospital.id, 'x-user': hospital.users.bme.id };
      const serial = (at: number) => devices[at % devices.length]?.serialNumber ?? '';
      // A session may request only a limited number of pages a minute.
      const sessions = [session];
      while (sessions.length < 6) sessions.push(await signInAt(ours, hospital.users.bme.email));
      const page: Asked = {
        what: 'Page of a device',
        ours: (at, pair) => ({
          path: `/api${callPath(calls.deviceDetails, { serialNumber: serial(at) })}`,
          headers: sessions[pair % sessions.length] ?? session,
        }),
        plain: (at) => ({ path: `/details/${serial(at)}`, headers: who }),
      };
      const asked: Asked[] = [
        {
          what: `Pull of the ${pulledDevices + 2} records of a round`,
          ours: () => ({ path: `/api${callPath(calls.syncChanges)}?cursor=${head - 1}`, headers: session }),
          plain: () => ({ path: `/changes?cursor=${head - 1}`, headers: who }),
        },
        {
          what: `List of ${registerSize.installations.toLocaleString('en')} devices with its count`,
          ours: (at) => ({ path: `/api${callPath(calls.deviceList)}?page=${1 + (at % 50)}`, headers: session }),
          plain: (at) => ({ path: `/lists/deviceList?page=${1 + (at % 50)}`, headers: who }),
        },
        page,
      ];
      const rows: BenchRow[] = [];
      for (const { what, ...call } of asked) {
        const perSecond = (ms: number) => (callsInBlock / ms) * 1000;
        const taken = await inTurn(
          context.times(3, 9),
          async (pair) => perSecond(await byClients(clients, callsInBlock, (at) => ours.ask(call.ours(at, pair)))),
          async () => perSecond(await byClients(clients, callsInBlock, (at) => plain.ask(call.plain(at)))),
        );
        rows.push(
          comparedRow({
            what: `${what}, ${clients} clients, HTTP`,
            peerName: 'plain Fastify',
            unit: '/s',
            ...taken,
            atLeast: 0.6,
          }),
        );
      }
      const taken = await inTurn(
        context.times(5, 11),
        async () => (await byClients(1, callsAlone, (at) => ours.ask(page.ours(at, 0)))) / callsAlone,
        async () => (await byClients(1, callsAlone, (at) => plain.ask(page.plain(at)))) / callsAlone,
      );
      const what = 'Page of a device, one call after the other';
      return [...rows, comparedRow({ what, peerName: 'plain Fastify', unit: 'ms', ...taken, atMost: 1.2 })];
    },
  },
];

/** Moves a round, its template and its devices to a new version of the hospital, and returns that version. */
async function indexRound(pool: pg.Pool, hospitalId: string, devices: readonly { id: string }[]): Promise<number> {
  const found = await pool.query<{ version: string }>(
    `with head as (
      update hospital_head set version = version + 1 where hospital_id = $1 returning version
    ), changed as (
      select 'device' as kind, id from unnest($2::text[]) id
      union all (select 'round', id from round where hospital_id = $1 order by submitted_at desc limit 1)
      union all (select 'template', id from round_template where hospital_id = $1 limit 1)
    )
    insert into sync_index (hospital_id, kind, entity_id, version, changed_at)
    select $1, kind, id, head.version, now() from changed, head
    on conflict (hospital_id, kind, entity_id) do update set version = excluded.version
    returning version`,
    [hospitalId, devices.slice(0, pulledDevices).map(({ id }) => id)],
  );
  return Number(found.rows[0]?.version);
}
