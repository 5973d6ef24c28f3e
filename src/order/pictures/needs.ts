import { buildOf, formatOf } from '#domain/order/data/formats.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';

/** Pictures of a cell. */
export type Picture = 'roll' | 'layers' | 'webs' | 'housed' | 'coin';

const ofEach = (key: string) => [`electrodes/cathode/${key}`, `electrodes/anode/${key}`];
const lengths = ofEach('electrodeHorizontalLength_mm');
const layers = [
  ...ofEach('coatingThickness_mm'),
  ...ofEach('current_collector_foil_thickness'),
  'separatorThickness_mm',
];

/** Paths of the fields without which a picture cannot be drawn. */
const needs: Readonly<Record<Picture, readonly string[]>> = {
  webs: [...lengths, ...ofEach('electrodeVerticalLength_mm')],
  roll: [...layers, ...lengths, 'windingShaftDiameter_mm', 'separatorInnerTurns'],
  layers,
  housed: [...layers, ...lengths],
  coin: [...layers, ...lengths, 'separatorDiameter_mm'],
};

/**
 * Returns the paths that a picture lacks in an order as it is drawn, typical values included; empty where every value
 * is given but no such shape exists.
 */
export function missingFor(picture: Picture, doc: OrderDoc): string[] {
  return [...needs[picture], ...(picture === 'housed' ? needsOfHousing(doc) : [])].filter(
    (path) => (doc[path] ?? null) === null,
  );
}

function needsOfHousing(doc: OrderDoc): string[] {
  const build = buildOf(doc);
  const count = build === 'stack' || build === 'prismatic' ? ['layers'] : [];
  if (formatOf(doc)?.shape === 'prismatic') return [...count, 'housingWidth_mm', 'housingThickness_mm'];
  if (build === 'flat') return ['housingWidth_mm'];
  // The size of a pouch follows from its anode sheet unless it is given in full.
  const isGiven = ['housingWidth_mm', 'housingHeight_mm'].every((path) => (doc[path] ?? null) !== null);
  return [...count, ...(isGiven ? [] : ['electrodes/anode/electrodeVerticalLength_mm'])];
}
