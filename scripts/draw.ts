import { createHash } from 'node:crypto';

/** Returns all in an order that the seed and their names decide, so that over many seeds each comes first at times. */
export function drawn<T>(all: readonly T[], nameOf: (each: T) => string, seed: string): T[] {
  const lots = all.map((each) => ({
    each,
    lot: createHash('sha256')
      .update(`${seed}/${nameOf(each)}`)
      .digest('hex'),
  }));
  return lots.toSorted((a, b) => (a.lot < b.lot ? -1 : 1)).map(({ each }) => each);
}
