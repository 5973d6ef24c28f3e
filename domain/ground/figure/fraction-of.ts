/** Largest denominator of fractions such as 2/3 and 5/12; of 1/n, any is found. */
const largestBelow = 12;

/**
 * Returns the fraction that a value was typed as, such as 1/3 for 0.333333; undefined where no fraction is as near.
 * @param tolerance the relative difference up to which a value is 1/n; other fractions are kept with six digits
 */
export function fractionOf(value: number, tolerance: number): string | undefined {
  // 0.5 and 0.25 are written as digits, also with an error of rounding.
  if (Number(value.toPrecision(2)) === Number(value.toPrecision(4))) return undefined;
  const parts = Math.round(1 / value);
  if (parts > 1 && Math.abs(value * parts - 1) < tolerance) return `1/${parts}`;
  for (let below = 3; below <= largestBelow; below++) {
    const above = Math.round(value * below);
    if (above > 1 && above < below && Math.abs((value * below) / above - 1) < 2e-6) return `${above}/${below}`;
  }
  return undefined;
}
