/** The values of a load that Lighthouse scores. Units: milliseconds, and the layout-shift score. */
export interface JudgedLoad {
  firstPaint: number;
  largestPaint: number;
  blocked: number;
  shift: number;
}

/**
 * Values that score 90 and 50, and each metric's weight, on Lighthouse's phone. Source: its scoring calculator,
 * versions 10 to 12.
 */
const curves: Record<keyof JudgedLoad, { good: number; half: number; weight: number }> = {
  firstPaint: { good: 1800, half: 3000, weight: 10 },
  largestPaint: { good: 2500, half: 4000, weight: 25 },
  blocked: { good: 200, half: 600, weight: 30 },
  shift: { good: 0.1, half: 0.25, weight: 25 },
};
/** Where the complementary error function is a fifth, which is the curve's score of 90. */
const erfcIsAFifth = 0.9061938024368232;

/** Computes Lighthouse's score of a load, without the Speed Index, which weighs 10 of 100. Units: 0 to 100. */
export function loadScore(load: JudgedLoad): number {
  let sum = 0;
  let weights = 0;
  for (const [name, { good, half, weight }] of Object.entries(curves)) {
    sum += weight * logNormalScore(load[name as keyof JudgedLoad], good, half);
    weights += weight;
  }
  return (sum / weights) * 100;
}

function logNormalScore(value: number, good: number, half: number): number {
  if (value <= 0) return 1;
  return (1 - erf((Math.log(value / half) * erfcIsAFifth) / -Math.log(good / half))) / 2;
}

/** Computes the error function to 7 digits. Source: Abramowitz and Stegun, 7.1.26. */
function erf(x: number): number {
  const t = 1 / (1 + 0.3275911 * Math.abs(x));
  const tail = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return Math.sign(x) * (1 - tail * Math.exp(-x * x));
}
