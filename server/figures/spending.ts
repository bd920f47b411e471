import { sql, type SQL } from 'drizzle-orm';
import { deviceShare, type PricedAgreement } from '#contract/rules/agreements/price.ts';
import type { HospitalScope } from '../db/scope.ts';
import { type Ask, dimOf, isDevice, ofValue } from './ask.ts';
import { isReported } from './tickets.ts';

/**
 * Selects the spending in the period on devices (`i`) that meet a condition: a row for each device with part costs,
 * with `device_id`, `dim`, `part_cost` and the number of `tickets`, and one for each device of each priced contract, with
 * `contract_id` and `contract_cost`. The contract's share rule computes the amount per device; only devices that count
 * in figures are included. Amounts are numeric: a sum of floats depends on the order of the rows, and two pages would
 * differ by a paisa.
 */
export async function spending(ask: Ask, where: SQL): Promise<SQL> {
  const { ids, shares } = await readShares(ask);
  return sql`
    select s.*, ${dimOf(ask)} as dim
    from (
      select t.device_id, sum(t.part_cost) as part_cost, count(*)::int as tickets, null::text as contract_id,
        0::numeric as contract_cost
      from ticket t where ${isReported(ask)} and t.part_cost > 0 group by t.device_id
      union all
      select w.device_id, 0::numeric, 0, c.id, c.share::numeric
      from unnest(${sql.param(ids)}::text[], ${sql.param(shares)}::float8[]) as c (id, share)
      join warranty_serial w on w.hospital_id = ${ask.scope.id} and w.warranty_id = c.id
    ) s
    join installation i on i.hospital_id = ${ask.scope.id} and i.id = s.device_id
    where ${isDevice} and ${where} ${ofValue(ask)}`;
}

/** Reads each device's share of a contract's cost for the elapsed days of the period, by contract id. */
async function readShares({ scope, span, today }: Ask): Promise<{ ids: string[]; shares: number[] }> {
  const days = { from: span.from, to: span.to < today ? span.to : today };
  const contracts = (await pricedAgreements(scope)).filter(
    ({ startOn, endOn }) => startOn <= days.to && endOn >= days.from,
  );
  return {
    ids: contracts.map(({ id }) => id),
    shares: contracts.map((contract) => deviceShare(contract, contract.devices, days)),
  };
}

interface SharedAgreement extends PricedAgreement, Record<string, unknown> {
  id: string;
  /** The number of devices that share its price. */
  devices: number;
}

const pricedOf = new WeakMap<HospitalScope, Promise<SharedAgreement[]>>();

/** Reads the priced contracts once per request: a chart needs the shares for each of its months. */
function pricedAgreements(scope: HospitalScope): Promise<SharedAgreement[]> {
  const priced =
    pricedOf.get(scope) ??
    scope.rows<SharedAgreement>(sql`
      select w.id, w.start_on as "startOn", w.end_on as "endOn", (w.terms->>'yearlyPrice')::float8 as "yearlyPrice",
        (w.terms->>'taxPercent')::float8 as "taxPercent", count(*)::int as devices
      from warranty w
      join warranty_serial s on s.hospital_id = w.hospital_id and s.warranty_id = w.id
      join installation i on i.hospital_id = s.hospital_id and i.id = s.device_id
      where w.hospital_id = ${scope.id} and w.retired_at is null and (w.terms->>'yearlyPrice')::float8 > 0 and ${isDevice}
      group by w.hospital_id, w.id`);
  pricedOf.set(scope, priced);
  return priced;
}
