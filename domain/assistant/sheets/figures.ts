/** Numbers as cells of sheets show them. A number that can be read in two ways is none. */

export interface Figure {
  value: number;
  /** Half of the last digit that is shown: how far the measured value may lie from it. */
  within: number;
  decimals: number;
  /** As the cell shows it, without its unit. */
  text: string;
  /** Unit behind the number; empty when there is none. */
  unit: string;
}

export type DecimalMark = '.' | ',';

const grouped = /^\d{1,3}(?:,\d{3})+$/;
const withComma = /^[+\-−]?\d+,\d+(?:\s*\D*)?$/;

/** Returns the decimal mark of a table: a comma where any of its cells can only be read so. */
export function decimalMarkOf(cells: Iterable<string>): DecimalMark {
  for (const cell of cells) if (withComma.test(cell) && !grouped.test(cell.replace(/^[+\-−]/, ''))) return ',';
  return '.';
}

const forms: Readonly<Record<DecimalMark, RegExp>> = {
  '.': /^([+\-−]?)(\d+|\d{1,3}(?:,\d{3})+(?=\.))(?:\.(\d+))?(?:e([+-]?\d{1,2}))?\s*(%|[µ°℃Ωa-z][a-z0-9/²·°]{0,7})?$/i,
  ',': /^([+\-−]?)(\d+)(?:,(\d+))?(?:e([+-]?\d{1,2}))?\s*(%|[µ°℃Ωa-z][a-z0-9/²·°]{0,7})?$/i,
};

/** Reads the number of a cell. @returns undefined for anything else, also for a number that is not clear, such as 1,234 */
export function figureOf(cell: string, mark: DecimalMark): Figure | undefined {
  const text = cell.trim();
  const found = forms[mark].exec(text);
  if (found === null) return undefined;
  const [, sign = '', whole = '', part = '', power = '0', unit = ''] = found;
  const factor = 10 ** Number(power);
  const size = Number(`${whole.replaceAll(',', '')}.${part || '0'}`) * factor;
  return {
    value: sign === '-' || sign === '−' ? -size : size,
    within: (10 ** -part.length * factor) / 2,
    decimals: part.length,
    text: unit === '' ? text : text.slice(0, -unit.length).trim(),
    unit,
  };
}

/**
 * Returns a share in percent with the digits that its figures allow, such as "84.4 %"; undefined when they allow none.
 */
export function percentOf(part: Figure, whole: Figure): string | undefined {
  if (whole.value <= 0) return undefined;
  const percent = (100 * part.value) / whole.value;
  const doubt = (100 * (part.within + (Math.abs(part.value) * whole.within) / whole.value)) / whole.value;
  if (doubt >= 5) return undefined;
  return `${percent.toFixed(doubt < 0.05 ? 2 : doubt < 0.5 ? 1 : 0)} %`;
}

/** Returns a number with this many decimals and a true minus sign. */
export function decimalText(value: number, decimals: number): string {
  const text = value.toFixed(Math.min(decimals, 9));
  return Number(text) < 0 ? text.replace('-', '−') : text.replace('-', '');
}
