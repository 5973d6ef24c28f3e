import { expect, test } from 'vitest';
import { balanceOf } from '#domain/order/cell/capacity.ts';
import { derivedOf } from '#domain/order/checks/derived.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { changesOfChoice, changesOfTypical } from '#domain/order/fields/presets.ts';
import { longest_mm, rollOf } from '#domain/order/cell/roll.ts';
import { m50 } from '../orders.ts';

/** Computed figures of cells whose figures are published, within 1 %. */

// PyBaMM Chen2020: thickness, active volume fraction, largest concentration, used stoichiometry of the cathode.
const areal_mAh_cm2 = (75.6e-6 * 0.665 * 63_104 * 96_485 * (0.854 - 0.2638)) / 3600 / 10;

const published: OrderDoc = {
  ...m50,
  separatorOuterTurns: 0,
  'electrodes/cathode/uncoatedAreaHorizontalLength_mm': 0,
  'electrodes/cathode/activeFraction': 0.96,
  // The loading of the table holds this charge.
  'electrodes/cathode/specificCapacity_mAh_g': (areal_mAh_cm2 * 1000) / (25 * 0.96),
};

const figureOf = (doc: OrderDoc, code: string, path?: string) =>
  derivedOf(doc).find((each) => each.code === code && (path === undefined || each.path === path))?.value ?? Number.NaN;

test.each([
  ['turns', 22.2],
  ['roll', 19.62],
  ['areal', 5.02],
  ['coated', 5.15],
  ['capacity', 5],
  ['stack', 0.3736],
  ['area', 1027],
])('the %s of the LG M50 is %f within 1 %%', (code, expected) => {
  expect(Math.abs(figureOf(published, code) / expected - 1)).toBeLessThan(0.01);
});

test.each([
  ['the published 3.17 g/cm³', 31.7, 33.7],
  ['a coating without pores', 47.8, 0],
  // A check says so instead.
  ['a coating denser than its crystal', 47.9, undefined],
])('the porosity of %s', (_, massLoading_mg_cm2, expected) => {
  const at = 'electrodes/cathode/coatingThickness_mm';
  const doc: OrderDoc = { ...m50, [at]: 0.1, 'electrodes/cathode/massLoading_mg_cm2': massLoading_mg_cm2 };
  const shown = derivedOf({ ...doc, 'electrodes/cathode/grade': 'NMC811' }).find(
    ({ code, path }) => code === 'porosity' && path === at,
  );
  expect(shown === undefined ? undefined : Number(shown.value.toFixed(1))).toBe(expected);
});

test('a 4680 of 0.455 mm per turn takes 3.45 m', () => {
  // Inner diameter 44.9 mm, shaft 4 mm.
  expect(Math.abs(longest_mm(44.9, 4, 0.455) / 3450 - 1)).toBeLessThan(0.01);
});

test('a roll of the longest electrodes fills the can exactly', () => {
  const longest = rollOf(m50)?.longest_mm ?? 0;
  const roll = rollOf({
    ...m50,
    'electrodes/cathode/electrodeHorizontalLength_mm': longest,
    'electrodes/anode/electrodeHorizontalLength_mm': longest,
  });
  expect(roll?.diameter_mm).toBeCloseTo(roll?.widest_mm ?? 0, 9);
});

test('a typical sodium cell of the 32140 has the published 10 Ah within 5 % and 270 g within 10 %', () => {
  const doc: OrderDoc = { service: 'prototyping' };
  for (const [path, value] of Object.entries({ format: '32140', chemistry: 'Na layered oxide/hard carbon' })) {
    for (const change of changesOfChoice(doc, path, value)) doc[change.path] = change.value;
  }
  for (const change of changesOfTypical(doc)) doc[change.path] = change.value;
  expect(Math.abs(figureOf(doc, 'capacity') / 10 - 1)).toBeLessThan(0.05);
  expect(Math.abs(figureOf(doc, 'mass') / 270 - 1)).toBeLessThan(0.1);
});

test('the 78 Ah pouch has an N/P of 1.04', () => {
  // Loadings chosen to the published ratio: 24 × 0.96 × 175 = 4032 and 12.48 × 0.96 × 350 = 4193 µAh/cm².
  const doc = {
    chemistry: 'NMC/graphite',
    'electrodes/cathode/massLoading_mg_cm2': 24,
    'electrodes/anode/massLoading_mg_cm2': 12.48,
    'electrodes/anode/grade': 'graphite',
  };
  expect(balanceOf(doc)).toBeCloseTo(1.04, 9);
});

const pouch: OrderDoc = {
  service: 'prototyping',
  format: 'pouch multi-layer',
  chemistry: 'NMC/graphite',
  quantity: 20,
  layers: 20,
  separatorThickness_mm: 0.012,
  electrolyteAmount_g_Ah: 2,
  'electrodes/cathode/electrodeHorizontalLength_mm': 80,
  'electrodes/anode/electrodeHorizontalLength_mm': 82,
  'electrodes/cathode/electrodeVerticalLength_mm': 130,
  'electrodes/anode/electrodeVerticalLength_mm': 132,
  'electrodes/cathode/coatedAreaWidth_mm': 120,
  'electrodes/anode/coatedAreaWidth_mm': 122,
  'electrodes/cathode/coatingThickness_mm': 0.0756,
  'electrodes/anode/coatingThickness_mm': 0.0852,
  'electrodes/cathode/current_collector_foil_thickness': 0.015,
  'electrodes/anode/current_collector_foil_thickness': 0.01,
  'electrodes/cathode/massLoading_mg_cm2': 24,
  'electrodes/anode/massLoading_mg_cm2': 13.2,
};

test.each([
  // 20 × (2 × 75.6 + 15) + 21 × (2 × 85.2 + 10) + 42 × 12 µm
  ['sheets', 20 * 0.1662 + 21 * 0.1804 + 42 * 0.012],
  ['thickness', 20 * 0.1662 + 21 * 0.1804 + 42 * 0.012 + 0.22],
  ['area', 20 * 2 * 8 * 12],
  ['coated', (24 * 0.96 * 0.175 * 3840) / 1000],
  ['capacity', (24 * 0.96 * 0.175 * 3840 * 0.97) / 1000],
  ['energy', ((24 * 0.96 * 0.175 * 3840 * 0.97) / 1000) * 3.65],
  ['electrolyte', (24 * 0.96 * 0.175 * 3840 * 0.97) / 500],
])('the %s of a pouch of 20 layers is %f', (code, expected) => {
  expect(figureOf(pouch, code)).toBeCloseTo(expected, 6);
});

test('the mass of a pouch is the sum of its parts, and gives its specific energy', () => {
  const cathode = 20 * (8 * 13 * 0.0015 * 2.7 + (8 * 12 * 2 * 24) / 1000);
  const anode = 21 * (8.2 * 13.2 * 0.001 * 8.96 + (8.2 * 12.2 * 2 * 13.2) / 1000);
  const separator = 2 * 21 * 8.2 * 13.2 * 0.0012 * 0.55;
  const laminate = 2 * 9.2 * 14.2 * 0.0165;
  const mass = cathode + anode + separator + laminate + figureOf(pouch, 'electrolyte');
  expect(figureOf(pouch, 'mass')).toBeCloseTo(mass, 6);
  expect(figureOf(pouch, 'specificEnergy')).toBeCloseTo((figureOf(pouch, 'energy') / mass) * 1000, 6);
  const volume = (9.2 * 14.2 * figureOf(pouch, 'thickness')) / 10;
  expect(figureOf(pouch, 'energyDensity')).toBeCloseTo((figureOf(pouch, 'energy') / volume) * 1000, 6);
});

test('the weaker electrode gives the capacity', () => {
  const weak = { ...pouch, 'electrodes/anode/massLoading_mg_cm2': 10, 'electrodes/anode/grade': 'graphite' };
  expect(figureOf(weak, 'coated')).toBeCloseTo((10 * 0.96 * 0.35 * 3840) / 1000, 6);
});

test('cells that a customer sends have an energy and no design figures', () => {
  const doc = { service: 'testing', format: '21700', chemistry: 'NMC/graphite', nominalCapacity_Ah: 5 };
  expect(derivedOf(doc).map(({ code }) => code)).toEqual(['energy']);
});
