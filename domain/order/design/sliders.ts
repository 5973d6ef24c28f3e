import { typicalBareEdge_mm, formatBuildOf, type DesignParameters } from './parameters.ts';

/** Numbers of a design that its card lets a user change. */

export interface DesignSlider {
  key: 'areal_mAh_cm2' | 'balance' | 'layers' | 'horizontal_mm' | 'vertical_mm';
  /** Code of the client's text for its name. */
  label: 'areal' | 'balance' | 'layers' | 'length' | 'width' | 'height' | 'disc';
  least: number;
  most: number;
  step: number;
  unit: string;
  /** Part of the value that stays without coating. */
  bare_mm?: number;
}

const balance: DesignSlider = { key: 'balance', label: 'balance', least: 1.02, most: 1.25, step: 0.01, unit: '' };

/** Returns the sliders of a design; the values that it starts with are within their ranges. */
export function slidersOf(parameters: DesignParameters): DesignSlider[] {
  const build = formatBuildOf(parameters);
  const { areal_mAh_cm2, horizontal_mm, vertical_mm, layers, chemistry } = parameters;
  const bare = typicalBareEdge_mm(parameters);
  const isLithium = chemistry.startsWith('half cell');
  const areal = slider('areal_mAh_cm2', 'areal', areal_mAh_cm2, [0.3, 8], 0.05, 'mAh/cm²');
  const label = build === 'roll' ? 'length' : build === 'coin' ? 'disc' : 'width';
  const range: [number, number] = build === 'roll' ? [100, 6000] : build === 'coin' ? [8, 16] : [20, 400];
  return [
    areal,
    ...(isLithium ? [] : [including(balance, parameters.balance)]),
    ...(layers === undefined ? [] : [slider('layers', 'layers', layers, [1, 120], 1, 'layers')]),
    slider('horizontal_mm', label, horizontal_mm, range, build === 'coin' ? 0.5 : 1, 'mm'),
    ...(vertical_mm === undefined || build === 'roll'
      ? []
      : [
          {
            ...slider('vertical_mm', 'height', vertical_mm, [30, 290], 1, 'mm'),
            ...(bare > 0 ? { bare_mm: bare } : {}),
          },
        ]),
  ];
}

/** Returns the design with another value of one slider. */
export function withSlider(parameters: DesignParameters, { key }: DesignSlider, value: number): DesignParameters {
  return { ...parameters, [key]: value };
}

function slider(
  key: DesignSlider['key'],
  label: DesignSlider['label'],
  value: number,
  [least, most]: [number, number],
  step: number,
  unit: string,
): DesignSlider {
  return including(
    { key, label, least, most: Math.max(least + step, Math.min(most, rounded(value * 3))), step, unit },
    value,
  );
}

/** Widens a range to a value. */
function including({ least, most, ...rest }: DesignSlider, value: number): DesignSlider {
  return { ...rest, least: Math.min(least, rounded(value)), most: Math.max(most, value) };
}

function rounded(value: number): number {
  return Number(value.toPrecision(2));
}
