import { asNumber } from '../data/field.ts';
import { formatOf } from '../data/formats.ts';
import type { OrderDoc } from '../data/order.ts';
import { electrodeThickness_mm, rollOf, type Roll } from '../cell/roll.ts';
import { spiralPath } from './spiral.ts';

/** Shapes of a roll in its can, seen along its axis, in mm around its center. */
export interface RollShapes {
  roll: Roll;
  shaft_mm: number;
  /** Diameter at which the electrodes end and the closing separator starts. */
  wound_mm: number;
  /** Outer and inner diameter of the can; undefined where the format has none. */
  can: { outer_mm: number; inner_mm: number } | undefined;
  /** Spirals of the two electrodes: the path, and the thickness of the web. */
  cathode: { path: string; thickness_mm: number };
  anode: { path: string; thickness_mm: number };
  /** Space between roll and can on each side; negative where the roll is wider than the can. */
  clearance_mm: number | undefined;
  /** Width by which the roll exceeds the widest that fits; 0 where it fits. */
  excess_mm: number;
}

/** Returns the shapes of the roll of a wound design; undefined while an input is missing. */
export function rollShapesOf(doc: OrderDoc): RollShapes | undefined {
  const roll = rollOf(doc);
  const cathode = electrodeThickness_mm(doc, 'cathode');
  const anode = electrodeThickness_mm(doc, 'anode');
  const separator = asNumber(doc['separatorThickness_mm']);
  const shaft = asNumber(doc['windingShaftDiameter_mm']);
  if (roll === undefined || cathode === undefined || anode === undefined) return undefined;
  if (separator === undefined || shaft === undefined) return undefined;
  const format = formatOf(doc);
  const inner = format?.innerDiameter_mm ?? undefined;
  const outer = format?.outer?.diameter_mm;
  const lengths = lengthsOf(doc);
  const turnsOf = (from_mm: number, to_mm: number) => turnsBetween(roll, lengths, from_mm, to_mm);
  // From the center outwards, one turn is: separator, anode, separator, cathode. The last turn lies inside the derived
  // diameter and the first one outside the start, which leaves one pitch less for all turns together.
  const pitch = roll.turns < 2 ? roll.stack_mm : (roll.stack_mm * (roll.turns - 1)) / roll.turns;
  return {
    roll,
    shaft_mm: shaft,
    wound_mm: roll.start_mm + 2 * roll.turns * roll.stack_mm,
    can: inner === undefined || outer === undefined ? undefined : { outer_mm: outer, inner_mm: inner },
    anode: {
      thickness_mm: anode,
      path: spiralPath({
        from_mm: roll.start_mm / 2 + separator + anode / 2,
        pitch_mm: pitch,
        turns: turnsOf(lengths.anode[0], lengths.anode[1]),
      }),
    },
    cathode: {
      thickness_mm: cathode,
      path: spiralPath({
        from_mm: roll.start_mm / 2 + 2 * separator + anode + cathode / 2,
        pitch_mm: pitch,
        turns: turnsOf(lengths.cathode[0], lengths.cathode[1]),
      }),
    },
    clearance_mm: inner === undefined ? undefined : (inner - roll.diameter_mm) / 2,
    excess_mm: roll.widest_mm === null ? 0 : Math.max(0, roll.diameter_mm - roll.widest_mm),
  };
}

interface Lengths {
  cathode: readonly [from: number, to: number];
  anode: readonly [from: number, to: number];
  longest: number;
}

/** Returns where each electrode starts and ends along the web, in mm from the first start. */
function lengthsOf(doc: OrderDoc): Lengths {
  const at = (electrode: string) => asNumber(doc[`electrodes/${electrode}/electrodeHorizontalLength_mm`]) ?? 0;
  const shift = asNumber(doc['electrodePhaseShift_mm']) ?? 0;
  const cathode = [Math.max(0, shift), Math.max(0, shift) + at('cathode')] as const;
  const anode = [Math.max(0, -shift), Math.max(0, -shift) + at('anode')] as const;
  return { cathode, anode, longest: Math.max(cathode[1], anode[1]) };
}

/**
 * Converts two positions along the web to turns, so that the longest electrode ends where the derived diameter does: the
 * length wound up to a turn grows with the area of the ring.
 */
function turnsBetween(roll: Roll, { longest }: Lengths, from_mm: number, to_mm: number): readonly [number, number] {
  const start = roll.start_mm;
  const end = start + 2 * roll.turns * roll.stack_mm;
  const turnOf = (length: number) => {
    const share = longest <= 0 ? 0 : length / longest;
    const diameter = Math.sqrt(start ** 2 + share * (end ** 2 - start ** 2));
    return (diameter - start) / (2 * roll.stack_mm);
  };
  return [turnOf(from_mm), turnOf(to_mm)];
}
