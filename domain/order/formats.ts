import type { OrderDoc } from './order.ts';

/** A cell housing that we build and test. Figures whose `basis` is memory are starting points, not measured by us. */
export interface Format {
  code: string;
  shape: 'cylinder' | 'coin' | 'pouch' | 'prismatic';
  /** Whether the cell is wound on a round shaft, so that the roll must fit into a round can. */
  wound: boolean;
  /** Outer dimensions; null if the format does not fix them. */
  outer: { diameter_mm: number; height_mm: number } | null;
  /** Smallest inner diameter of the can. */
  innerDiameter_mm: number | null;
  /** Highest capacity published for this format. */
  capacityMax_Ah: number | null;
  /** Mass of the heaviest published cell. */
  massMax_g: number | null;
  basis: string;
}

const cylinder = { shape: 'cylinder', wound: true } as const;

export const formats: readonly Format[] = [
  {
    code: '18650',
    ...cylinder,
    outer: { diameter_mm: 18, height_mm: 65 },
    innerDiameter_mm: 17.44,
    capacityMax_Ah: 3.5,
    massMax_g: 50,
    basis: 'batterydesign.net; wall 0.22 to 0.28 mm',
  },
  {
    code: '21700',
    ...cylinder,
    outer: { diameter_mm: 21, height_mm: 70 },
    innerDiameter_mm: 20.32,
    capacityMax_Ah: 5.6,
    massMax_g: 70,
    basis: 'batterydesign.net; wall 0.22 to 0.34 mm',
  },
  {
    code: '26650',
    ...cylinder,
    outer: { diameter_mm: 26.2, height_mm: 65.4 },
    innerDiameter_mm: 25.5,
    capacityMax_Ah: 5.5,
    massMax_g: 95,
    basis: 'memory; LFP 2.3 Ah in PyBaMM Prada2013',
  },
  {
    code: '4680',
    ...cylinder,
    outer: { diameter_mm: 46, height_mm: 80 },
    innerDiameter_mm: 44.8,
    capacityMax_Ah: 25,
    massMax_g: 355,
    basis: 'batterydesign.net; wall 0.5 to 0.6 mm',
  },
  {
    code: '2032 coin',
    shape: 'coin',
    wound: false,
    outer: { diameter_mm: 20, height_mm: 3.2 },
    innerDiameter_mm: null,
    capacityMax_Ah: 0.006,
    massMax_g: 3.5,
    basis: 'case from data sheets; discs and mass from memory',
  },
  {
    code: 'pouch single-layer',
    shape: 'pouch',
    wound: false,
    outer: null,
    innerDiameter_mm: null,
    capacityMax_Ah: 0.1,
    massMax_g: 10,
    basis: 'memory',
  },
  {
    code: 'pouch multi-layer',
    shape: 'pouch',
    wound: false,
    outer: null,
    innerDiameter_mm: null,
    capacityMax_Ah: 100,
    massMax_g: null,
    basis: 'supplier guide: at least 3 mm thick, at most 4:1',
  },
  {
    code: 'prismatic',
    shape: 'prismatic',
    wound: false,
    outer: null,
    innerDiameter_mm: null,
    capacityMax_Ah: null,
    massMax_g: null,
    basis: 'memory; for example 148 x 26.5 x 91 mm',
  },
];

/** Looks up the format that an order names. @returns undefined for none or an unknown one */
export function formatOf(doc: OrderDoc): Format | undefined {
  return formats.find((format) => format.code === doc['format']);
}
