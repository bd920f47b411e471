import { figure, type Figure, type FigurePart, type FigureSet, rounded, share } from './figure.ts';

/** Costs of devices in a span of days. Units of `partCost` and `contractCost`: INR. */
export interface Spent {
  partCost: number;
  tickets: number;
  contractCost: number;
  contracts: number;
  /** Devices with a part cost or a share of a contract. */
  devices: number;
}

/** Costs of repairs and contracts. */
export interface CostFacts {
  spent: Spent;
  /** In the 365 days up to the end of the period, of devices with a price. */
  year: Spent;
  /** Purchase prices of the devices in service that have one. Units: INR. */
  price: number;
  pricedDevices: number;
}

/** The number of days covered by the yearly cost. */
export const costYearDays = 365;

/** Used when nothing was spent. */
export const nothingSpent: Spent = { partCost: 0, tickets: 0, contractCost: 0, contracts: 0, devices: 0 };

const spentIn = ({ partCost, contractCost }: Spent): number => rounded(partCost + contractCost, 2);
const inr = (set: FigureSet, label: string, amount: number, rows: number): FigurePart => {
  return { set, label, amount: rounded(amount, 2), unit: 'inr', rows };
};

/**
 * Returns the cost of parts and contracts, and the yearly cost as a share of the purchase price. Source:
 * docs/product.md P94.
 */
export function costFigures({ spent, year, price, pricedDevices }: CostFacts): Figure[] {
  const { devices } = spent;
  return [
    figure({
      id: 'cost',
      title: 'Cost of parts and contracts',
      unit: 'inr',
      value: devices > 0 ? spentIn(spent) : null,
      rule: 'Part costs of the tickets reported in the period, plus the price of contracts, with tax, for the days of the period so far.',
      numerator: inr('cost.tickets', 'for parts', spent.partCost, spent.tickets),
      denominator: inr('cost.contracts', 'for contracts', spent.contractCost, spent.contracts),
      parts: [{ set: 'cost.devices', label: 'Devices with a cost', amount: devices, unit: 'count', rows: devices }],
    }),
    figure({
      id: 'cost-ratio',
      title: 'Yearly cost as a share of purchase price',
      unit: 'percent',
      value: share(spentIn(year), price),
      rule: `Part costs and contracts of the ${costYearDays} days up to the end of the period, divided by the purchase prices, of the devices in service that have one.`,
      numerator: inr('cost-ratio.spent', 'in a year', spentIn(year), year.devices),
      denominator: inr('cost-ratio.devices', 'purchase price', price, pricedDevices),
      parts: [
        inr('cost-ratio.tickets', 'Parts', year.partCost, year.tickets),
        inr('cost-ratio.contracts', 'Contracts', year.contractCost, year.contracts),
      ],
    }),
  ];
}
