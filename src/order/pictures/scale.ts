/** Pixels of a millimeter, as CSS defines them: 96 an inch. */
const px_per_mm = 96 / 25.4;

/** Factors that a drawing may have, as on a drawing on paper. */
const steps = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8];

/** Named scale of a drawing: pixels a millimeter of the cell, and its factor; below 1 it is reduced. */
export interface Scale {
  px_per_mm: number;
  factor: number;
}

/** Returns the largest round factor with which a length in mm takes at most this many pixels. */
export function scaleWithin(length_mm: number, most_px: number): Scale {
  const exact = most_px / (Math.max(length_mm, 1e-6) * px_per_mm);
  return scaleOf(roundDown(exact));
}

/** Returns the smallest round factor with which a length in mm takes at least this many pixels. */
export function scaleFrom(length_mm: number, least_px: number): Scale {
  const exact = least_px / (Math.max(length_mm, 1e-6) * px_per_mm);
  // A reduced drawing is named by its whole: the reciprocal is the round one.
  return scaleOf(1 / roundDown(1 / exact));
}

function scaleOf(factor: number): Scale {
  return { factor, px_per_mm: factor * px_per_mm };
}

function roundDown(exact: number): number {
  const decade = 10 ** Math.floor(Math.log10(exact));
  const step = steps.findLast((each) => each * decade <= exact * (1 + 1e-9)) ?? 1;
  return Number((step * decade).toPrecision(3));
}
