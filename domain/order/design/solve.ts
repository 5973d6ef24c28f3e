import { arealCapacityOf, estimatedCapacity_Ah } from '../cell/capacity.ts';
import { chemistryOf } from '../data/chemistries.ts';
import { asNumber } from '../data/field.ts';
import { formatOf } from '../data/formats.ts';
import { typicalSize } from '../data/typical-sizes.ts';
import { rollOf } from '../cell/roll.ts';
import { cellThickness_mm, innerThickness_mm, sheetStack_mm } from '../cell/stack.ts';
import type { AskedDesign } from '../data/asked.ts';
import { formatBuildOf, docOfDesign, typicalDoc, type DesignParameters } from './parameters.ts';
import { assumed as constants } from '../data/assumed.ts';

/** Steps from what is asked of a cell to a design that has it. */

/** Value that was not asked and is therefore assumed, with a code of the client's texts. */
export interface DesignAssumption {
  code:
    | 'format'
    | 'chemistry'
    | 'cathode'
    | 'anode'
    | 'loading'
    | 'balance'
    | 'aspect'
    | 'thickness'
    | 'limit'
    | 'size'
    | 'canThickness'
    | 'disc'
    | 'layers';
  value: string | number;
}

/** A design, what it assumes, and why it is not all that was asked. */
export interface SolvedDesign {
  parameters: DesignParameters;
  assumed: DesignAssumption[];
  /** The capacity asked for does not fit: the design has the largest that does, in Ah. */
  largest_Ah?: number;
  /** The cell cannot be as thin as asked: the design has this thickness. */
  thicker_mm?: number;
  /** Cells of this format are published that have the capacity: other than typical coatings and webs reach it. */
  isPublished?: boolean;
}

/** Balance of the anode where none is asked. Usual is 1.02 to 1.25. */
const usualBalance = 1.1;
/** Thickest pouch where none is asked, and the thinnest that suppliers recommend, in mm. Unconfirmed. */
const usualThickness_mm = 10;
const thinnest_mm = 3;
/** Smallest and largest cathode sheet of a stack, in mm. Our choice; the height is that of the field. */
const sheet_mm = { least: 20, widest: 600, highest: 290 } as const;
/** Share of the can's inner diameter that a roll fills where the capacity leaves it free: 94 to 98 % is usual. */
const usualFill = 0.97;
/** Parts of the typical loading between which a roll's is chosen. Thinner, and the roll is shortened. Our choice. */
const thinnestPart = 0.4;
const thickestPart = 1.3;

/** Returns the design for what is asked. Every figure comes from the functions of the order; none is computed twice. */
export function solvedDesign(asked: AskedDesign): SolvedDesign {
  const assumed: DesignAssumption[] = [];
  const format =
    asked.format ?? assume(assumed, 'format', asked.disc_mm === undefined ? 'pouch multi-layer' : '2032 coin');
  const chemistry = asked.chemistry ?? assume(assumed, 'chemistry', 'NMC/graphite');
  const base = {
    format,
    chemistry,
    ...(asked.cathode === undefined ? {} : { cathode: asked.cathode }),
    ...(asked.anode === undefined ? {} : { anode: asked.anode }),
    ...(asked.quantity === undefined ? {} : { quantity: asked.quantity }),
    ...(asked.specific_mAh_g === undefined ? {} : { specific_mAh_g: asked.specific_mAh_g }),
    ...(asked.electrolyte_g_Ah === undefined ? {} : { electrolyte_g_Ah: asked.electrolyte_g_Ah }),
    ...(formatBuildOf({ format }) === 'prismatic' ? askedCan(asked) : {}),
  };
  const doc = typicalDoc(base);
  for (const electrode of ['cathode', 'anode'] as const) {
    const grade = doc[`electrodes/${electrode}/grade`];
    if (asked[electrode] === undefined && typeof grade === 'string') assumed.push({ code: electrode, value: grade });
  }
  const unit = arealCapacityOf({ ...doc, 'electrodes/cathode/massLoading_mg_cm2': 1 }) ?? 0;
  const areal = asked.areal_mAh_cm2 ?? (asked.loading_mg_cm2 === undefined ? undefined : asked.loading_mg_cm2 * unit);
  const hasAnode = arealCapacityOf(doc, 'anode') !== undefined;
  const balance = asked.balance ?? (hasAnode ? assume(assumed, 'balance', usualBalance) : usualBalance);
  const size = typicalSize(doc, 'cathode');
  const layers = asNumber(doc['layers']);
  const first: DesignParameters = {
    ...base,
    areal_mAh_cm2: areal ?? arealCapacityOf(doc) ?? 0,
    balance,
    horizontal_mm: size?.horizontal_mm ?? 0,
    ...(size?.vertical_mm === undefined ? {} : { vertical_mm: size.vertical_mm }),
    ...(layers === undefined ? {} : { layers: asked.layers ?? layers }),
  };
  const nominal_V = chemistryOf(doc)?.nominal_V;
  const capacity =
    asked.capacity_Ah ??
    (asked.energy_Wh === undefined || nominal_V === undefined ? undefined : asked.energy_Wh / nominal_V);
  const task: Task = { asked, first, capacity, isLoadingFree: areal === undefined, assumed };
  const build = formatBuildOf(first) ?? 'stack';
  // A design is stacked: only an order says that it is wound flat.
  const solved = solvers[build === 'flat' ? 'stack' : build](task);
  // "8 mm thick" is the most: the sheets are whole.
  if (build !== 'prismatic' && asked.thickness_mm !== undefined) assume(assumed, 'limit', asked.thickness_mm);
  if (areal === undefined) assumed.push({ code: 'loading', value: solved.parameters.areal_mAh_cm2 });
  const isPublished =
    build === 'roll' && areal === undefined && (capacity ?? 0) <= (formatOf({ format })?.capacityMax_Ah ?? 0);
  const thicker_mm = build === 'stack' || build === 'layer' ? thickerThan(asked, solved) : undefined;
  return {
    ...solved,
    assumed,
    ...(thicker_mm === undefined ? {} : { thicker_mm }),
    ...(solved.largest_Ah !== undefined && isPublished ? { isPublished } : {}),
  };
}

/** Returns the thickness of a pouch that is thicker than asked. */
function thickerThan({ size_mm, thickness_mm }: AskedDesign, { parameters }: Solution): number | undefined {
  const limit = size_mm?.thickness ?? thickness_mm;
  const thickness = cellThickness_mm(docOfDesign(parameters));
  return limit !== undefined && thickness !== undefined && thickness > limit * (1 + tolerance) ? thickness : undefined;
}

/** The can that is asked for, its other sizes typical; none where no size is named. */
function askedCan({ size_mm, thickness_mm }: AskedDesign): Pick<DesignParameters, 'can_mm'> {
  const thickness = size_mm?.thickness ?? thickness_mm;
  if (size_mm === undefined && thickness === undefined) return {};
  return { can_mm: { ...usualCan_mm, ...size_mm, ...(thickness === undefined ? {} : { thickness }) } };
}

/** The can of a prismatic cell where none is asked, as the fields of the housing have it. */
const usualCan_mm = { thickness: 26.5, width: 148, height: 91 } as const;

interface Task {
  asked: AskedDesign;
  /** Values that are asked, and typical ones for the rest. */
  first: DesignParameters;
  capacity: number | undefined;
  isLoadingFree: boolean;
  assumed: DesignAssumption[];
}

type Solution = Pick<SolvedDesign, 'parameters' | 'largest_Ah'>;

const solvers = { roll: ofRoll, coin: ofCoin, layer: ofLayer, stack: ofPouch, prismatic: ofCan };

function assume<T extends string | number>(assumed: DesignAssumption[], code: DesignAssumption['code'], value: T): T {
  assumed.push({ code, value });
  return value;
}

function capacityOf(parameters: DesignParameters): number {
  return estimatedCapacity_Ah(docOfDesign(parameters)) ?? 0;
}

/** Capacity is proportional to the areal capacity, as the cathode limits it while N/P is 1 or more. */
function withCapacity(parameters: DesignParameters, capacity: number): DesignParameters {
  return { ...parameters, areal_mAh_cm2: (parameters.areal_mAh_cm2 * capacity) / capacityOf(parameters) };
}

/** Halvings of a search: to 1 part in 65,000 of the range. */
const steps = 16;

/** Finds the largest number in a range for which a rising condition still holds. */
function largestFor(least: number, most: number, holds: (value: number) => boolean): number {
  let [low, high] = [least, most];
  for (let step = 0; step < steps; step++) {
    const middle = (low + high) / 2;
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** Returns the longest cathode whose roll fills no more than this share of what fits into the can. */
function longest(parameters: DesignParameters, fill: number | undefined): DesignParameters {
  const holds = (horizontal_mm: number): boolean => {
    const roll = rollOf(docOfDesign({ ...parameters, horizontal_mm }));
    if (roll === undefined || roll.widest_mm === null) return false;
    return roll.diameter_mm <= roll.widest_mm && (fill === undefined || (roll.fill ?? 1) <= fill);
  };
  return { ...parameters, horizontal_mm: Math.floor(largestFor(50, 7900, holds)) };
}

function ofRoll({ capacity, first, isLoadingFree }: Task): Solution {
  if (capacity === undefined) return { parameters: longest(first, usualFill) };
  // A can is filled: less capacity means thinner coatings on a longer web.
  const filled = (part: number, fill?: number) =>
    longest({ ...first, areal_mAh_cm2: first.areal_mAh_cm2 * part }, fill);
  const thickest = filled(isLoadingFree ? thickestPart : 1);
  const most = capacityOf(thickest);
  if (most < capacity * (1 - tolerance)) return { parameters: thickest, largest_Ah: most };
  for (const fill of isLoadingFree ? [usualFill, undefined] : []) {
    const holds = (part: number): boolean => capacityOf(filled(part, fill)) <= capacity;
    if (!holds(thinnestPart) || holds(thickestPart)) continue;
    const { horizontal_mm } = filled(largestFor(thinnestPart, thickestPart, holds), fill);
    return { parameters: withCapacity({ ...first, horizontal_mm }, capacity) };
  }
  const { horizontal_mm: widest } = filled(1);
  const holds = (horizontal_mm: number) => capacityOf({ ...first, horizontal_mm }) <= capacity;
  return { parameters: { ...first, horizontal_mm: rounded(largestFor(50, widest, holds)) } };
}

/** Maximum by which the capacity of a design may differ from the one asked, as a fraction: sizes are rounded. */
const tolerance = 0.005;
/** Widest cathode disc: its anode is 1 mm wider, and discs of up to 17 mm fit into a 2032 case. */
const widestDisc_mm = 16;

function ofCoin({ asked, first, capacity, isLoadingFree, assumed }: Task): Solution {
  if (capacity === undefined || isLoadingFree || asked.disc_mm !== undefined) {
    const disc = asked.disc_mm ?? assume(assumed, 'disc', first.horizontal_mm);
    const coin = { ...first, horizontal_mm: disc };
    if (capacity === undefined) return { parameters: coin };
    if (isLoadingFree) return { parameters: withCapacity(coin, capacity) };
    const most = capacityOf(coin);
    return most < capacity * (1 - 0.02) ? { parameters: coin, largest_Ah: most } : { parameters: coin };
  }
  const disc = largestFor(5, widestDisc_mm, (each) => capacityOf({ ...first, horizontal_mm: each }) <= capacity);
  const parameters = { ...first, horizontal_mm: rounded(disc) };
  const most = capacityOf(parameters);
  return most < capacity * (1 - tolerance) ? { parameters, largest_Ah: most } : { parameters };
}

/** Sheet of this size, height with bare edge; limits are kept. */
function sized(parameters: DesignParameters, width: number, height: number): DesignParameters {
  return { ...parameters, horizontal_mm: rounded(width), vertical_mm: rounded(height) };
}

/** Scales a sheet, its proportion kept, until the cell has the capacity. */
function scaled(parameters: DesignParameters, capacity: number): DesignParameters {
  const { horizontal_mm, vertical_mm = 0 } = parameters;
  const at = (factor: number) => ({
    ...parameters,
    horizontal_mm: horizontal_mm * factor,
    vertical_mm: vertical_mm * factor,
  });
  const most = Math.min(sheet_mm.widest / horizontal_mm, sheet_mm.highest / vertical_mm);
  const factor = largestFor(
    sheet_mm.least / Math.min(horizontal_mm, vertical_mm),
    most,
    (each) => capacityOf(at(each)) <= capacity,
  );
  const { horizontal_mm: width, vertical_mm: height } = at(factor);
  return sized(parameters, width, height);
}

/** The sheet that is asked: of an outer size or a proportion, else the typical one. */
function askedSheet({ asked, first, assumed }: Task): DesignParameters {
  const { size_mm, aspect } = asked;
  if (size_mm !== undefined) {
    // Two seals, and the anode, which is 2 mm larger than the cathode.
    const around = 2 * constants.seal_mm + 2;
    return sized(first, size_mm.width - around, size_mm.height - around);
  }
  const { horizontal_mm, vertical_mm = horizontal_mm } = first;
  if (aspect === undefined) {
    assume(assumed, 'aspect', rounded(vertical_mm / horizontal_mm, 2));
    return first;
  }
  const width = Math.sqrt((horizontal_mm * vertical_mm) / aspect);
  return sized(first, width, width * aspect);
}

function ofLayer(task: Task): Solution {
  const sheet = askedSheet(task);
  const { capacity, asked, isLoadingFree } = task;
  if (capacity === undefined) return { parameters: sheet };
  if (asked.size_mm !== undefined) return fixedSheet(sheet, capacity, isLoadingFree);
  return reached(scaled(sheet, capacity), capacity);
}

/** Says the largest capacity where a design stays under what was asked. */
function reached(parameters: DesignParameters, capacity: number): Solution {
  const most = capacityOf(parameters);
  return most < capacity * (1 - tolerance) ? { parameters, largest_Ah: most } : { parameters };
}

function fixedSheet(sheet: DesignParameters, capacity: number, isLoadingFree: boolean): Solution {
  return isLoadingFree ? { parameters: withCapacity(sheet, capacity) } : reached(sheet, capacity);
}

/** Maximum number of layers of the sheet for which this thickness of the cell stays within a limit. */
function layersWithin(sheet: DesignParameters, most_mm: number, thickness: typeof sheetStack_mm): number {
  const holds = (layers: number) =>
    (thickness(docOfDesign({ ...sheet, layers: Math.floor(layers) })) ?? Infinity) <= most_mm;
  return Math.max(1, Math.floor(largestFor(1, 301, holds)));
}

function ofPouch(task: Task): Solution {
  const { asked, capacity, isLoadingFree, assumed } = task;
  const sheet = askedSheet(task);
  const limit = asked.size_mm?.thickness ?? asked.thickness_mm;
  const most_mm = limit ?? usualThickness_mm;
  const most = Math.min(300, layersWithin(sheet, most_mm, cellThickness_mm));
  if (capacity === undefined) {
    const layers = asked.layers ?? (limit === undefined ? (sheet.layers ?? 1) : most);
    if (asked.layers === undefined) assume(assumed, 'layers', layers);
    return { parameters: { ...sheet, layers } };
  }
  const each = capacityOf({ ...sheet, layers: 1 });
  const wanted = Math.max(1, Math.ceil(capacity / each - tolerance));
  if (asked.size_mm !== undefined) {
    const layers = asked.layers ?? Math.min(wanted, limit === undefined ? 300 : most);
    const fixed = { ...sheet, layers };
    const isThin = capacityOf(fixed) < capacity * (1 - tolerance);
    return isLoadingFree && !isThin ? { parameters: withCapacity(fixed, capacity) } : reached(fixed, capacity);
  }
  if (asked.layers === undefined && limit === undefined) assume(assumed, 'thickness', most_mm);
  // Of a small cell, more and smaller sheets, so that it is not thinner than recommended.
  const least = Math.min(
    layersWithin(sheet, thinnest_mm, cellThickness_mm) + 1,
    most,
    Math.floor(capacity / (each / smallestPart)),
  );
  const layers = asked.layers ?? Math.max(1, least, Math.min(wanted, most));
  return reached(scaled({ ...sheet, layers }, capacity), capacity);
}

/** Factor by which the sheets of a small cell may be smaller than the typical sheet. Our choice. */
const smallestPart = 14;

function ofCan({ asked, first, capacity, isLoadingFree, assumed }: Task): Solution {
  const { can_mm } = first;
  const { width, thickness, height } = usualCan_mm;
  const isThick = (asked.size_mm?.thickness ?? asked.thickness_mm) !== undefined;
  if (can_mm === undefined) assume(assumed, 'size', `${width} × ${thickness} × ${height} mm`);
  else if (!isThick) assume(assumed, 'canThickness', thickness);
  else if (asked.size_mm === undefined) assume(assumed, 'size', `${width} × ${height} mm`);
  const room = can_mm === undefined ? first : sheetInCan(first, can_mm);
  const inner = innerThickness_mm(docOfDesign(room)) ?? 0;
  const most = Math.min(300, layersWithin(room, inner, sheetStack_mm));
  if (capacity === undefined) {
    const layers = asked.layers ?? assume(assumed, 'layers', most);
    return { parameters: { ...room, layers } };
  }
  const each = capacityOf({ ...room, layers: 1 });
  const layers = asked.layers ?? Math.min(most, Math.max(1, Math.ceil(capacity / each - tolerance)));
  const cell = { ...room, layers };
  if (isLoadingFree && capacityOf(cell) >= capacity) return { parameters: withCapacity(cell, capacity) };
  return reached(cell, capacity);
}

/** Sheets that fill a can: wall, lid and the larger anode are left free. */
function sheetInCan(first: DesignParameters, { width, height }: NonNullable<DesignParameters['can_mm']>) {
  const wall = 2 * constants.canWall_mm;
  const overhang = 2;
  return sized(first, width - wall - overhang - 1, height - wall - constants.lid_mm - overhang - 1);
}

function rounded(value: number, digits = 4): number {
  return Number(value.toPrecision(digits));
}
