import { createInstance } from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import { askedDesignIn } from '#domain/order/design/asked-design.ts';
import { docOfDesign } from '#domain/order/design/parameters.ts';
import { solvedDesign } from '#domain/order/design/solve.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { changesOfNewTest, withChanges } from '#domain/order/fields/presets.ts';
import { specificationOf } from '#domain/order/checks/specification.ts';
import english from '../../../../public/locales/en/navigator.json' with { type: 'json' };
import korean from '../../../../public/locales/ko/navigator.json' with { type: 'json' };

const texts = createInstance();
beforeAll(() => texts.init({ lng: 'en', resources: { en: { navigator: english }, ko: { navigator: korean } } }));

const wordsOf = (language: string) => ({ t: texts.getFixedT(language, 'navigator'), language });
const rowsOf = (doc: OrderDoc, title: string, language = 'en') => {
  const rows = specificationOf(doc, wordsOf(language)).find((group) => group.title === title)?.rows ?? [];
  return Object.fromEntries(rows.map(({ label, text }) => [label, text]));
};

const pouch = docOfDesign(solvedDesign(askedDesignIn('20 Ah pouch, NMC811, 4 mAh/cm²').asked).parameters);

test('a specification has what was chosen, and what follows from it', () => {
  expect(rowsOf(pouch, 'Cell')).toMatchObject({ Format: 'Pouch, multi-layer', 'Nominal capacity': '20\u2009Ah' });
  expect(rowsOf(pouch, 'Computed values')).toMatchObject({
    Energy: '73\u2009Wh',
    'N/P': expect.stringMatching(/^1\.1/),
    'Cathode: Areal capacity': '3.999\u2009mAh/cm²',
    'Anode: Areal capacity': '4.402\u2009mAh/cm²',
    'Cell mass': expect.stringMatching(/^\d{3}(\.\d)?\u2009g$/),
    'Specific energy': expect.stringMatching(/Wh\/kg$/),
  });
  expect(rowsOf(pouch, '계산된 값', 'ko')).toMatchObject({ '양극: 면적당 용량': '3.999\u2009mAh/cm²' });
});

test('a test ends with its time per cell, and cells that are sent have only their energy computed', () => {
  const sent: OrderDoc = { service: 'testing', format: '21700', chemistry: 'NMC/graphite', nominalCapacity_Ah: 5 };
  const doc = withChanges(sent, changesOfNewTest(sent, 'a1', 'RPT'));
  expect(Object.entries(rowsOf(doc, '1. Reference Parameter Test (RPT)')).at(-1)).toEqual([
    'Time per cell',
    expect.stringMatching(/^[\d.]+\u2009h$/),
  ]);
  expect(Object.keys(rowsOf(doc, 'Computed values'))).toEqual(['Energy']);
});

test('a group without a value is left out, unless a text was typed that cannot be read', () => {
  const doc: OrderDoc = { service: 'prototyping' };
  expect(specificationOf(doc, wordsOf('en'))).toMatchObject([{ title: 'Service' }]);
  const unread = { quantity: '240 pcs' };
  expect(specificationOf(doc, wordsOf('en'), unread)).toMatchObject([{ title: 'Service' }, { title: 'Cell' }]);
});
