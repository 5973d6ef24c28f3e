/**
 * English labels of the lines of a price; `{{0}}` is the placeholder of the first value. Translations are under `line`
 * in navigator.json. The English label is part of a price's hash: changing one here makes a new price.
 */
export const lineTexts = {
  setup: 'Prototyping set-up',
  recipe: 'Coating recipe',
  runs: 'Coating runs',
  cathode: 'Coating cathode, double sided, m',
  anode: 'Coating anode, double sided, m',
  assembly: 'Assembly of {{0}} cells',
  formation: 'Formation',
  testSetup: '{{0}}: set-up',
  channel: '{{0}}: {{1}} × {{2}} channel days up to {{3}} A',
  chamber: '{{0}}: chamber at {{1}} °C',
  campaign: 'Safety campaign',
  safetyCells: '{{0}}: cells up to {{1}} Ah',
  spectra: '{{0}}: impedance, {{1}} spectra per cell',
  channelNumbered: '{{0}}. {{1}} at {{2}} °C: {{3}} × {{4}} channel days up to {{5}} A',
  chamberNumbered: '{{0}}. {{1}}: chamber at {{2}} °C',
  safetyCellsNumbered: '{{0}}. {{1}} at {{2}} °C: cells up to {{3}} Ah',
  spectraNumbered: '{{0}}. {{1}} at {{2}} °C: impedance, {{3}} spectra per cell',
  report: 'Report and data',
  disposal: 'Disposal of tested cells, kg',
  shipping: 'Shipping by road, dangerous goods',
} as const;

export type LineText = keyof typeof lineTexts;

/** The same labels for Korean answers; equal to those of the screens. */
export const koreanLineTexts: Record<LineText, string> = {
  setup: '시제품 제작 준비',
  recipe: '코팅 레시피',
  runs: '코팅 작업',
  cathode: '양극 코팅, 양면, m',
  anode: '음극 코팅, 양면, m',
  assembly: '{{0}} 셀 조립',
  formation: '화성',
  testSetup: '{{0}}: 시험 준비',
  channel: '{{0}}: 셀 {{1}}개 × 채널 {{2}}일, {{3}} A까지',
  chamber: '{{0}}: {{1}} °C 챔버',
  campaign: '안전 시험 준비',
  safetyCells: '{{0}}: {{1}} Ah까지의 셀',
  spectra: '{{0}}: 임피던스, 셀당 스펙트럼 {{1}}개',
  channelNumbered: '{{0}}. {{1}}, {{2}} °C: 셀 {{3}}개 × 채널 {{4}}일, {{5}} A까지',
  chamberNumbered: '{{0}}. {{1}}: {{2}} °C 챔버',
  safetyCellsNumbered: '{{0}}. {{1}}, {{2}} °C: {{3}} Ah까지의 셀',
  spectraNumbered: '{{0}}. {{1}}, {{2}} °C: 임피던스, 셀당 스펙트럼 {{3}}개',
  report: '보고서 및 데이터',
  disposal: '시험한 셀 폐기, kg',
  shipping: '육로 운송, 위험물',
};
