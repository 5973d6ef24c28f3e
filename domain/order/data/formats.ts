import type { OrderDoc } from './order.ts';

/**
 * A round roll, a pair of discs, one pair of sheets, a stack of sheets, a stack in a rigid can, or a roll pressed flat in
 * a pouch or a rigid can.
 */
export type Build = 'roll' | 'coin' | 'layer' | 'stack' | 'prismatic' | 'flat';

/** A cell housing that we build and test. Unconfirmed figures are starting points, not measured by us. */
export interface Format {
  code: string;
  shape: 'cylinder' | 'coin' | 'pouch' | 'prismatic';
  /** Way in which its electrodes are put together, unless an order asks for another: see `buildOf`. */
  build: Build;
  /** Whether the cell is wound on a round shaft, so that the roll must fit into a round can. */
  wound: boolean;
  /** Outer dimensions; null if the format does not fix them. */
  outer: { diameter_mm: number; height_mm: number } | null;
  /** Smallest inner diameter of the can. */
  innerDiameter_mm: number | null;
  /** Wall of the can, thinnest and thickest; null if there is none or it is free. */
  wall_mm: readonly [min: number, max: number] | null;
  /** Mass of the empty housing with its lid; null if it follows from the size of the cell. */
  housing_g: number | null;
  /** Highest capacity published for this format. */
  capacityMax_Ah: number | null;
  /** Mass of the heaviest published cell. */
  massMax_g: number | null;
  /** Source of the figures. */
  basis: string;
  /** Figures that no source confirms yet. */
  unconfirmed: readonly (keyof Format)[];
}

const cylinder = { shape: 'cylinder', build: 'roll', wound: true } as const;

export const formats: readonly Format[] = [
  {
    code: '18650',
    ...cylinder,
    outer: { diameter_mm: 18, height_mm: 65 },
    innerDiameter_mm: 17.44,
    wall_mm: [0.22, 0.28],
    housing_g: 9.5,
    capacityMax_Ah: 3.5,
    massMax_g: 50,
    basis: 'batterydesign.net; wall 0.22 to 0.28 mm',
    unconfirmed: ['housing_g'],
  },
  {
    code: '21700',
    ...cylinder,
    outer: { diameter_mm: 21, height_mm: 70 },
    innerDiameter_mm: 20.32,
    wall_mm: [0.22, 0.34],
    housing_g: 13.5,
    capacityMax_Ah: 5.6,
    massMax_g: 70,
    basis: 'batterydesign.net; wall 0.22 to 0.34 mm',
    unconfirmed: ['housing_g'],
  },
  {
    code: '26650',
    ...cylinder,
    outer: { diameter_mm: 26.2, height_mm: 65.4 },
    innerDiameter_mm: 25.5,
    wall_mm: [0.25, 0.35],
    housing_g: 17,
    capacityMax_Ah: 5.5,
    massMax_g: 95,
    basis: 'LFP 2.3 Ah in PyBaMM Prada2013',
    unconfirmed: ['outer', 'innerDiameter_mm', 'wall_mm', 'housing_g', 'capacityMax_Ah', 'massMax_g'],
  },
  {
    code: '32140',
    ...cylinder,
    outer: { diameter_mm: 32, height_mm: 140 },
    innerDiameter_mm: 31.3,
    wall_mm: [0.25, 0.35],
    housing_g: 42,
    // Published for sodium cells only: 10 Ah, which other chemistries exceed.
    capacityMax_Ah: null,
    massMax_g: 270,
    basis: 'sodium cell of 10 Ah, 30 Wh and 270 g (Hina, BDF repository)',
    unconfirmed: ['innerDiameter_mm', 'wall_mm', 'housing_g'],
  },
  {
    code: '4680',
    ...cylinder,
    outer: { diameter_mm: 46, height_mm: 80 },
    innerDiameter_mm: 44.8,
    wall_mm: [0.5, 0.6],
    housing_g: 65,
    capacityMax_Ah: 25,
    massMax_g: 355,
    basis: 'batterydesign.net; wall 0.5 to 0.6 mm',
    unconfirmed: ['housing_g'],
  },
  {
    code: '2032 coin',
    shape: 'coin',
    build: 'coin',
    wound: false,
    outer: { diameter_mm: 20, height_mm: 3.2 },
    innerDiameter_mm: null,
    wall_mm: null,
    housing_g: 3,
    capacityMax_Ah: 0.006,
    massMax_g: 3.5,
    basis: 'case from data sheets',
    unconfirmed: ['housing_g', 'massMax_g'],
  },
  {
    code: 'pouch single-layer',
    shape: 'pouch',
    build: 'layer',
    wound: false,
    outer: null,
    innerDiameter_mm: null,
    wall_mm: null,
    housing_g: null,
    capacityMax_Ah: 0.1,
    massMax_g: 10,
    basis: 'typical',
    unconfirmed: ['capacityMax_Ah', 'massMax_g'],
  },
  {
    code: 'pouch multi-layer',
    shape: 'pouch',
    build: 'stack',
    wound: false,
    outer: null,
    innerDiameter_mm: null,
    wall_mm: null,
    housing_g: null,
    capacityMax_Ah: 100,
    massMax_g: null,
    basis: 'supplier guide: at least 3 mm thick, at most 4:1',
    unconfirmed: [],
  },
  {
    code: 'prismatic',
    shape: 'prismatic',
    build: 'prismatic',
    wound: false,
    outer: null,
    innerDiameter_mm: null,
    wall_mm: [0.5, 1],
    housing_g: null,
    capacityMax_Ah: null,
    massMax_g: null,
    basis: 'typical; for example 148 x 26.5 x 91 mm',
    unconfirmed: ['wall_mm'],
  },
];

/** Formats whose electrodes are stacked, or wound and pressed flat if the order asks for it. */
const mayBeWound: ReadonlySet<Build> = new Set(['stack', 'prismatic']);

/** Whether an order can choose between stacked and wound electrodes. */
export function canBeWound(doc: OrderDoc): boolean {
  const format = formatOf(doc);
  return format !== undefined && mayBeWound.has(format.build);
}

/** Returns how the electrodes of an order's cell are put together. @returns undefined while no format is chosen */
export function buildOf(doc: OrderDoc): Build | undefined {
  return canBeWound(doc) && doc['assembly'] === 'wound' ? 'flat' : formatOf(doc)?.build;
}

/** Looks up the format that an order names. @returns undefined for none or an unknown one */
export function formatOf(doc: OrderDoc): Format | undefined {
  return formats.find((format) => format.code === doc['format']);
}
