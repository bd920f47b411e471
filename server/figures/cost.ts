import { sql, type SQL } from 'drizzle-orm';
import {
  buildAgreementRow,
  buildDeviceRow,
  type AgreementRowFacts,
  type DeviceRowFacts,
} from '#contract/pages/figure-rows.ts';
import { type CostFacts, costYearDays, nothingSpent, type Spent } from '#contract/rules/figures/cost.ts';
import type { FigureSet } from '#contract/rules/figures/figure.ts';
import { addDays } from '#contract/rules/hospital-day.ts';
import { aggregate, type Ask, type Counted, dimOf, inServiceOn, momentsOf, ofValue } from './ask.ts';
import type { FigurePart } from './kept-parts.ts';
import { names, type RowSource } from './rows.ts';
import { spending } from './spending.ts';
import { presentTicket, reportedTickets, ticketColumns } from './tickets.ts';

/** Selects devices (`i`) with a price that were in service at the end of the period. */
const isPriced = (ask: Ask): SQL => sql`i.price > 0 and ${inServiceOn(ask, momentsOf(ask).on)}`;

/** Selects those devices. */
function pricedDevices(ask: Ask): SQL {
  return sql`
    select i.id as device_id, ${dimOf(ask)} as dim, i.price from installation i
    where i.hospital_id = ${ask.scope.id} and ${isPriced(ask)} ${ofValue(ask)}`;
}

/** Returns the question for the year before the end of the period. */
const yearOf = (ask: Ask): Ask => ({
  ...ask,
  span: { from: addDays(ask.span.to, 1 - costYearDays), to: ask.span.to },
});

const spentColumns = sql`
  coalesce(sum(x.part_cost), 0)::float8 as "partCost", coalesce(sum(x.tickets), 0)::int as tickets,
  coalesce(sum(x.contract_cost), 0)::float8 as "contractCost",
  count(distinct x.contract_id)::int as contracts, count(distinct x.device_id)::int as devices`;

/** Adds up costs and prices. */
export const costPart: FigurePart<CostFacts> = {
  name: 'cost',
  settings: [],
  reachOf: (ask) => {
    const { from } = yearOf(ask).span;
    const days = { from: from < ask.span.from ? from : ask.span.from, to: ask.span.to };
    return [
      { source: 'register', ...days },
      { source: 'plan', ...days },
      { source: 'ticket', ...days },
    ];
  },
  count: costFacts,
};

async function costFacts(ask: Ask, compare: boolean): Promise<Counted<CostFacts>> {
  const spent = await aggregate<Spent>(ask, await spending(ask, sql`true`), spentColumns, compare);
  const year = await aggregate<Spent>(ask, await spending(yearOf(ask), isPriced(ask)), spentColumns, compare);
  const priced = await aggregate<Pick<CostFacts, 'price' | 'pricedDevices'>>(
    ask,
    pricedDevices(ask),
    sql`coalesce(sum(x.price), 0)::float8 as price, count(*)::int as "pricedDevices"`,
    compare,
  );
  const keys = new Set([...spent.byKey.keys(), ...year.byKey.keys(), ...priced.byKey.keys()]);
  return {
    whole: { spent: spent.whole, year: year.whole, ...priced.whole },
    byKey: new Map(
      [...keys].map((key) => [
        key,
        {
          spent: spent.byKey.get(key) ?? nothingSpent,
          year: year.byKey.get(key) ?? nothingSpent,
          ...(priced.byKey.get(key) ?? { price: 0, pricedDevices: 0 }),
        },
      ]),
    ),
  };
}

/** The sets of rows that this file serves. */
type CostSet = Extract<FigureSet, `cost.${string}` | `cost-ratio.${string}`>;

/** Lists the tickets, contracts or devices behind an amount, the most expensive first. */
export async function costRows(ask: Ask, set: CostSet): Promise<RowSource> {
  const isYear = set.startsWith('cost-ratio');
  const [about, where] = isYear ? [yearOf(ask), isPriced(ask)] : [ask, sql`true`];
  switch (set) {
    case 'cost.tickets':
    case 'cost-ratio.tickets':
      return ticketRows(
        ask,
        set,
        isYear
          ? sql`
        select t.* from (${reportedTickets(about, sql`t.*`)}) t
        join (${pricedDevices(ask)}) p on p.device_id = t.device_id`
          : reportedTickets(about, sql`t.*`),
      );
    case 'cost.contracts':
    case 'cost-ratio.contracts':
      return agreementRows(ask, await spending(about, where));
    case 'cost.devices':
    case 'cost-ratio.spent':
      return deviceRows(
        sql`select x.device_id, sum(x.part_cost + x.contract_cost)::float8 as amount, sum(x.tickets)::int as tickets,
          count(x.contract_id)::int as contracts from (${await spending(about, where)}) x group by x.device_id`,
        sql`concat_ws(', ', case x.tickets when 0 then null when 1 then '1 ticket' else x.tickets || ' tickets' end,
          case x.contracts when 0 then null when 1 then '1 contract' else x.contracts || ' contracts' end)`,
      );
    case 'cost-ratio.devices':
      return deviceRows(
        sql`select p.device_id, p.price::float8 as amount from (${pricedDevices(ask)}) p`,
        sql`'Purchase price'`,
      );
  }
}

function ticketRows(ask: Ask, set: CostSet, relation: SQL): RowSource {
  return {
    relation,
    where: sql`x.part_cost > 0`,
    order: sql`x.part_cost desc, x.id collate "C"`,
    columns: ticketColumns(sql`x.part_cost::float8`),
    present: presentTicket(set, ask.scope.facts.timeZone),
  };
}

function agreementRows(ask: Ask, spent: SQL): RowSource {
  return {
    relation: sql`
      select w.id, null::text as device_id, w.number, w.kind, coalesce(v.name, '') as vendor, x.amount, x.devices
      from (
        select x.contract_id, sum(x.contract_cost)::float8 as amount, count(*)::int as devices
        from (${spent}) x where x.contract_id is not null group by x.contract_id
      ) x
      join warranty w on w.hospital_id = ${ask.scope.id} and w.id = x.contract_id
      left join vendor v on v.hospital_id = w.hospital_id and v.id = w.vendor_id`,
    where: sql`true`,
    order: sql`x.amount desc, x.id collate "C"`,
    columns: sql`x.id, x.number, x.kind, x.vendor as "vendorName", x.devices, x.amount`,
    present: (contract: AgreementRowFacts) => buildAgreementRow(contract),
  };
}

function deviceRows(relation: SQL, words: SQL): RowSource {
  return {
    relation,
    where: sql`true`,
    order: sql`x.amount desc, x.device_id collate "C"`,
    columns: sql`x.device_id as id, ${names}, x.amount, ${words} as words`,
    present: (device: DeviceRowFacts) => buildDeviceRow(device, 'inr'),
  };
}
