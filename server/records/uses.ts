import { sql, type SQL } from 'drizzle-orm';
import { type Use, type UseKind, usesWords } from '#contract/rules/uses.ts';
import type { WriteScope } from '../db/scope.ts';
import { ApiError } from '../problem.ts';

/** Maximum number of records of a kind that a refusal names. */
const mostNamed = 5;

/** Selects the records of one kind that use a record: `id`, `name` and sort key `place`. */
type UseOf = readonly [kind: UseKind, select: (scope: WriteScope, id: string) => SQL];

const devices = (condition: (id: string) => SQL): UseOf => [
  'device',
  ({ id: hospitalId }, id) => sql`
    select i.id, i.serial_number as name, i.serial_order as place from installation i
    where i.hospital_id = ${hospitalId} and i.retired_at is null and ${condition(id)}`,
];

const usesOf = {
  vendor: [
    devices((id) => sql`i.vendor_id = ${id}`),
    [
      'contactPerson',
      ({ id: hospitalId }, id) => sql`
        select id, name, name_order as place from contact_person
        where hospital_id = ${hospitalId} and retired_at is null and vendor_id = ${id}`,
    ],
    [
      'agreement',
      ({ id: hospitalId }, id) => sql`
        select id, number as name, number_order as place from warranty
        where hospital_id = ${hospitalId} and retired_at is null and vendor_id = ${id}`,
    ],
    [
      'schedule',
      ({ id: hospitalId }, id) => sql`
        select id, coalesce(nullif(title, ''), kind) as name, ward_order(title) as place from schedule
        where hospital_id = ${hospitalId} and retired_at is null and vendor_id = ${id}`,
    ],
  ],
  contactPerson: [devices((id) => sql`(i.service_contact_id = ${id} or i.sales_contact_id = ${id})`)],
  department: [
    devices((id) => sql`i.department_id = ${id}`),
    [
      'template',
      ({ id: hospitalId }, id) => sql`
        select id, name, ward_order(name) as place from round_template
        where hospital_id = ${hospitalId} and retired_at is null and department_id = ${id}`,
    ],
  ],
} as const satisfies Record<string, readonly UseOf[]>;

/**
 * Refuses to retire a record that others use. The context names the first of them.
 * Throws: ApiError `record.in_use`, for example `Meditech cannot be deleted: 5 devices and 1 schedule use it.`
 */
export async function refuseInUse(
  scope: WriteScope,
  kind: keyof typeof usesOf,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const uses = await scope.rows<Use & Record<string, unknown>>(
    sql.join(
      usesOf[kind].map(
        ([use, select]) => sql`
          select ${use}::text as kind, count(*)::int as count, coalesce(
            json_agg(json_build_object('id', x.id, 'name', x.name) order by x.nth) filter (where x.nth <= ${mostNamed}), '[]'
          ) as first
          from (select u.*, row_number() over (order by u.place, u.id) as nth from (${select(scope, id)}) u) x
          having count(*) > 0`,
      ),
      sql` union all `,
    ),
  );
  if (uses.length === 0) return;
  throw new ApiError('record.in_use', `${name} cannot be deleted: ${usesWords(uses)}.`, { context: { uses } });
}
