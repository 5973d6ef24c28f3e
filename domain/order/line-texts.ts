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
  report: 'Report and data',
  disposal: 'Disposal of tested cells, kg',
  shipping: 'Shipping by road, dangerous goods',
} as const;

export type LineText = keyof typeof lineTexts;
