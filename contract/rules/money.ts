const rupees = inrFormat(2);
const wholeRupees = inrFormat(0);

/** Writes an amount in rupees with Indian grouping and two decimals: ₹1,23,456.00. */
export function formatInr(amount: number): string {
  return rupees.format(amount);
}

/** Formats an amount in whole rupees, for cards where paise do not matter: ₹1,23,456. */
export function formatInrWhole(amount: number): string {
  return wholeRupees.format(amount);
}

/** Adds amounts without binary rounding errors. Units: INR. */
export function sumInr(amounts: Iterable<number>): number {
  let paise = 0;
  for (const amount of amounts) paise += Math.round(amount * 100);
  return paise / 100;
}

/**
 * Returns a percentage of an amount, with half a paisa rounded up. Calculates in whole paise and ten-thousandths of a per cent.
 * Units: INR.
 */
export function percentOfInr(amount: number, percent: number): number {
  const product = BigInt(Math.round(amount * 100)) * BigInt(Math.round(percent * 10_000));
  return Number((product + 500_000n) / 1_000_000n) / 100;
}

function inrFormat(fractionDigits: number): Intl.NumberFormat {
  return new Intl.NumberFormat('en-IN', {
    style: 'currency',
    currency: 'INR',
    minimumFractionDigits: fractionDigits,
    maximumFractionDigits: fractionDigits,
  });
}
