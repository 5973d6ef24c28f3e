import type { AskedDesign } from '../data/asked.ts';
import { formatBuildOf } from './parameters.ts';

type DesignKey = keyof AskedDesign;

/** Properties that a cell of each build does not have. */
const unusedBy: Record<NonNullable<ReturnType<typeof formatBuildOf>>, readonly DesignKey[]> = {
  roll: ['size_mm', 'thickness_mm', 'aspect', 'layers', 'disc_mm'],
  coin: ['size_mm', 'thickness_mm', 'aspect', 'layers'],
  layer: ['layers', 'disc_mm'],
  stack: ['disc_mm'],
  flat: ['disc_mm'],
  prismatic: ['disc_mm', 'aspect'],
};

/** Pairs of values that decide the same: the second one is not used. */
const decided: readonly (readonly [DesignKey, DesignKey])[] = [
  ['areal_mAh_cm2', 'loading_mg_cm2'],
  ['capacity_Ah', 'energy_Wh'],
  ['size_mm', 'aspect'],
];

/** Returns the values that are asked of a cell and that its design does not use. */
export function unusedOf(asked: AskedDesign): DesignKey[] {
  const format = asked.format ?? (asked.disc_mm === undefined ? 'pouch multi-layer' : '2032 coin');
  const build = formatBuildOf({ format });
  const keys: DesignKey[] = [
    ...(build === undefined ? [] : unusedBy[build]),
    ...decided.flatMap(([first, second]) => (asked[first] === undefined ? [] : [second])),
    ...(asked.size_mm?.thickness === undefined ? [] : (['thickness_mm'] as const)),
  ];
  return [...new Set(keys)].filter((key) => asked[key] !== undefined);
}
