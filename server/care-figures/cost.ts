import { sql, type SQL } from 'drizzle-orm';
import { buildDeviceRow, type DeviceRowFacts } from '#contract/pages/figure-rows.ts';
import { type CostFacts, costYearDays } from '#contract/rules/figures/cost.ts';
import type { FigureSet } from '#contract/rules/figures/figure.ts';
import { addDays } from '#contract/rules/hospital-day.ts';
import { aggregate, type Ask, type Counted, dimOf, inServiceOn, momentsOf, ofValue } from './ask.ts';
import { names, type RowSource } from './rows.ts';
import { presentTicket, reportedTickets, ticketColumns } from './tickets.ts';

const hasCost = sql`x.part_cost > 0`;

const costTickets = (ask: Ask): SQL => reportedTickets(ask, sql`null as nothing`);

/** The devices in service at the end of the period that have a price. */
function pricedDevices(ask: Ask): SQL {
  return sql`
    select i.id as device_id, ${dimOf(ask)} as dim, i.price from installation i
    where i.hospital_id = ${ask.scope.id} and i.price > 0 and ${inServiceOn(ask, momentsOf(ask).on)} ${ofValue(ask)}`;
}

/** The tickets of a year up to the end of the period, of those devices. */
function yearTickets(ask: Ask): SQL {
  const year = { ...ask, span: { from: addDays(ask.span.to, 1 - costYearDays), to: ask.span.to } };
  return sql`
    select y.* from (${reportedTickets(year, sql`null as nothing`)}) y
    join (${pricedDevices(ask)}) p on p.device_id = y.device_id where y.part_cost > 0`;
}

/** Adds costs and prices up. */
export async function costFacts(ask: Ask, compare: boolean): Promise<Counted<CostFacts>> {
  const spent = await aggregate<Pick<CostFacts, 'cost' | 'tickets' | 'devices'>>(
    ask,
    costTickets(ask),
    sql`coalesce(sum(x.part_cost) filter (where ${hasCost}), 0)::float8 as cost,
      count(*) filter (where ${hasCost})::int as tickets,
      count(distinct x.device_id) filter (where ${hasCost})::int as devices`,
    compare,
  );
  const year = await aggregate<Pick<CostFacts, 'yearCost' | 'yearTickets'>>(
    ask,
    yearTickets(ask),
    sql`coalesce(sum(x.part_cost), 0)::float8 as "yearCost", count(*)::int as "yearTickets"`,
    compare,
  );
  const priced = await aggregate<Pick<CostFacts, 'price' | 'pricedDevices'>>(
    ask,
    pricedDevices(ask),
    sql`coalesce(sum(x.price), 0)::float8 as price, count(*)::int as "pricedDevices"`,
    compare,
  );
  const none: CostFacts = { cost: 0, tickets: 0, devices: 0, yearCost: 0, yearTickets: 0, price: 0, pricedDevices: 0 };
  const keys = new Set([...spent.byKey.keys(), ...year.byKey.keys(), ...priced.byKey.keys()]);
  return {
    whole: { ...none, ...spent.whole, ...year.whole, ...priced.whole },
    byKey: new Map(
      [...keys].map((key) => [
        key,
        { ...none, ...spent.byKey.get(key), ...year.byKey.get(key), ...priced.byKey.get(key) },
      ]),
    ),
  };
}

/** The sets of this group. */
type CostSet = Extract<FigureSet, `cost.${string}` | `cost-ratio.${string}`>;

/** The tickets or devices behind an amount, the dearest first. */
export function costRows(ask: Ask, set: CostSet): RowSource {
  if (set === 'cost.tickets' || set === 'cost-ratio.tickets') {
    return {
      relation: set === 'cost.tickets' ? costTickets(ask) : yearTickets(ask),
      where: hasCost,
      order: sql`x.part_cost desc, x.id collate "C"`,
      columns: ticketColumns(sql`x.part_cost::float8`),
      present: presentTicket(set, ask.scope.facts.timeZone),
    };
  }
  const spent = sql`
    select x.device_id, sum(x.part_cost)::float8 as amount, count(*)::int as tickets
    from (${costTickets(ask)}) x where ${hasCost} group by x.device_id`;
  return {
    relation:
      set === 'cost.devices'
        ? spent
        : sql`select p.device_id, p.price::float8 as amount, 0 as tickets from (${pricedDevices(ask)}) p`,
    where: sql`true`,
    order: sql`x.amount desc, x.device_id collate "C"`,
    columns: sql`x.device_id as id, ${names}, x.amount,
        case x.tickets when 0 then 'Purchase price' when 1 then '1 ticket' else x.tickets || ' tickets' end as words`,
    present: (device: DeviceRowFacts) => buildDeviceRow(device, 'inr'),
  };
}
