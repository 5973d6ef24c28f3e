import { isUuid } from '#domain/ground/ids.ts';

/**
 * Orders of the history that are chosen for a comparison, and how the address names them. They stand in the address, so
 * that they stay chosen while one of them is opened.
 */

/** Name of the value in the address. */
export const chosenParam = 'chosen';

export const mostChosen = 2;

/** Value in the address while the user is choosing orders and has chosen none yet. */
const none = 'none';

/** Returns the ids of the chosen orders; undefined while no orders are being chosen. */
export function chosenOrdersIn(value: string | null): readonly string[] | undefined {
  return value === null ? undefined : value.split(',').filter(isUuid).slice(0, mostChosen);
}

/** Returns the value for the address after an order was chosen or unchosen. A third choice changes nothing. */
export function valueAfter(chosen: readonly string[] = [], id?: string): string {
  const next = chosen.filter((each) => each !== id);
  if (id !== undefined && next.length === chosen.length) next.push(id);
  return next.slice(0, mostChosen).join(',') || none;
}
