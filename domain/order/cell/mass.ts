import { assumed } from '../data/assumed.ts';
import { capacity_Ah } from './capacity.ts';
import { electrodes, type Electrode } from '../data/electrodes.ts';
import { asNumber } from '../data/field.ts';
import { formatOf } from '../data/formats.ts';
import { coatedSide_cm2, disc_cm2, sheetsOf, sidesOf } from './geometry.ts';
import type { OrderDoc } from '../data/order.ts';
import { cellThickness_mm, pouchSize_mm } from './stack.ts';

/** Mass and volume of a cell. Every function returns undefined while an input is missing. */

/** Densities that no source confirms yet: of the separator with its pores in g/cm³, of the laminate in g/cm². */
const unconfirmed = { separator: 0.55, laminate_g_cm2: 0.0165 } as const;
/** Densities in g/cm³, where the name has no other unit. */
const densities = { cathode: 2.7, anode: 8.96, can: 2.7, ...unconfirmed } as const;

/** Area of one sheet with its bare foil in cm². */
function foil_cm2(doc: OrderDoc, electrode: Electrode): number | undefined {
  const length = asNumber(doc[`electrodes/${electrode}/electrodeHorizontalLength_mm`]);
  if (length === undefined) return undefined;
  if (formatOf(doc)?.shape === 'coin') return disc_cm2(length);
  const height = asNumber(doc[`electrodes/${electrode}/electrodeVerticalLength_mm`]);
  return height === undefined ? undefined : (length * height) / 100;
}

/** Mass of all sheets of an electrode in g: foil and coating. */
function electrode_g(doc: OrderDoc, electrode: Electrode): number | undefined {
  const foil = foil_cm2(doc, electrode);
  const side = coatedSide_cm2(doc, electrode);
  const sheets = sheetsOf(doc, electrode);
  const loading = asNumber(doc[`electrodes/${electrode}/massLoading_mg_cm2`]);
  const gauge = asNumber(doc[`electrodes/${electrode}/current_collector_foil_thickness`]);
  if (foil === undefined || side === undefined || sheets === undefined) return undefined;
  if (loading === undefined || gauge === undefined) return undefined;
  const metal = foil * (gauge / 10) * densities[electrode];
  return sheets * (metal + (side * sidesOf(doc, electrode) * loading) / 1000);
}

function separator_g(doc: OrderDoc): number | undefined {
  const thickness = asNumber(doc['separatorThickness_mm']);
  const area = foil_cm2(doc, 'anode');
  const sheets = sheetsOf(doc, 'anode');
  if (thickness === undefined || area === undefined || sheets === undefined) return undefined;
  return 2 * sheets * area * (thickness / 10) * densities.separator;
}

/** Mass of the electrolyte of one cell in g. */
export function electrolyte_g(doc: OrderDoc): number | undefined {
  const amount = asNumber(doc['electrolyteAmount_g_Ah']);
  const capacity = capacity_Ah(doc);
  return amount === undefined || capacity === undefined ? undefined : amount * capacity;
}

function housing_g(doc: OrderDoc): number | undefined {
  const format = formatOf(doc);
  if (format?.shape === 'pouch') {
    const size = pouchSize_mm(doc);
    return size === undefined ? undefined : (2 * size[0] * size[1] * densities.laminate_g_cm2) / 100;
  }
  if (format?.shape !== 'prismatic') return format?.housing_g ?? undefined;
  const box = can_mm(doc);
  if (box === undefined) return undefined;
  const [thickness, width, height] = box;
  const surface_cm2 = (2 * (thickness * width + thickness * height + width * height)) / 100;
  return surface_cm2 * (assumed.canWall_mm / 10) * densities.can;
}

/** Mass of one cell in g. */
export function cell_g(doc: OrderDoc): number | undefined {
  const parts = [
    ...electrodes.map((each) => electrode_g(doc, each)),
    separator_g(doc),
    electrolyte_g(doc),
    housing_g(doc),
  ];
  const known = parts.filter((part) => part !== undefined);
  return known.length < parts.length ? undefined : known.reduce((sum, part) => sum + part, 0);
}

/** Outer volume of one cell in cm³. */
export function cell_cm3(doc: OrderDoc): number | undefined {
  const format = formatOf(doc);
  if (format?.outer) return ((Math.PI / 4) * format.outer.diameter_mm ** 2 * format.outer.height_mm) / 1000;
  const box = format?.shape === 'prismatic' ? can_mm(doc) : pouch_mm(doc);
  return box === undefined ? undefined : (box[0] * box[1] * box[2]) / 1000;
}

type Box = [thickness: number, width: number, height: number];

function can_mm(doc: OrderDoc): Box | undefined {
  return boxOf(['Thickness', 'Width', 'Height'].map((side) => asNumber(doc[`housing${side}_mm`])));
}

function pouch_mm(doc: OrderDoc): Box | undefined {
  return boxOf([cellThickness_mm(doc), ...(pouchSize_mm(doc) ?? [])]);
}

function boxOf([thickness, width, height]: readonly (number | undefined)[]): Box | undefined {
  if (thickness === undefined || width === undefined || height === undefined) return undefined;
  return [thickness, width, height];
}
