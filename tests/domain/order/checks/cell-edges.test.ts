import { expect, test } from 'vitest';
import { checksOf } from '#domain/order/checks/checks.ts';
import type { Json } from '#domain/ground/json.ts';
import { isOpen } from '#domain/order/data/check.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { changesOfChoice } from '#domain/order/fields/presets.ts';
import { rpt } from '../orders.ts';

/** Every relation of the cell design, on both sides of its limit. */

function proposed(format: string, { chemistry = 'NMC/graphite', ...more }: Record<string, string> = {}): OrderDoc {
  const doc: OrderDoc = {};
  const choices = Object.entries({ service: 'prototyping', format, chemistry, ...more });
  for (const [path, value] of choices)
    for (const change of changesOfChoice({ ...doc }, path, value)) doc[change.path] = change.value;
  return doc;
}

const levelOf = (doc: OrderDoc, code: string) => checksOf(doc).find((check) => check.code === code)?.level;

const orders = {
  roll: proposed('21700'),
  tabless: proposed('4680'),
  coin: proposed('2032 coin'),
  pouch: proposed('pouch multi-layer'),
  can: proposed('prismatic'),
  flatPouch: proposed('pouch multi-layer', { assembly: 'wound' }),
};

const c = (key: string) => `electrodes/cathode/${key}`;
const a = (key: string) => `electrodes/anode/${key}`;

type Rule = [code: string, level: string, order: keyof typeof orders];

/** A value just inside the limit, one just outside, and values beside it. */
const edges: [...Rule, path: string, inside: Json, outside: Json, beside?: OrderDoc][] = [
  ['SHAFT_TOO_WIDE', 'block', 'roll', 'windingShaftDiameter_mm', 6.77, 6.78],
  ['SHAFT_THIN', 'warn', 'roll', 'windingShaftDiameter_mm', 1.5, 1.49],
  ['SHAFT_TIGHT', 'warn', 'roll', 'windingShaftDiameter_mm', 1.76, 1.75],
  ['ANODE_TOO_SHORT', 'block', 'pouch', a('electrodeHorizontalLength_mm'), 80.1, 80],
  ['ANODE_TOO_LOW', 'block', 'roll', a('electrodeVerticalLength_mm'), 63.1, 63],
  ['OVERHANG', 'warn', 'roll', a('electrodeVerticalLength_mm'), 64, 63.9],
  ['OVERHANG', 'warn', 'pouch', a('electrodeVerticalLength_mm'), 134, 134.1],
  ['OVERHANG_SIDE', 'block', 'roll', a('coatedAreaWidth_mm'), 64, 63.9],
  ['OVERHANG_SIDE', 'block', 'roll', c('ab_offset'), -0.25, -0.26],
  ['ANODE_LEAD', 'block', 'roll', 'electrodePhaseShift_mm', 29.5, 29.6],
  ['TOO_TALL', 'block', 'roll', a('electrodeVerticalLength_mm'), 68, 68.1],
  ['HEADROOM', 'warn', 'roll', a('electrodeVerticalLength_mm'), 65, 65.1],
  ['OUTER_TURNS', 'block', 'roll', 'separatorOuterTurns', 1, 0.9],
  ['INSULATOR_BOTTOM', 'warn', 'roll', 'insulator', 'bottom', 'top'],
  ['TABLESS_EDGE', 'block', 'tabless', c('uncoatedAreaVerticalLength_mm'), 3.1, 3],
  ['TAB_TOO_WIDE', 'block', 'roll', a('tabWidth_mm'), 6, 6.1],
  ['TABS_TOO_MANY', 'block', 'roll', c('tabCount'), 1, 2],
  ['TABS_TOO_MANY', 'block', 'flatPouch', c('tabCount'), 2, 3, { [c('uncoatedAreaHorizontalLength_mm')]: 16 }],
  [
    'TAB_WIDER_THAN_CELL',
    'block',
    'roll',
    c('tabWidth_mm'),
    20.3,
    20.4,
    { [c('uncoatedAreaHorizontalLength_mm')]: 60 },
  ],
  ['TABS_TOUCH', 'block', 'pouch', c('tabWidth_mm'), 35, 36, { [a('tabWidth_mm')]: 40 }],
  ['TABS_TOUCH', 'block', 'can', c('tabWidth_mm'), 65, 66, { [a('tabWidth_mm')]: 65 }],
  ['TABS_TOUCH', 'block', 'flatPouch', c('tabWidth_mm'), 29, 30, { [a('tabWidth_mm')]: 30 }],
  ['TAB_NO_EDGE', 'block', 'pouch', c('uncoatedAreaVerticalLength_mm'), 3, 2.9],
  ['ANODE_LONG', 'warn', 'roll', a('electrodeHorizontalLength_mm'), 1000, 1020],
  ['FLAT_ROLL_NEVER', 'block', 'flatPouch', 'housingWidth_mm', 64, 20],
  ['OVERHANG_WIDE', 'warn', 'pouch', c('electrodeHorizontalLength_mm'), 76, 75.9],
  ['HOUSING_LOOSE', 'warn', 'can', 'housingThickness_mm', 45, 46],
  ['HOUSING_LOOSE', 'warn', 'can', 'housingWidth_mm', 275, 276],
  ['HOUSING_LOOSE', 'warn', 'pouch', 'housingHeight_mm', 270, 271],
  ['SHEET_TOO_LARGE', 'block', 'pouch', 'housingWidth_mm', 88, 87.9],
  ['SHEET_TOO_LARGE', 'block', 'pouch', 'housingHeight_mm', 138, 137.9],
  ['COATED_NARROW', 'warn', 'pouch', c('coatedAreaWidth_mm'), 96, 95.9],
  ['BARE_LONG', 'warn', 'roll', c('uncoatedAreaHorizontalLength_mm'), 202, 203],
  ['POROSITY_LOW', 'warn', 'pouch', a('massLoading_mg_cm2'), 13.9, 14.1],
  ['COATED_TOO_WIDE', 'block', 'pouch', c('coatedAreaWidth_mm'), 120, 120.1],
  [
    'BARE_TOO_LONG',
    'block',
    'roll',
    c('uncoatedAreaHorizontalLength_mm'),
    399,
    400,
    { [c('electrodeHorizontalLength_mm')]: 400 },
  ],
  ['SEPARATOR_SMALL', 'block', 'coin', 'separatorDiameter_mm', 15.1, 15],
  ['COIN_DISC', 'warn', 'coin', c('electrodeHorizontalLength_mm'), 12, 11.9],
  ['STACK_TOO_THICK', 'block', 'can', 'layers', 67, 68],
  ['SHEET_TOO_LARGE', 'block', 'can', a('electrodeVerticalLength_mm'), 84.4, 84.5],
  ['POUCH_THIN', 'warn', 'pouch', 'layers', 8, 7],
  ['POUCH_LONG', 'warn', 'pouch', a('electrodeHorizontalLength_mm'), 25.5, 25.4],
  ['FOIL_EDGE', 'block', 'roll', c('coating_width'), 240, 240.1],
  ['FOIL_SUM', 'block', 'roll', c('coating_width'), 201, 201.1],
  ['WEB_TOO_WIDE', 'block', 'pouch', c('current_collector_foil_width'), 130, 129],
  ['BAND_TOO_WIDE', 'block', 'pouch', c('coating_width'), 120, 119],
  [
    'PATCH_SHORT',
    'block',
    'roll',
    c('coating_area_length_front'),
    802,
    801,
    { [c('coating_pattern')]: 'intermittent' },
  ],
  ['BLADE_LONG', 'warn', 'coin', c('coating_meter_count'), 20, 21, { [c('coating_method')]: 'doctor blade' }],
  ['COATING_SHORT', 'warn', 'pouch', c('coating_meter_count'), 32, 31],
  [
    'COATING_SHORT',
    'warn',
    'pouch',
    c('coating_method'),
    'customer-coated',
    'comma bar',
    { [c('coating_meter_count')]: 31 },
  ],
  ['COATING_TOO_SHORT', 'block', 'pouch', c('coating_meter_count'), 16, 15.9],
  ['LANES_TOO_WIDE', 'block', 'roll', c('lanes'), 3, 4],
  ['DENSER_THAN_CRYSTAL', 'block', 'roll', c('massLoading_mg_cm2'), 36.1, 36.2],
  ['FLAT_ROLL_TOO_THICK', 'block', 'flatPouch', 'housingThickness_mm', 5.9, 4.9],
  ['SHEET_TOO_LARGE', 'block', 'flatPouch', 'housingHeight_mm', 88, 87.9],
  ['POUCH_LONG', 'warn', 'flatPouch', 'housingHeight_mm', 256, 257],
  ['ANODE_HOLDS_LESS', 'block', 'roll', a('massLoading_mg_cm2'), 12.01, 11.99],
  ['BALANCE', 'warn', 'roll', a('massLoading_mg_cm2'), 12.25, 12.23],
  ['BALANCE', 'warn', 'roll', a('massLoading_mg_cm2'), 14.99, 15.01],
  ['CAPACITY_MISFIT', 'warn', 'pouch', 'nominalCapacity_Ah', 17.2, 17.3],
  ['CAPACITY_IMPOSSIBLE', 'block', 'pouch', 'nominalCapacity_Ah', 22.5, 22.6],
  ['COIN_TOO_WIDE', 'block', 'coin', a('electrodeHorizontalLength_mm'), 17, 17.1, { separatorDiameter_mm: 19 }],
  ['CAPACITY_MISFIT', 'warn', 'pouch', 'nominalCapacity_Ah', 12.8, 12.7],
  ['UNUSUAL_SPECIFICCAPACITY_MAH_G', 'warn', 'roll', c('specificCapacity_mAh_g'), 190, 191],
  ['NOT_FITTING', 'block', 'roll', 'cellCan', 'Al can', 'Al-laminate pouch'],
  ['NOT_FITTING', 'block', 'coin', c('electrode_form'), 'single-sided, disc', 'single-sided, sheet'],
  ['NOT_FITTING', 'block', 'roll', c('grade'), 'NMC811', 'LFP'],
  ['NOT_FITTING', 'block', 'roll', 'electrolyte', 'customer supplied', '1 M NaPF6 in EC/DEC 50/50'],
  ['ROLL_FULL', 'info', 'roll', c('electrodeHorizontalLength_mm'), 810, 820],
  ['RECIPE_IN_NOTES', 'block', 'roll', 'notes', 'C/30', null, { formation: 'customer recipe in the notes' }],
];

test.each(edges)(
  '%s (%s) of a %s is said outside the limit of %s: not at %j, but at %j',
  (code, level, order, path, inside, outside, beside) => {
    expect(levelOf({ ...orders[order], ...beside, [path]: inside }, code)).toBeUndefined();
    expect(levelOf({ ...orders[order], ...beside, [path]: outside }, code)).toBe(level);
  },
);

const intermittent = { [c('coating_pattern')]: 'intermittent' };
const long = (cathode: number, anode: number) => ({
  [c('electrodeHorizontalLength_mm')]: cathode,
  [a('electrodeHorizontalLength_mm')]: anode,
});

/** Limits of several values together. */
const together: [...Rule, inside: OrderDoc, outside: OrderDoc][] = [
  [
    'PATCH_MISSING',
    'block',
    'roll',
    { ...intermittent, [c('coating_area_length_front')]: 800, [c('coating_gap_mm')]: 20 },
    intermittent,
  ],
  ['ROLL_RATTLES', 'warn', 'roll', long(690, 710), long(680, 700)],
];

test.each(together)(
  '%s (%s) of a %s is said outside its limit: not for %j, but for %j',
  (code, level, order, inside, outside) => {
    expect(levelOf({ ...orders[order], ...inside }, code)).toBeUndefined();
    expect(levelOf({ ...orders[order], ...outside }, code)).toBe(level);
  },
);

const tested = { ...orders.roll, service: 'both', ...rpt('a') };

test.each([
  ['title', 'RPT at 45 °C', 'SAID_TEMPERATURE'],
  ['title', 'RPT bei 45,5 °C', 'SAID_TEMPERATURE'],
  ['notes', 'Dry at 80 °C. Test at 45 °C', 'NOTES_TEMPERATURE'],
  ['title', 'Our 18650 line', 'SAID_FORMAT'],
  ['title', 'LFP reference', 'SAID_CHEMISTRY'],
  ['title', '2 Ah power cell', 'SAID_CAPACITY'],
  ['title', '2000 mAh power cell', 'SAID_CAPACITY'],
])('a %s of “%s” contradicts the order, which is said there', (path, text, code) => {
  const check = checksOf({ ...tested, [path]: text }).find((each) => each.code === code);
  expect(check).toMatchObject({ level: 'warn', path });
});

test.each([
  ['title', 'RPT at 25 °C, 21700, NMC811, 4 Ah'],
  ['title', '3 layers, C/3, 24 cells'],
  ['notes', 'Dry at 80 °C for 12 h. Form at 45 °C. Test at 25 °C.'],
])('a %s of “%s” contradicts nothing', (path, text) => {
  const codes = checksOf({ ...tested, [path]: text }).map(({ code }) => code);
  expect(codes.filter((code) => /^(SAID|NOTES)_/.test(code))).toEqual([]);
});

test('20 multi-layer pouches without a design cannot be placed', () => {
  const doc = { service: 'prototyping', format: 'pouch multi-layer', chemistry: 'NMC/graphite', quantity: 20 };
  const missing = checksOf(doc).filter((check) => isOpen(check) && check.code === 'REQUIRED');
  expect(missing.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['layers', 'electrolyte', 'separatorThickness_mm', c('electrodeHorizontalLength_mm')]),
  );
});

test('a draft from before the new fields keeps its values and says which are missing', () => {
  const old = { ...orders.roll };
  for (const path of ['electrolyte', 'tab_cathode', 'tab_anode', c('grade'), c('coating_width')]) delete old[path];
  const open = checksOf(old).filter(isOpen);
  expect(open.map(({ code, path }) => `${code} ${path}`)).toEqual([
    'REQUIRED tab_cathode',
    'REQUIRED tab_anode',
    'REQUIRED electrolyte',
  ]);
});

test('a half cell has no grade of its lithium electrode to choose, and no balance', () => {
  const doc = proposed('2032 coin', { chemistry: 'half cell vs Li (cathode)' });
  expect(doc[a('grade')]).toBeUndefined();
  expect(checksOf(doc).filter(isOpen)).toEqual([]);
  // A grade that was chosen for another chemistry before.
  const left = { ...doc, [a('grade')]: 'graphite', [a('massLoading_mg_cm2')]: 2 };
  expect(levelOf(left, 'ANODE_HOLDS_LESS')).toBeUndefined();
});
