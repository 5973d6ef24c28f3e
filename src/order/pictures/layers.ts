import { assumed } from '#domain/order/data/assumed.ts';
import type { Electrode } from '#domain/order/data/electrodes.ts';
import { asNumber } from '#domain/order/data/field.ts';
import { buildOf } from '#domain/order/data/formats.ts';
import { sidesOf } from '#domain/order/cell/geometry.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';

/** Materials of a drawing; each has one color and one hatching. */
export type DrawnMaterial = 'cathode' | 'anode' | 'aluminum' | 'copper' | 'separator' | 'laminate' | 'steel';

/** One layer of a cell, from the top of the drawing down. */
export interface Layer {
  id: string;
  /** Code of the client's text for its name. */
  code: string;
  material: DrawnMaterial;
  thickness_mm: number;
  /** Path of the field that says its thickness; undefined where none does. */
  path: string | undefined;
  /** Whether it is as wide as the anode, the cathode, or wider than both. */
  width: Electrode | 'full';
}

/**
 * Returns the layers of one repeat unit of a roll or stack, or all layers of a single-layer pouch.
 * @returns undefined while a thickness is missing
 */
export function layersOf(doc: OrderDoc): Layer[] | undefined {
  const build = buildOf(doc);
  const separator = asNumber(doc['separatorThickness_mm']);
  const anode = sheetLayers(doc, 'anode');
  const cathode = sheetLayers(doc, 'cathode');
  if (build === undefined || separator === undefined || anode === undefined || cathode === undefined) return undefined;
  const separatorAt = (id: string): Layer => ({
    id,
    code: 'separator',
    material: 'separator',
    thickness_mm: separator,
    path: 'separatorThickness_mm',
    width: 'full',
  });
  if (build === 'coin') return [...anode, separatorAt('separator'), ...cathode];
  const unit = [separatorAt('separator-1'), ...anode, separatorAt('separator-2'), ...cathode];
  if (build !== 'layer') return unit;
  return [laminate('laminate-1'), ...unit, separatorAt('separator-3'), laminate('laminate-2')];
}

function laminate(id: string): Layer {
  return {
    id,
    code: 'laminate',
    material: 'laminate',
    thickness_mm: assumed.laminate_mm,
    path: undefined,
    width: 'full',
  };
}

/**
 * Layers of one sheet. A single-sided sheet turns its coating to the other electrode, the anode lying above: its foil
 * is on top and that of the cathode at the bottom.
 */
function sheetLayers(doc: OrderDoc, electrode: Electrode): Layer[] | undefined {
  const at = (key: string) => `electrodes/${electrode}/${key}`;
  const coating = asNumber(doc[at('coatingThickness_mm')]);
  const gauge = asNumber(doc[at('current_collector_foil_thickness')]);
  if (coating === undefined || gauge === undefined) return undefined;
  const side = (code: 'front' | 'back'): Layer => ({
    id: `${electrode}-${code}`,
    code: `${electrode}-${code}`,
    material: electrode,
    thickness_mm: coating,
    path: at('coatingThickness_mm'),
    width: electrode,
  });
  const metal: Layer = {
    id: `${electrode}-foil`,
    code: `${electrode}-foil`,
    material: electrode === 'anode' ? 'copper' : 'aluminum',
    thickness_mm: gauge,
    path: at('current_collector_foil_thickness'),
    width: electrode,
  };
  if (sidesOf(doc, electrode) === 2) return [side('back'), metal, side('front')];
  return electrode === 'anode' ? [metal, side('front')] : [side('front'), metal];
}

/** Returns the sum of the thicknesses in mm. */
export function thicknessOf_mm(layers: readonly Layer[]): number {
  return layers.reduce((sum, { thickness_mm }) => sum + thickness_mm, 0);
}
