/** Units that questions about cells use, with their spellings. A value of a dimension is kept in its first unit. */

export type Dimension = keyof typeof dimensions;

export interface Unit {
  /** Name as it is shown. */
  name: string;
  /** Value in this unit × factor = value in the dimension's first unit. */
  factor: number;
  /** Spellings after compatibility normalization, as a pattern. */
  spelt: RegExp;
}

/** @param exact whether upper and lower case differ: an ampere is no article */
function unitOf(name: string, factor: number, spelt: string, exact = false): Unit {
  return { name, factor, spelt: new RegExp(`^(?:${spelt})(?![A-Za-z0-9])`, exact ? 'u' : 'iu') };
}

const per = ' ?/ ?';
const cm2 = 'cm ?\\^?2|sq ?cm|square centimet(?:er|re)s?|제곱센티미터';

/** The names are symbols, the same in every language; counts have no symbol. */
export const dimensions = {
  current: [
    unitOf('A', 1, 'amps?|amperes?|암페어'),
    unitOf('A', 1, 'A', true),
    unitOf('mA', 1e-3, 'mA|milliamps?|밀리암페어'),
    unitOf('µA', 1e-6, '[uμµ]A|microamps?|마이크로암페어'),
  ],
  capacity: [
    unitOf('Ah', 1, 'Ah|amp(?:ere)?[- ]?hours?|암페어시'),
    unitOf('mAh', 1e-3, 'mAh|milliamp(?:ere)?[- ]?hours?|밀리암페어시'),
  ],
  rate: [unitOf('C', 1, 'C(?:[- ]?rate)?')],
  voltage: [unitOf('V', 1, 'V|volts?|볼트'), unitOf('mV', 1e-3, 'mV|millivolts?|밀리볼트')],
  energy: [
    unitOf('Wh', 1, 'Wh|watt[- ]?hours?|와트시'),
    unitOf('kWh', 1000, 'kWh|킬로와트시'),
    unitOf('mWh', 1e-3, 'mWh'),
  ],
  power: [unitOf('W', 1, 'W|watts?|와트'), unitOf('kW', 1000, 'kW|킬로와트'), unitOf('mW', 1e-3, 'mW')],
  resistance: [
    unitOf('mΩ', 1, 'm ?[ΩωΩ]|m ?ohms?|milli ?ohms?|밀리옴'),
    unitOf('Ω', 1000, '[ΩωΩ]|ohms?|옴'),
    unitOf('µΩ', 1e-3, '[uμµ] ?[ΩωΩ]|micro ?ohms?'),
  ],
  loading: [
    unitOf('mg/cm²', 1, `mg${per}(?:${cm2})|mg ?cm ?\\^?-2`),
    unitOf('g/m²', 0.1, `g${per}m ?\\^?2|gsm|g ?m ?\\^?-2`),
  ],
  arealCapacity: [unitOf('mAh/cm²', 1, `mAh${per}(?:${cm2})|mAh ?cm ?\\^?-2`)],
  specificCapacity: [unitOf('mAh/g', 1, `mAh${per}g|mAh ?g ?\\^?-1|Ah${per}kg`)],
  molarMass: [unitOf('g/mol', 1, `g${per}mol`)],
  density: [unitOf('g/cm³', 1, `g${per}(?:cm ?\\^?3|cc|ml)`), unitOf('kg/m³', 1e-3, `kg${per}m ?\\^?3`)],
  massPerCapacity: [unitOf('g/Ah', 1, `g${per}Ah`)],
  specificEnergy: [unitOf('Wh/kg', 1, `Wh${per}kg`)],
  energyPerVolume: [unitOf('Wh/L', 1, `Wh${per}(?:l|liters?|litres?)`)],
  length: [
    unitOf('mm', 1, 'mm|millimet(?:er|re)s?|밀리(?:미터)?'),
    unitOf('cm', 10, 'cm|centimet(?:er|re)s?|센티(?:미터)?'),
    unitOf('µm', 1e-3, '[uμµ]m|microns?|micromet(?:er|re)s?|마이크론|마이크로미터'),
    unitOf('m', 1000, 'm|met(?:er|re)s?|미터'),
  ],
  area: [unitOf('cm²', 1, cm2), unitOf('mm²', 0.01, 'mm ?\\^?2'), unitOf('m²', 10_000, 'm ?\\^?2')],
  volume: [
    unitOf('mL', 1, 'ml|cc|cm ?\\^?3|milliliters?|밀리리터'),
    unitOf('L', 1000, 'l|liters?|litres?|리터'),
    unitOf('mm³', 1e-3, 'mm ?\\^?3'),
  ],
  mass: [unitOf('g', 1, 'g|grams?|그램'), unitOf('kg', 1000, 'kg|kilograms?|킬로그램'), unitOf('mg', 1e-3, 'mg')],
  time: [
    unitOf('h', 1, 'h|hrs?|hours?|시간'),
    unitOf('min', 1 / 60, 'min|mins|minutes?|분'),
    unitOf('s', 1 / 3600, 's|sec|secs|seconds?|초'),
    unitOf('d', 24, 'd|days?|일(?!때)'),
  ],
  share: [unitOf('%', 1, '%|percent|pct|퍼센트|프로')],
  additive: [
    unitOf('%', 1, '(?:wt ?)?% ?(?:of )?(?:conductive \\w+|carbon(?: black)?|super ?[cp]\\d*|c65|도전재|카본블랙)'),
  ],
  binder: [unitOf('%', 1, '(?:wt ?)?% ?(?:of )?(?:binder|pvdf|cmc|sbr|바인더)')],
  temperature: [unitOf('°C', 1, '[°º] ?[CF]?|deg(?:rees?)?\\.?(?: ?[CF]| celsius)?|celsius|도')],
  cycles: [unitOf('', 1, '(?:(?:full|charge|discharge|equivalent) )?(?:cycles?|cyc)|사이클|회')],
  layers: [
    unitOf(
      '',
      1,
      '(?:(?:double|two|2)[- ]?sided |double[- ]coated |양면 ?)?(?:layers?|sheets?|positives?|cathodes?|양극)|층|장',
    ),
  ],
  anodes: [unitOf('', 1, '(?:(?:double|two|2)[- ]?sided )?(?:negatives?|anodes?)|음극')],
  series: [unitOf('', 1, '(?:cells? )?in series|직렬')],
  parallel: [unitOf('', 1, '(?:cells? )?in parallel|병렬')],
  cells: [unitOf('', 1, 'cells?|pcs|pieces|개(?!월)')],
  electrons: [unitOf('', 1, 'electrons?|e-|lithiums?|Li|전자')],
  number: [unitOf('', 1, '(?!)')],
} as const satisfies Record<string, readonly Unit[]>;

const dimensionNames = Object.keys(dimensions) as Dimension[];

/** Returns the units of a dimension to choose from, each once. */
export function unitsOf(dimension: Dimension): Unit[] {
  const units: readonly Unit[] = dimensions[dimension];
  return units.filter(({ name }, at) => units.findIndex((each) => each.name === name) === at);
}

interface UnitAt {
  dimension: Dimension;
  unit: Unit;
  length: number;
}

/** Finds the unit that a text begins with; the longest spelling wins. @returns undefined when there is none */
export function unitAt(text: string): UnitAt | undefined {
  let found: UnitAt | undefined;
  for (const dimension of dimensionNames) {
    for (const unit of dimensions[dimension] as readonly Unit[]) {
      const spelt = unit.spelt.exec(text)?.[0] ?? '';
      if (spelt.length <= (found?.length ?? 0)) continue;
      if (!endsInFigure(spelt, text)) found = { dimension, unit, length: spelt.length };
    }
  }
  return found;
}

/** Text that makes a digit a figure of its own: decimals, or another figure with which it makes a row or a range. */
const figureGoesOn = /^(?:[.,]\d| ?(?:[x×*~/:]|-|to|and|or|bis|und|에서) ?\d)/i;

/**
 * Whether the power at the end of a spelling is the figure of the next quantity, as in 60 x 100 mm 2 Ah. Behind 40 cm 2
 * cell it is none, because two would be cells.
 */
function endsInFigure(spelt: string, text: string): boolean {
  if (!/ \d$/.test(spelt)) return false;
  const rest = text.slice(spelt.length);
  if (figureGoesOn.test(rest)) return true;
  const behind = rest.replace(/^[ -]/, '');
  const next = unitAt(behind);
  const isOne =
    next?.unit.name === '' && /(?:cell|sheet|layer|cathode|anode|tive)$/i.test(behind.slice(0, next.length));
  return next !== undefined && !isOne;
}

/**
 * Chooses the unit in which a value reads best: the given one, unless the number is very small or very large in it.
 * @param value in the dimension's first unit
 */
export function readableUnit(dimension: Dimension, value: number, usual: string): Unit | undefined {
  const units = unitsOf(dimension);
  const own = units.find(({ name }) => name === usual) ?? units[0];
  const isWithin = (unit: Unit, least: number, most: number): boolean =>
    Math.abs(value / unit.factor) >= least && Math.abs(value / unit.factor) < most;
  // Half an hour reads better as 30 minutes, half an ampere does not as 500 mA.
  if (own === undefined || value === 0 || isWithin(own, dimension === 'time' ? 1 : 0.1, 10_000)) return own;
  return units.find((unit) => isWithin(unit, 1, 1000)) ?? units.find((unit) => isWithin(unit, 0.1, 1000)) ?? own;
}
