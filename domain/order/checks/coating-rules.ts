import { rule, type CellRule } from './cell-rule.ts';
import { coatingDensity, porosity } from '../cell/cell-figures.ts';
import { figure } from '../data/check.ts';
import { isCoatedByUs } from '../data/coating-methods.ts';
import { coatingLeast_m, coatingNeed_m } from '../cell/coating-need.ts';
import { electrodes, type Electrode } from '../data/electrodes.ts';
import { formatOf } from '../data/formats.ts';
import { coatedLength_mm, coatedWidth_mm } from '../cell/geometry.ts';
import { gradeOf } from '../data/typical-sizes.ts';

/** Rules about the foil and the coating line, the same for both electrodes. */

/** Bare foil that the coating line needs on each side, in mm. */
const edge_mm = 5;
/** Maximum by which coating and borders together may differ from the foil width, in mm. */
const tolerance_mm = 1;
/** Longest web that a doctor blade coats evenly, in m. */
const bladeMost_m = 20;

/** Part of pores in % below which electrolyte fills a coating poorly. Unconfirmed. */
const leastPores = 25;

const densities = { cathode: [1.2, 4.2], anode: [0.8, 2] } as const;

export const coatingRules: readonly CellRule[] = electrodes.flatMap(rulesOf);

function rulesOf(electrode: Electrode): CellRule[] {
  return [...densityRules(electrode), ...lengthRules(electrode), ...widthRules(electrode), ...patternRules(electrode)];
}

/** Returns a function that gives the path of an electrode's field. */
function fieldsOf(electrode: Electrode): (key: string) => string {
  return (key) => `electrodes/${electrode}/${key}`;
}

/** Returns rules about what the coating consists of. */
function densityRules(electrode: Electrode): CellRule[] {
  const at = fieldsOf(electrode);
  return [
    rule('DENSER_THAN_CRYSTAL', 'block', at('massLoading_mg_cm2'), ({ doc }) => {
      const density = coatingDensity(doc, electrode) ?? Number.NaN;
      const crystal = gradeOf(doc, electrode)?.crystal_g_cm3 ?? Number.NaN;
      return density > crystal && [figure(density), crystal];
    }),
    rule('COATING_DENSITY', 'warn', at('massLoading_mg_cm2'), ({ doc }) => {
      const density = coatingDensity(doc, electrode) ?? Number.NaN;
      const grade = gradeOf(doc, electrode);
      const [low, high] = grade?.coating_g_cm3 ?? densities[electrode];
      const isPossible = density <= (grade?.crystal_g_cm3 ?? Infinity);
      return isPossible && (density < low || density > high) && [figure(density), low, high];
    }),
    rule('POROSITY_LOW', 'warn', at('coatingThickness_mm'), ({ doc }) => {
      const density = coatingDensity(doc, electrode) ?? Number.NaN;
      const [, high] = gradeOf(doc, electrode)?.coating_g_cm3 ?? densities[electrode];
      const pores = porosity(doc, electrode) ?? Number.NaN;
      // An unusual density is reported above.
      return density <= high && pores < leastPores && [figure(pores)];
    }),
  ];
}

/** Returns rules about how long the coating is. */
function lengthRules(electrode: Electrode): CellRule[] {
  const at = fieldsOf(electrode);
  return [
    rule('COATING_TOO_SHORT', 'block', at('coating_meter_count'), ({ doc, of, at: number }) => {
      const least = coatingLeast_m(doc, electrode) ?? Number.NaN;
      return of(electrode, 'coating_meter_count') < least && [figure(least), number('quantity')];
    }),
    rule('COATING_SHORT', 'warn', at('coating_meter_count'), ({ doc, of, at: number }) => {
      const need = coatingNeed_m(doc, electrode) ?? Number.NaN;
      const least = coatingLeast_m(doc, electrode) ?? Number.NaN;
      const given = of(electrode, 'coating_meter_count');
      // Start-up and losses are those of our line.
      return isCoatedByUs(doc, electrode) && given >= least && given < need && [need, number('quantity')];
    }),
  ];
}

/** Returns rules about the width of foil, coating and borders. */
function widthRules(electrode: Electrode): CellRule[] {
  const at = fieldsOf(electrode);
  return [
    rule('LANES_TOO_WIDE', 'block', at('lanes'), ({ of }) => {
      const lanes = of(electrode, 'lanes');
      const height = of(electrode, 'electrodeVerticalLength_mm');
      const foil = of(electrode, 'current_collector_foil_width');
      return lanes * height > foil && [lanes, figure(lanes * height), figure(foil)];
    }),
    rule('FOIL_EDGE', 'block', at('coating_width'), ({ of }) => {
      const most = of(electrode, 'current_collector_foil_width') - 2 * edge_mm;
      return of(electrode, 'coating_width') > most && [figure(most)];
    }),
    rule('FOIL_SUM', 'block', at('uncoated_area_width_front'), ({ of }) => {
      const foil = of(electrode, 'current_collector_foil_width');
      const sum = of(electrode, 'coating_width') + 2 * of(electrode, 'uncoated_area_width_front');
      return Math.abs(sum - foil) > tolerance_mm && [figure(sum), figure(foil)];
    }),
    rule('WEB_TOO_WIDE', 'block', at('current_collector_foil_width'), ({ doc, of }) => {
      const isCoin = formatOf(doc)?.shape === 'coin';
      const web = of(electrode, isCoin ? 'electrodeHorizontalLength_mm' : 'electrodeVerticalLength_mm');
      return of(electrode, 'current_collector_foil_width') < web && [figure(web)];
    }),
    rule('BAND_TOO_WIDE', 'block', at('coating_width'), ({ doc, of }) => {
      const isCoin = formatOf(doc)?.shape === 'coin';
      const band = isCoin ? of(electrode, 'electrodeHorizontalLength_mm') : coatedWidth_mm(doc, electrode);
      return of(electrode, 'coating_width') < (band ?? Number.NaN) && [figure(band ?? 0)];
    }),
  ];
}

/** Returns rules about patches, and about how the coating is applied. */
function patternRules(electrode: Electrode): CellRule[] {
  const at = fieldsOf(electrode);
  return [
    ...['coating_area_length_front', 'coating_gap_mm'].map((key) =>
      rule('PATCH_MISSING', 'block', at(key), ({ doc, of }) => {
        const isPatched = doc[at('coating_pattern')] === 'intermittent';
        return isPatched && Number.isNaN(of(electrode, key)) && [];
      }),
    ),
    rule('PATCH_SHORT', 'block', at('coating_area_length_front'), ({ doc, of }) => {
      const length = coatedLength_mm(doc, electrode) ?? Number.NaN;
      const isPatched = doc[at('coating_pattern')] === 'intermittent';
      return isPatched && of(electrode, 'coating_area_length_front') < length && [figure(length)];
    }),
    rule('BLADE_LONG', 'warn', at('coating_method'), ({ doc, of }) => {
      const isBlade = doc[at('coating_method')] === 'doctor blade';
      return isBlade && of(electrode, 'coating_meter_count') > bladeMost_m && [bladeMost_m];
    }),
  ];
}
