import { percent, readFigureText } from '#domain/ground/figure/read-figure.ts';
import { mostSocByAir } from '#domain/order/life/packing.ts';
import type { TransportMode } from '#domain/order/data/goods.ts';

/** Reads the state of charge that staff type for shipped cells. Pure. */

/** Returns the state of charge in percent; null for an empty field, and NaN for a text that is no whole number. */
export function readSoc(text: string): number | null {
  if (text.trim() === '') return null;
  const reading = readFigureText(text, { convert: percent, whole: true });
  return 'value' in reading && Number.isInteger(reading.value) ? reading.value : Number.NaN;
}

/** Returns why a text is wrong (`NUMBER`) or unusual (`AIR`: too much for cells that fly). */
export function socProblem(text: string, mode: TransportMode): 'NUMBER' | 'AIR' | undefined {
  const soc = readSoc(text);
  if (soc === null) return undefined;
  if (!(soc >= 0 && soc <= 100)) return 'NUMBER';
  return mode === 'air' && soc > mostSocByAir ? 'AIR' : undefined;
}
