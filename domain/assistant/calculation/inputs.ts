import type { Input } from './formula.ts';
import { assumed as orderAssumes } from '../../order/data/assumed.ts';
import { words } from '../../quantities/words.ts';

/** Inputs that several formulas share. */

export const current: Input = {
  key: 'current',
  label: words('Current', '전류'),
  dimension: 'current',
  unit: 'A',
  isMagnitude: true,
  min: 1e-9,
  max: 100_000,
};

export const capacity: Input = {
  key: 'capacity',
  label: words('Capacity', '용량'),
  dimension: 'capacity',
  unit: 'Ah',
  min: 1e-9,
  max: 100_000,
};

export const rate: Input = {
  key: 'rate',
  label: words('C-rate', 'C-rate'),
  dimension: 'rate',
  unit: 'C',
  min: 1e-5,
  max: 10_000,
};

export const voltage: Input = {
  key: 'voltage',
  label: words('Mean voltage', '평균 전압'),
  dimension: 'voltage',
  unit: 'V',
  min: 0.001,
  max: 2000,
  typical: 'nominalVoltage',
  assumed: { value: 3.6, because: words('nominal voltage of NMC cells', 'NMC 셀의 공칭 전압') },
};

export const energy: Input = {
  key: 'energy',
  label: words('Energy', '에너지'),
  dimension: 'energy',
  unit: 'Wh',
  min: 1e-9,
  max: 1e9,
};

export const loading: Input = {
  key: 'loading',
  label: words('Mass loading of one side', '편면 로딩'),
  dimension: 'loading',
  unit: 'mg/cm²',
  min: 0.01,
  max: 200,
};

export const areal: Input = {
  key: 'areal',
  label: words('Areal capacity of one side', '편면 면적 용량'),
  dimension: 'arealCapacity',
  unit: 'mAh/cm²',
  min: 0.001,
  max: 50,
};

export const active: Input = {
  key: 'active',
  label: words('Active material', '활물질 비율'),
  dimension: 'share',
  unit: '%',
  min: 1,
  max: 100,
  assumed: {
    value: orderAssumes.activeFraction * 100,
    because: words('usual share of the dry coating', '건조 합제에서 일반적인 비율'),
  },
};

export const specific: Input = {
  key: 'specific',
  label: words('Specific capacity', '비용량'),
  dimension: 'specificCapacity',
  unit: 'mAh/g',
  min: 1,
  max: 4200,
  typical: 'specificCapacity',
};

export const trueDensity: Input = {
  key: 'trueDensity',
  label: words('True density', '진밀도'),
  dimension: 'density',
  unit: 'g/cm³',
  min: 0.5,
  max: 10,
  near: /true|crystal|theor|real|material|skelet|진밀도|이론/i,
  typical: 'trueDensity',
};

export const width: Input = {
  key: 'width',
  label: words('Width of the coated area', '코팅 폭'),
  dimension: 'length',
  unit: 'mm',
  min: 1,
  max: 5000,
};

export const height: Input = { ...width, key: 'height', label: words('Height of the coated area', '코팅 높이') };

export const sheets: Input = {
  key: 'sheets',
  label: words('Double-sided cathodes', '양면 양극 장수'),
  dimension: 'layers',
  unit: '',
  min: 1,
  max: 1000,
};

export const sideArea: Input = {
  key: 'area',
  label: words('Coated area of one side', '편면 코팅 면적'),
  dimension: 'area',
  unit: 'cm²',
  min: 0.01,
  max: 1e6,
};

export const cycles: Input = {
  key: 'cycles',
  label: words('Cycles', '사이클 수'),
  dimension: 'cycles',
  unit: '',
  min: 1,
  max: 100_000,
};

export const mass: Input = {
  key: 'mass',
  label: words('Mass', '질량'),
  dimension: 'mass',
  unit: 'g',
  min: 1e-6,
  max: 1e8,
  optional: true,
};

export const volume: Input = {
  key: 'volume',
  label: words('Volume', '부피'),
  dimension: 'volume',
  unit: 'mL',
  min: 1e-6,
  max: 1e8,
  optional: true,
};

export const from: Input = {
  key: 'from',
  label: words('Start of charge', '충전 시작'),
  dimension: 'share',
  unit: '%',
  min: 0,
  max: 99,
  near: /from|start|부터|에서/i,
  assumed: { value: 0, because: words('empty at the start', '시작할 때 완전 방전') },
};

export const to: Input = {
  ...from,
  key: 'to',
  label: words('End of charge', '충전 종료'),
  min: 0.1,
  max: 100,
  near: /\bto\b|until|까지/i,
  assumed: { value: 100, because: words('full at the end', '끝날 때 완전 충전') },
};

/** A voltage that is measured: none is assumed for it. */
export const measuredVoltage: Input = { ...voltage, typical: undefined, assumed: undefined };

/** Resistance as a result; an input has limits, too. */
export const resistance = {
  key: 'resistance',
  label: words('DC resistance', 'DC 저항'),
  dimension: 'resistance',
  unit: 'mΩ',
} as const;
