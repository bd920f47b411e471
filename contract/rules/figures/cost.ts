import { figure, type Figure, share } from './figure.ts';

/** What repairs cost. Units: INR. */
export interface CostFacts {
  cost: number;
  tickets: number;
  devices: number;
  /** In the 365 days up to the end of the period, of devices with a price. */
  yearCost: number;
  yearTickets: number;
  /** Purchase prices of the devices in service that have one. */
  price: number;
  pricedDevices: number;
}

/** Days that the yearly cost looks back. */
export const costYearDays = 365;

/** The cost of parts, and what a year of it is of the purchase price. Source: docs/product.md P94. */
export function costFigures({
  cost,
  tickets,
  devices,
  yearCost,
  yearTickets,
  price,
  pricedDevices,
}: CostFacts): Figure[] {
  return [
    figure({
      id: 'cost',
      title: 'Cost of parts',
      unit: 'inr',
      value: tickets > 0 ? cost : null,
      rule: 'Part costs of the tickets reported in the period, and the devices that they were for.',
      numerator: { set: 'cost.tickets', label: 'on tickets', amount: cost, unit: 'inr', rows: tickets },
      denominator: { set: 'cost.devices', label: 'devices', amount: devices, unit: 'count', rows: devices },
    }),
    figure({
      id: 'cost-ratio',
      title: 'Yearly part cost as a share of purchase price',
      unit: 'percent',
      value: share(yearCost, price),
      rule: `Part costs of the ${costYearDays} days up to the end of the period, divided by the purchase prices of the devices in service that have one.`,
      numerator: { set: 'cost-ratio.tickets', label: 'in a year', amount: yearCost, unit: 'inr', rows: yearTickets },
      denominator: {
        set: 'cost-ratio.devices',
        label: 'purchase price',
        amount: price,
        unit: 'inr',
        rows: pricedDevices,
      },
    }),
  ];
}
