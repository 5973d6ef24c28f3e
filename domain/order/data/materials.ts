/** An active material with the figures that estimates and checks use. */
export interface Material {
  code: string;
  /** Specific capacity at the usual voltage window. */
  specific_mAh_g: number;
  /** Specific capacities that a data sheet of this material may name. Our choice. */
  usual_mAh_g: readonly [min: number, max: number];
  /** Densities of a calendered coating. Our choice. */
  coating_g_cm3: readonly [min: number, max: number];
  /** Density that a typical coating is calendered to; only anodes have it, cathodes that of their chemistry. */
  pressed_g_cm3: number | undefined;
  /** Density of the crystal, which no coating reaches; NMC about 4.8 as published. */
  crystal_g_cm3: number;
  /** Source of the figures. */
  basis: string;
  /** Figures that no source confirms yet. */
  unconfirmed: readonly (keyof Material)[];
}

const cathode = [1.2, 4.2] as const;
const capacityAndCrystal = ['specific_mAh_g', 'crystal_g_cm3'] as const;
const allOfAnode = [...capacityAndCrystal, 'pressed_g_cm3'] as const;

export const materials: readonly Material[] = [
  row('NMC811', 200, [180, 220], cathode, 4.78, 'as published', []),
  row('NMC622', 175, [160, 190], cathode, 4.78, 'typical', ['specific_mAh_g']),
  row('NMC532', 160, [150, 178], cathode, 4.78, 'typical', ['specific_mAh_g']),
  row('NMC111', 155, [140, 168], cathode, 4.75, 'typical', ['specific_mAh_g']),
  row('NCA', 195, [175, 215], cathode, 4.8, 'typical', capacityAndCrystal),
  row('LFP', 155, [140, 168], cathode, 3.6, 'typical', capacityAndCrystal),
  row('LCO', 160, [140, 190], cathode, 5.1, 'typical', capacityAndCrystal),
  row('LMO', 110, [95, 128], cathode, 4.3, 'typical', capacityAndCrystal),
  row('Na NFM (4.0 V)', 115, [95, 130], cathode, 4.6, 'Atomfair sheet', ['crystal_g_cm3']),
  row('Na NFM (4.15 V)', 139, [115, 150], cathode, 4.6, 'Atomfair sheet', ['crystal_g_cm3']),
  row('LTO', 160, [145, 175], [1.2, 2.6], 3.5, 'typical', allOfAnode, 2.1),
  row('graphite', 350, [320, 372], [0.8, 2], 2.26, 'typical; calendered to 1.5 to 1.65 g/cm³', allOfAnode, 1.6),
  row(
    'Si-graphite',
    500,
    [380, 1200],
    [0.8, 2],
    2.3,
    'typical for 10 % silicon, which swells and is calendered less',
    allOfAnode,
    1.35,
  ),
  row('hard carbon', 300, [220, 400], [0.7, 1.4], 2.1, 'typical', allOfAnode, 1),
];

function row(
  code: string,
  specific_mAh_g: number,
  usual_mAh_g: readonly [number, number],
  coating_g_cm3: readonly [number, number],
  crystal_g_cm3: number,
  basis: string,
  unconfirmed: Material['unconfirmed'],
  pressed_g_cm3?: number,
): Material {
  return { code, specific_mAh_g, usual_mAh_g, coating_g_cm3, pressed_g_cm3, crystal_g_cm3, basis, unconfirmed };
}

/** Returns the material with this code. */
export function materialNamed(code: unknown): Material | undefined {
  return materials.find((material) => material.code === code);
}
