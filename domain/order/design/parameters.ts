import { arealCapacityOf, estimatedCapacity_Ah } from '../cell/capacity.ts';
import { coatingDensity } from '../cell/cell-figures.ts';
import { proposedCoating_m } from '../cell/coating-need.ts';
import { canonicalJson } from '../../ground/json.ts';
import { electrodes, type Electrode } from '../data/electrodes.ts';
import { asNumber } from '../data/field.ts';
import { formatOf, type Build } from '../data/formats.ts';
import { coatedWidth_mm } from '../cell/geometry.ts';
import type { OrderDoc } from '../data/order.ts';
import { changesOfChoice, changesOfTypical } from '../fields/presets.ts';
import { tabEdge_mm, typicalTab_mm } from '../cell/tabs.ts';
import { typicalSize } from '../data/typical-sizes.ts';

/** A design in few numbers, and the order document that follows from them with typical values for the rest. */

export interface DesignParameters {
  /** Code of a format and of a chemistry that the order tables have. */
  format: string;
  chemistry: string;
  /** Grades of the active materials; without them the chemistry's usual ones. */
  cathode?: string;
  anode?: string;
  /** Cells to build; without it the typical number of the format. */
  quantity?: number;
  /** Charge per area of one coated cathode side, in mAh/cm². */
  areal_mAh_cm2: number;
  /** Charge of the anode relative to the cathode's (N/P). Not for lithium metal. */
  balance: number;
  /** Cathode sheets in a stack. */
  layers?: number;
  /** Size of the cathode: length of the web, width of a sheet, or diameter of a disc. */
  horizontal_mm: number;
  /** Height of the cathode, bare edge included; a disc has none. */
  vertical_mm?: number;
  electrolyte_g_Ah?: number;
  specific_mAh_g?: number;
  /** Outer size of a prismatic can. */
  can_mm?: { thickness: number; width: number; height: number };
}

/** Returns how cells of the format are put together. */
export function formatBuildOf({ format }: Pick<DesignParameters, 'format'>): Build | undefined {
  return formatOf({ format })?.build;
}

/** Bare edge within the height of the cathode. */
export function typicalBareEdge_mm({ format }: Pick<DesignParameters, 'format'>): number {
  return typicalSize({ format }, 'cathode')?.edge_mm ?? 0;
}

type ChosenParameters = Omit<
  DesignParameters,
  'areal_mAh_cm2' | 'balance' | 'layers' | 'horizontal_mm' | 'vertical_mm'
>;

/** The last typical document. A search for a size asks for the same one hundreds of times. */
let last: { key: string; doc: OrderDoc } | undefined;

/** Returns the document of format, chemistry and grades with typical values, before loading and size are set. */
export function typicalDoc(parameters: ChosenParameters): OrderDoc {
  const { format, chemistry, cathode, anode, quantity, electrolyte_g_Ah, specific_mAh_g, can_mm } = parameters;
  const key = canonicalJson([format, chemistry, cathode, anode, quantity, electrolyte_g_Ah, specific_mAh_g, can_mm]);
  if (last?.key !== key) last = { key, doc: filledDoc(parameters) };
  return { ...last.doc };
}

function filledDoc(parameters: ChosenParameters): OrderDoc {
  const { quantity, specific_mAh_g, electrolyte_g_Ah, can_mm } = parameters;
  const chosen: [string, string | number | undefined][] = [
    ['service', 'prototyping'],
    ['format', parameters.format],
    ['chemistry', parameters.chemistry],
    ['electrodes/cathode/grade', parameters.cathode],
    ['electrodes/anode/grade', parameters.anode],
    ['quantity', quantity],
    ['electrodes/cathode/specificCapacity_mAh_g', specific_mAh_g],
    ['electrolyteAmount_g_Ah', electrolyte_g_Ah],
    ['housingThickness_mm', can_mm?.thickness],
    ['housingWidth_mm', can_mm?.width],
    ['housingHeight_mm', can_mm?.height],
  ];
  const doc: OrderDoc = {};
  for (const [path, value] of chosen) {
    if (value === undefined) continue;
    for (const change of changesOfChoice(doc, path, value)) doc[change.path] = change.value;
  }
  for (const { path, value } of changesOfTypical(doc)) doc[path] = value;
  return doc;
}

/**
 * Returns the document of a design: an order of cells to build. Loadings follow from the areal capacity and N/P; the
 * coatings keep the density of the typical design, so that their thickness follows from the loading. The nominal
 * capacity is the estimated one.
 */
export function docOfDesign(parameters: DesignParameters): OrderDoc {
  const doc = typicalDoc(parameters);
  const { areal_mAh_cm2, balance, layers } = parameters;
  setLoading(doc, 'cathode', areal_mAh_cm2);
  setLoading(doc, 'anode', areal_mAh_cm2 * balance);
  setSizes(doc, parameters);
  if (layers !== undefined) doc['layers'] = layers;
  setFoil(doc);
  const capacity = estimatedCapacity_Ah(doc);
  if (capacity !== undefined) doc['nominalCapacity_Ah'] = rounded(capacity, 3);
  return doc;
}

/** Sets loading and coating thickness of an electrode to the areal capacity. Lithium metal has neither. */
function setLoading(doc: OrderDoc, electrode: Electrode, areal_mAh_cm2: number): void {
  const loading = `electrodes/${electrode}/massLoading_mg_cm2`;
  const thickness = `electrodes/${electrode}/coatingThickness_mm`;
  const density = coatingDensity(doc, electrode);
  const unit = arealCapacityOf({ ...doc, [loading]: 1 }, electrode);
  if (unit === undefined || unit <= 0) return;
  const value = rounded(areal_mAh_cm2 / unit);
  doc[loading] = value;
  if (density !== undefined) doc[thickness] = rounded(value / (100 * density));
}

/** Sets the sizes of both electrodes; the anode keeps its typical overhang over the cathode. */
function setSizes(doc: OrderDoc, { horizontal_mm, vertical_mm }: DesignParameters): void {
  const typical = typicalSize(doc, 'cathode');
  const larger = typicalSize(doc, 'anode');
  if (typical === undefined || larger === undefined) return;
  for (const electrode of electrodes) {
    const at = (key: string) => `electrodes/${electrode}/${key}`;
    const over = electrode === 'anode' ? larger.horizontal_mm - typical.horizontal_mm : 0;
    doc[at('electrodeHorizontalLength_mm')] = rounded(horizontal_mm + over, 5);
    if (vertical_mm === undefined) continue;
    const higher = electrode === 'anode' ? (larger.vertical_mm ?? 0) - (typical.vertical_mm ?? 0) : 0;
    doc[at('electrodeVerticalLength_mm')] = rounded(vertical_mm + higher, 5);
    doc[at('coatedAreaWidth_mm')] = rounded(vertical_mm + higher - typical.edge_mm, 5);
  }
  const edge = formatOf(doc)?.wound === true ? undefined : tabEdge_mm(doc);
  if (edge !== undefined) for (const each of electrodes) doc[`electrodes/${each}/tabWidth_mm`] = typicalTab_mm(edge);
  if (formatOf(doc)?.build !== 'coin') return;
  const widest = asNumber(doc['electrodes/anode/electrodeHorizontalLength_mm']) ?? 0;
  doc['separatorDiameter_mm'] = Math.max(asNumber(doc['separatorDiameter_mm']) ?? 0, Math.ceil(widest + 1));
}

/** Widens coating and foil where the typical ones are too narrow, and takes as many meters as the cells need. */
function setFoil(doc: OrderDoc): void {
  for (const electrode of electrodes) {
    const at = (key: string) => `electrodes/${electrode}/${key}`;
    const band = coatedWidth_mm(doc, electrode) ?? 0;
    const web = asNumber(doc[at('electrodeVerticalLength_mm')]) ?? 0;
    const border = asNumber(doc[at('uncoated_area_width_front')]) ?? 0;
    const width = Math.max(asNumber(doc[at('coating_width')]) ?? 0, Math.ceil(Math.max(band, web - 2 * border)));
    doc[at('coating_width')] = width;
    doc[at('current_collector_foil_width')] = width + 2 * border;
    // The typical document has the meters of its typical sheets, which may be far larger than these.
    doc[at('coating_meter_count')] = proposedCoating_m(doc, electrode);
  }
}

/** Rounds to significant digits, so that a form shows what is stored. */
function rounded(value: number, digits = 4): number {
  return Number(value.toPrecision(digits));
}
