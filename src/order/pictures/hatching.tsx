import { useId } from 'react';
import type { DrawnMaterial } from './layers.ts';
import styles from './picture.module.css';

/** Hatching of each material: the lines of one tile of 8 by 8 px, so that materials differ without color. */
const lines: Readonly<Record<DrawnMaterial, string>> = {
  cathode: 'M-2 2L2-2M0 8L8 0M6 10L10 6',
  anode: 'M-2 6L2 10M0 0L8 8M6-2L10 2M-2 2L2-2M0 8L8 0M6 10L10 6',
  aluminum: '',
  copper: 'M0 2H8M0 6H8',
  separator: 'M1 2h1M5 6h1',
  laminate: 'M2 0V8M6 0V8',
  steel: 'M-2 6L2 10M0 0L8 8M6-2L10 2',
};

const materials = Object.keys(lines) as DrawnMaterial[];

/** Returns ids for the hatchings of one drawing, and the fill of a material. */
export function useHatching(): { hatchings: string; fillOf: (material: DrawnMaterial) => string } {
  const hatchings = useId();
  return { hatchings, fillOf: (material) => `url(#${hatchings}${material})` };
}

/** Patterns of all materials, to be drawn once in each drawing that fills with them. */
export function Hatchings({ ids, unit = 1 }: { ids: string; unit?: number }) {
  return (
    <defs>
      {materials.map((material) => (
        <pattern
          key={material}
          id={`${ids}${material}`}
          width={8}
          height={8}
          patternUnits="userSpaceOnUse"
          patternTransform={`scale(${unit})`}
        >
          <rect width={8} height={8} className={styles[material]} />
          <path d={lines[material]} className={styles.hatch} data-on={material} />
        </pattern>
      ))}
    </defs>
  );
}
