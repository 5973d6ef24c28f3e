import { chemistries } from '../order/data/chemistries.ts';

/** Typical values of the materials and chemistries that a question may name. */

export type TypicalKind = 'nominalVoltage' | 'specificCapacity' | 'trueDensity';

interface TypicalMaterial {
  name: string;
  spelt: RegExp;
  /** Name of its cell chemistry, for the nominal voltage. */
  chemistry?: string;
  /** Whether it is a material of anodes. */
  isAnode?: true;
  /** Practical specific capacity in mAh/g. */
  specificCapacity?: number;
  /** True density in g/cm³. */
  trueDensity?: number;
}

/** The first match counts. Specific capacities as in the order estimates; densities as in the entry on densities. */
const materials: readonly TypicalMaterial[] = [
  material('NMC811', /nmc ?-?811|ncm ?-?811/i, 'NMC/Si-graphite', 200, 4.7),
  material('NMC622', /n[mc][cm] ?-?622/i, 'NMC/graphite', 175, 4.7),
  material('NMC532', /n[mc][cm] ?-?532/i, 'NMC/graphite', 160, 4.7),
  material('NMC111', /n[mc][cm] ?-?111/i, 'NMC/graphite', 155, 4.7),
  material('NMC', /\bnmc|\bncm/i, 'NMC/graphite', 175, 4.7),
  material('NCA', /\bnca\b|nca(?![a-z])/i, 'NCA/graphite', 195, 4.85),
  material('LFP', /\blfp|lifepo4|iron phosphate|인산철/i, 'LFP/graphite', 155, 3.6),
  material('LCO', /\blco\b|licoo2|cobalt oxide/i, 'LCO/graphite', 160, 5.1),
  material('LMO', /\blmo\b|limn2o4/i, 'LMO/graphite', 110, 4.6),
  { ...material('LTO', /\blto\b|titanate/i, 'NMC or LMO/LTO', 160, 3.43), isAnode: true },
  material('sodium-ion', /sodium|na-?ion|나트륨/i, 'Na layered oxide/hard carbon', 115),
  { ...material('hard carbon', /hard carbon|하드 ?카본/i, undefined, 300, 1.55), isAnode: true },
  { ...material('graphite', /graphite|grafite|흑연/i, undefined, 350, 2.24), isAnode: true },
];

function material(
  name: string,
  spelt: RegExp,
  chemistry?: string,
  specificCapacity?: number,
  trueDensity?: number,
): TypicalMaterial {
  return {
    name,
    spelt,
    ...(chemistry === undefined ? {} : { chemistry }),
    ...(specificCapacity === undefined ? {} : { specificCapacity }),
    ...(trueDensity === undefined ? {} : { trueDensity }),
  };
}

/** Chemistries that the table has no values of. */
const others =
  /lmfp|lnmo|ni-?mh|ni-?cd|lead[- ]acid|sul(?:f|ph)ur\b|li-?s\b|solid[- ]state|alkaline|zinc|납축|황 ?전지|전고체|니켈수소/i;

/** Whether a text names a chemistry without typical values. */
export function namesOther(text: string): boolean {
  return others.test(text);
}

/**
 * Finds the typical value of what a text names.
 * @param part 'cathode' or 'anode' to look for its materials alone
 * @returns undefined when it names nothing with such a value
 */
export function typicalIn(text: string, kind: TypicalKind, part?: string): { name: string; value: number } | undefined {
  for (const each of materials) {
    const isOther = part !== undefined && (part === 'anode') !== (each.isAnode === true);
    if (isOther || !each.spelt.test(text)) continue;
    const value =
      kind === 'nominalVoltage'
        ? chemistries.find(({ code }) => code === each.chemistry)?.nominal_V
        : kind === 'specificCapacity'
          ? each.specificCapacity
          : each.trueDensity;
    if (value !== undefined) return { name: each.name, value };
  }
  return undefined;
}
