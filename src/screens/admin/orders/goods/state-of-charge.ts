import { mostSocByAir } from '#domain/order/packing.ts';
import type { TransportMode } from '#domain/order/goods.ts';

/** What is typed as the state of charge of shipped cells. Pure. */

/** Returns the state of charge in percent; null for an empty field. */
export function readSoc(text: string): number | null {
  return text.trim() === '' ? null : Number(text.trim());
}

/** Returns why a text is wrong (`NUMBER`) or unusual (`AIR`: too much for cells that fly). */
export function socProblem(text: string, mode: TransportMode): 'NUMBER' | 'AIR' | undefined {
  const soc = readSoc(text);
  if (soc === null) return undefined;
  if (!/^\d{1,3}$/.test(text.trim()) || soc > 100) return 'NUMBER';
  return mode === 'air' && soc > mostSocByAir ? 'AIR' : undefined;
}
