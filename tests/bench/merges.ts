import { sql } from 'drizzle-orm';
import { callPath, calls } from '#contract/index.ts';
import { type MergeKind, mergeKinds } from '#contract/rules/merge-kinds.ts';
import { figures, type Bench, type BenchRow } from './bench.ts';
import { seedGrown } from './grown.ts';
import { openTarget } from './http.ts';
import { buildServer, signInAt, startOurs } from './servers.ts';
import { openWardDatabase } from './ward.ts';

const devices = 1000;
const closings = 20_000;

/** The records that are merged; the first is named by all devices. */
const pairs: Record<MergeKind, readonly [from: string, into: string]> = {
  vendor: ['v0', 'v1'],
  contactPerson: ['c0', 'c1'],
  department: ['d0', 'd1'],
  equipmentType: ['e0', 'e3'],
  make: ['k0', 'k1'],
  model: ['m0', 'm1'],
};

/** Measures merges of records that 1,000 devices name, and their Undo; 20,000 closings name the vendor. */
export const mergeBenches: readonly Bench[] = [
  {
    name: 'merges',
    onRequest: true,
    async run({ times, say }) {
      const database = await openWardDatabase();
      const { id, users } = await seedGrown(database.db, 'G', { devices, entriesEach: 1 });
      await nameEverywhere(database.db, id);
      say(`${devices} devices and ${closings} closings are there`);
      const built = await buildServer();
      const server = await startOurs(database, built);
      const ours = openTarget(server.origin);
      const session = await signInAt(ours, users.hospital.email);
      const timed = async (path: string, body: object) => {
        const from = performance.now();
        await ours.ask({ method: 'POST', path: `/api${path}`, headers: session, body: JSON.stringify(body) });
        return performance.now() - from;
      };
      const rows: BenchRow[] = [];
      for (const kind of mergeKinds) {
        const [from, intoId] = pairs[kind];
        const merging: number[] = [];
        const undoing: number[] = [];
        for (let run = 0; run < times(3, 9); run += 1) {
          merging.push(await timed(callPath(calls.mergeRecords, { kind, id: from }), { intoId }));
          undoing.push(await timed(callPath(calls.undoMerge, { kind, id: from }), {}));
        }
        rows.push(
          { what: `Merge of a ${kind}, ${devices} devices`, ours: figures(merging, 'ms'), met: null },
          { what: `Undo of it`, ours: figures(undoing, 'ms'), met: null },
        );
      }
      ours.close();
      await server.stop();
      await built.remove();
      await database.close();
      return rows;
    },
  },
];

/** Lets all devices name the first record of each kind, and closings its vendor; the other type has a schedule. */
async function nameEverywhere(db: Awaited<ReturnType<typeof openWardDatabase>>['db'], id: string): Promise<void> {
  await db.execute(sql`
    insert into contact_person (hospital_id, id, vendor_id, name, phone, designation)
    select ${id}, 'c' || n, 'v0', 'Person ' || n, '98450', 'Manager' from generate_series(0, 1) n`);
  await db.execute(sql`update equipment_model set equipment_id = 'e0', make_id = 'k0' where hospital_id = ${id}`);
  await db.execute(sql`
    update installation set vendor_id = 'v0', department_id = 'd0', service_contact_id = 'c0', equipment_id = 'e0',
      make_id = 'k0', model_id = 'm0' where hospital_id = ${id}`);
  await db.execute(sql`
    insert into schedule (hospital_id, id, equipment_id, kind, every, unit, basis, first_due_on, done_by)
    values (${id}, 's', 'e3', 'PM', 3, 'month', 'fixed', now()::date - 400, 'in-house')`);
  await db.execute(sql`
    insert into task (hospital_id, id, device_id, type, task_date, source_kind, source_id, occurrence, closed_at, closed_on)
    select ${id}, 'done' || n, 'Gi' || n % ${devices}, 'PM', now()::date - 30, 'warranty', 'Gw' || (n % ${devices}) / 10,
      2 + n / ${devices}, now() - interval '30 days', now()::date - 30
    from generate_series(0, ${closings - 1}) n`);
  await db.execute(sql`
    insert into work_event (hospital_id, id, owner_kind, owner_id, kind, at, received_at, data)
    select ${id}, 'closing' || n, 'task', 'done' || n, 'closed', now() - interval '30 days', now(), '{"vendorId": "v0"}'
    from generate_series(0, ${closings - 1}) n`);
  await db.execute(sql`vacuum analyze`);
}
