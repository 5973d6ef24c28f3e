import { expect, test } from 'vitest';
import { withComputed } from '#domain/assistant/computed.ts';
import { answerFrom } from '#domain/assistant/retrieval/answer.ts';
import { retrieve } from '#domain/assistant/retrieval/retrieve.ts';
import { index } from '../../assistant/retrieval/evaluation.ts';
import { checksOf } from '#domain/order/checks/checks.ts';
import { derivedOf } from '#domain/order/checks/derived.ts';
import { askedDesignIn } from '#domain/order/design/asked-design.ts';
import type { AskedDesign } from '#domain/order/data/asked.ts';
import { designChanges, undoOf } from '#domain/order/design/design-changes.ts';
import {
  designAssumptions,
  designProblemIn,
  designProblemText,
  designQuestionIn,
  designText,
  largestText,
} from '#domain/order/design/design-texts.ts';
import { docOfDesign } from '#domain/order/design/parameters.ts';
import { slidersOf, withSlider } from '#domain/order/design/sliders.ts';
import { solvedDesign } from '#domain/order/design/solve.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { exampleRateCard } from '#domain/order/data/rate-card.ts';
import { changesOfNewTest, type ValueChange } from '#domain/order/fields/presets.ts';

const ofCell = ({ path }: { path: string }) => !path.startsWith('tests/');

const applied = (doc: OrderDoc, changes: readonly ValueChange[]): OrderDoc =>
  Object.fromEntries(
    Object.entries({ ...doc, ...Object.fromEntries(changes.map(({ path, value }) => [path, value])) }).filter(
      ([, value]) => value !== null,
    ),
  );

function designed(text: string) {
  const read = askedDesignIn(text);
  expect(designProblemIn(text, read)).toBeUndefined();
  const design = solvedDesign(read.asked);
  const doc = docOfDesign(design.parameters);
  const figures: Record<string, number> = {};
  for (const { code, value } of derivedOf(doc)) figures[code] ??= value;
  return { ...read, design, doc, figures };
}

/** What each sentence asks, and figures of its design. */
const sentences: [string, AskedDesign, Record<string, number>][] = [
  [
    '20 Ah pouch, NMC811, 4 mAh/cm²',
    { format: 'pouch multi-layer', chemistry: 'NMC/graphite', cathode: 'NMC811', capacity_Ah: 20, areal_mAh_cm2: 4 },
    { capacity: 20, areal: 4, balance: 1.1, energy: 73 },
  ],
  [
    '20Ah pouch NCM-811 4 mAh/cm2',
    { format: 'pouch multi-layer', chemistry: 'NMC/graphite', cathode: 'NMC811', capacity_Ah: 20, areal_mAh_cm2: 4 },
    { capacity: 20 },
  ],
  [
    'Design a 3 Ah 18650 cell, NMC811/Si-graphite',
    { format: '18650', chemistry: 'NMC/Si-graphite', cathode: 'NMC811', anode: 'Si-graphite', capacity_Ah: 3 },
    { capacity: 3, energy: 10.8 },
  ],
  [
    '4 Ah 21700, NMC622',
    { format: '21700', chemistry: 'NMC/graphite', cathode: 'NMC622', capacity_Ah: 4 },
    { capacity: 4 },
  ],
  [
    '4680 LFP 10000 mAh',
    { format: '4680', chemistry: 'LFP/graphite', cathode: 'LFP', capacity_Ah: 10 },
    { capacity: 10, energy: 32 },
  ],
  [
    '26650, LiFePO4, 2.3 Ah',
    { format: '26650', chemistry: 'LFP/graphite', cathode: 'LFP', capacity_Ah: 2.3 },
    { capacity: 2.3 },
  ],
  [
    'coin cell 3 mAh LCO',
    { format: '2032 coin', chemistry: 'LCO/graphite', cathode: 'LCO', capacity_Ah: 0.003 },
    { capacity: 0.003, area: 1.5394 },
  ],
  [
    'CR2032 NMC622 2 mAh/cm2 14 mm disc',
    { format: '2032 coin', chemistry: 'NMC/graphite', cathode: 'NMC622', areal_mAh_cm2: 2, disc_mm: 14 },
    { capacity: 0.002986, areal: 2 },
  ],
  [
    'CR2032 half cell NMC811 2 mAh/cm2 12 mm',
    { format: '2032 coin', chemistry: 'half cell vs Li (cathode)', cathode: 'NMC811', areal_mAh_cm2: 2, disc_mm: 12 },
    { capacity: 0.002194 },
  ],
  [
    'coin cell 2.5 mAh NCA 2.2 mAh/cm²',
    { format: '2032 coin', chemistry: 'NCA/graphite', cathode: 'NCA', capacity_Ah: 0.0025, areal_mAh_cm2: 2.2 },
    { capacity: 0.0025, areal: 2.2 },
  ],
  [
    '40 mAh single-layer pouch LFP',
    { format: 'pouch single-layer', chemistry: 'LFP/graphite', cathode: 'LFP', capacity_Ah: 0.04 },
    { capacity: 0.04 },
  ],
  [
    '0.5 Ah pouch NMC622 3 mAh/cm²',
    { format: 'pouch multi-layer', chemistry: 'NMC/graphite', cathode: 'NMC622', capacity_Ah: 0.5, areal_mAh_cm2: 3 },
    { capacity: 0.5, areal: 3 },
  ],
  [
    '50 Ah pouch LFP at most 12 mm thick',
    { format: 'pouch multi-layer', chemistry: 'LFP/graphite', cathode: 'LFP', capacity_Ah: 50, thickness_mm: 12 },
    { capacity: 50, energy: 160 },
  ],
  [
    '70 Wh pouch NMC811 aspect 2:1',
    { format: 'pouch multi-layer', chemistry: 'NMC/graphite', cathode: 'NMC811', energy_Wh: 70, aspect: 2 },
    { energy: 70, capacity: 19.178 },
  ],
  [
    'pouch 100x150 mm, 8 mm thick, NMC811, 20 mg/cm2',
    {
      format: 'pouch multi-layer',
      chemistry: 'NMC/graphite',
      cathode: 'NMC811',
      size_mm: { width: 100, height: 150 },
      thickness_mm: 8,
      loading_mg_cm2: 20,
    },
    { areal: 3.84, area: 22 * 2 * 8.8 * 12.8 },
  ],
  [
    '280Ah prismatic LFP 174 x 72 x 207 mm',
    {
      format: 'prismatic',
      chemistry: 'LFP/graphite',
      cathode: 'LFP',
      capacity_Ah: 280,
      size_mm: { thickness: 72, width: 174, height: 207 },
    },
    { capacity: 280, energy: 896, thickness: 72 },
  ],
  [
    'prismatic 50 Ah NMC622',
    { format: 'prismatic', chemistry: 'NMC/graphite', cathode: 'NMC622', capacity_Ah: 50 },
    { thickness: 26.5 },
  ],
  [
    'pouch, 20 layers, NMC, 3 mAh/cm2, N/P 1.15',
    { format: 'pouch multi-layer', chemistry: 'NMC/graphite', areal_mAh_cm2: 3, layers: 20, balance: 1.15 },
    { balance: 1.15, areal: 3 },
  ],
  [
    'LTO pouch 10 Ah',
    { format: 'pouch multi-layer', chemistry: 'NMC or LMO/LTO', anode: 'LTO', capacity_Ah: 10 },
    { capacity: 10, energy: 24 },
  ],
  [
    'sodium-ion 18650 1.2 Ah',
    { format: '18650', chemistry: 'Na layered oxide/hard carbon', capacity_Ah: 1.2 },
    { capacity: 1.2, energy: 3.66 },
  ],
  [
    '10 pcs 5 Ah pouch LCO',
    { format: 'pouch multi-layer', chemistry: 'LCO/graphite', cathode: 'LCO', capacity_Ah: 5, quantity: 10 },
    { capacity: 5 },
  ],
  [
    '20 21700 cells NMC622 4 Ah',
    { format: '21700', chemistry: 'NMC/graphite', cathode: 'NMC622', capacity_Ah: 4, quantity: 20 },
    { capacity: 4 },
  ],
  [
    '파우치 10Ah NCM811 3.5 mAh/cm2',
    { format: 'pouch multi-layer', chemistry: 'NMC/graphite', cathode: 'NMC811', capacity_Ah: 10, areal_mAh_cm2: 3.5 },
    { capacity: 10 },
  ],
  [
    '인산철 각형 40 Ah 설계해줘',
    { format: 'prismatic', chemistry: 'LFP/graphite', cathode: 'LFP', capacity_Ah: 40 },
    {},
  ],
  [
    '나트륨 18650 1.2 Ah',
    { format: '18650', chemistry: 'Na layered oxide/hard carbon', capacity_Ah: 1.2 },
    { capacity: 1.2 },
  ],
  [
    '코인셀 하프셀 NCM622, 2 mAh/cm², 지름 14 mm',
    { format: '2032 coin', chemistry: 'half cell vs Li (cathode)', cathode: 'NMC622', areal_mAh_cm2: 2, disc_mm: 14 },
    { areal: 2 },
  ],
  [
    'pouch 5 Ah LMO, electrolyte 2.5 g/Ah',
    { format: 'pouch multi-layer', chemistry: 'LMO/graphite', cathode: 'LMO', capacity_Ah: 5, electrolyte_g_Ah: 2.5 },
    { capacity: 5, electrolyte: 12.5 },
  ],
  [
    'coin cell 4 mAh NMC811 with 200 mg electrolyte',
    { format: '2032 coin', chemistry: 'NMC/graphite', cathode: 'NMC811', capacity_Ah: 0.004, electrolyte_g_Ah: 50 },
    { capacity: 0.004, electrolyte: 0.2 },
  ],
  [
    '8 Ah pouch NMC532 165 mAh/g 18 mg/cm2',
    {
      format: 'pouch multi-layer',
      chemistry: 'NMC/graphite',
      cathode: 'NMC532',
      capacity_Ah: 8,
      specific_mAh_g: 165,
      loading_mg_cm2: 18,
    },
    { capacity: 8, areal: 2.851 },
  ],
  ['5 Ah', { capacity_Ah: 5 }, { capacity: 5 }],
];

test.each(sentences)('“%s” is read and becomes a cell with its figures', (text, asked, figures) => {
  const { asked: found, unread, figures: derived, design } = designed(text);
  expect(found).toEqual(asked);
  expect(unread).toEqual([]);
  expect(design.largest_Ah === undefined || text.startsWith('prismatic') || text.includes('각형')).toBe(true);
  for (const [code, value] of Object.entries(figures)) {
    expect({ code, value: (derived[code] ?? 0) / value }).toEqual({ code, value: expect.closeTo(1, 2) });
  }
});

test.each(sentences)('the draft of “%s” has no blocking check and the figures of its card', (text) => {
  const { doc } = designed(text);
  expect(checksOf(doc).filter(({ level }) => level === 'block')).toEqual([]);
  const draft = applied({}, designChanges(doc, {}));
  expect(derivedOf(draft)).toEqual(derivedOf(doc));
});

test('the height of a stacked sheet says how much of it is bare edge, and a roll with tabs has none', () => {
  const { parameters } = designed('20 Ah pouch, NMC811, 4 mAh/cm²').design;
  expect(slidersOf(parameters).find(({ label }) => label === 'height')).toMatchObject({ bare_mm: 10 });
  expect(designText({ format: '21700', capacity_Ah: 4 }, false)).not.toContain('bare edge');
});

test.each(sentences)(
  'sliders of “%s” start within their range, and the middle of each gives a cell without a gap',
  (text) => {
    const { parameters } = designed(text).design;
    for (const slider of slidersOf(parameters)) {
      const value = parameters[slider.key] ?? Number.NaN;
      expect([slider.label, value >= slider.least && value <= slider.most]).toEqual([slider.label, true]);
      const doc = docOfDesign(withSlider(parameters, slider, (value + slider.least) / 2));
      expect(
        checksOf(doc)
          .filter(({ level }) => level === 'block')
          .map(({ code }) => code),
      ).not.toContain('REQUIRED');
      expect(derivedOf(doc).some(({ code, value: figure }) => code === 'capacity' && figure > 0)).toBe(true);
    }
  },
);

test.each([
  ['6 Ah 21700 LFP', /at 3.21 mAh\/cm² on a side at most 3.12 Ah fit/],
  ['10 Ah 18650 NMC811', /at most .* Ah fit. Raise the loading, or take a larger format/],
  ['50 mAh coin cell NMC622 2 mAh/cm2', /at most 3.9 mAh fit/],
  ['400 Ah prismatic LFP', /do(es)? not fit/],
  ['5 Ah pouch NMC622 60 x 80 mm at most 5 mm thick 3 mAh/cm²', /does not fit/],
])('“%s” does not fit, and the largest capacity is named', (text, sentence) => {
  const { design, doc } = designed(text);
  expect(largestText(design, false)).toMatch(sentence);
  expect(largestText(design, true)).toMatch(/들어가지 않습니다/);
  expect(checksOf(doc).filter(({ level }) => level === 'block')).toEqual([]);
});

test('a capacity that published cells of the format have can be reached: the card says how, and the order allows it', () => {
  const { design } = designed('5 Ah 21700 NMC811');
  expect(largestText(design, false)).toMatch(
    /With typical coatings at most 4.41 Ah fit.*denser coatings, a higher web or silicon in the anode/,
  );
  expect(largestText(design, true)).toMatch(/실리콘 음극/);
  // What real cells of 5 Ah have, from memory: coatings of 3.4 and 1.5 g/cm³ on a web of 65 mm, and silicon in the anode.
  const silicon = solvedDesign({ format: '21700', cathode: 'NMC811', chemistry: 'NMC/Si-graphite' }).parameters;
  const doc: OrderDoc = {
    ...docOfDesign({ ...silicon, areal_mAh_cm2: 4.8, vertical_mm: 65, horizontal_mm: 830 }),
    nominalCapacity_Ah: 5,
    'electrodes/cathode/coatingThickness_mm': 0.0735,
    'electrodes/anode/coatingThickness_mm': 0.0733,
  };
  expect(derivedOf(doc).find(({ code }) => code === 'capacity')?.value).toBeGreaterThan(4.95);
  expect(checksOf(doc).filter(({ level }) => level === 'block')).toEqual([]);
});

test('a limit of thickness is kept', () => {
  expect(designed('50 Ah pouch LFP at most 12 mm thick').figures['thickness']).toBeLessThanOrEqual(12);
  expect(designed('pouch 100x150 mm, 8 mm thick, NMC811, 20 mg/cm2').figures['thickness']).toBeLessThanOrEqual(8);
});

test.each([
  ['hello', /Describe a cell/],
  ['', /Describe a cell/],
  ['5 Ah pouch LNMO', /no figures for LNMO/],
  ['lead acid 18650', /no figures for lead acid/],
  ['14500 LFP', /format 14500 is not built/],
  ['LFP/LTO pouch 5 Ah', /LFP \+ LTO are not built together/],
])('“%s” is refused with a sentence that says what to write', (text, sentence) => {
  const problem = designProblemIn(text, askedDesignIn(text));
  expect(problem === undefined ? '' : designProblemText(problem, false)).toMatch(sentence);
  expect(problem === undefined ? '' : designProblemText(problem, true)).toMatch(/[가-힣]/);
});

test.each([
  ['20 Ah pouch NMC811 at 3.7 V', ['3.7 V']],
  ['200 mg NMC811 coin', ['200 mg']],
  ['5 Ah pouch for my drone', ['drone']],
  ['5 Ah 6 Ah pouch', ['6 Ah']],
  ['2,5 Ah pouch, LFP, 3–5 mAh/cm², 1,5 mm thick', ['3–5 mAh/cm²']],
  ['2 Ah pouch, 3 to 5 mAh/cm2', ['3 to 5 mAh/cm2']],
  ['2 Ah pouch, 3 mAh/cm² or 5 mAh/cm²', ['3 mAh/cm² or 5 mAh/cm²']],
  ['2 Ah pouch, 3 ± 0.2 mAh/cm²', ['3 ± 0.2 mAh/cm²']],
  ['2 Ah pouch, 3~5 mAh/cm²', ['3~5 mAh/cm²']],
  ['10-12 cells, 2 Ah pouch', ['10-12 cells']],
  ['2 Ah pouch, N/P 1.05-1.15', ['N/P 1.05-1.15']],
  ['2 Ah pouch, 5–7 mm thick', ['5–7 mm']],
  ['pouch, 2,5 Ah, LFP, 1,2 M LiPF6, 3,5 mAh/cm²', ['1,2 M LiPF6']],
  ['2 Ah pouch in EC/DMC 3:7', ['EC/DMC 3:7']],
  ['CR2032 LFP, 2 mm thick', ['2 mm thick']],
  ['18650 LFP, 20 layers, 60 x 100 mm', ['20 layers', '60 x 100 mm']],
  ['2 Ah pouch LFP, 7 Wh', ['7 Wh']],
])('of “%s” it is said what was not read', (text, unread) => {
  expect(askedDesignIn(text).unread).toEqual(unread);
});

test.each([
  ['2,5 Ah pouch, LFP, 3–5 mAh/cm², 1,5 mm thick, 12 pieces', { capacity_Ah: 2.5, quantity: 12, thickness_mm: 1.5 }],
  ['10-12 cells, 2-3 Ah pouch LFP, 20-22 layers, N/P 1.05-1.15', {}],
  ['pouch LFP, qty 10-12, 5–7 mm thick', {}],
])('of a range in “%s” neither end is taken', (text, asked) => {
  const cell = { format: 'pouch multi-layer', chemistry: 'LFP/graphite', cathode: 'LFP' };
  expect(askedDesignIn(text).asked).toEqual({ ...cell, ...asked });
});

test('a cell of one layer has a cathode layer, not layers', () => {
  expect(designText({ format: 'pouch multi-layer', capacity_Ah: 0.1, layers: 1 }, false)).toMatch(
    /1 cathode layer of /,
  );
});

test('a thickness is taken as the most, and it is said where the cell cannot be as thin', () => {
  const { design } = designed('2,5 Ah pouch, LFP, 1,5 mm thick');
  expect(designAssumptions(design, false)).toContain('a thickness of 1.5 mm is the most');
  expect(largestText(design, false)).toBeUndefined();
  const thin = designed('0.2 Ah pouch, LFP, 0,2 mm thick').design;
  expect(largestText(thin, false)).toMatch(/cannot be as thin as asked: this design is 0.\d+ mm thick/);
  expect(largestText(thin, true)).toMatch(/요청한 두께로 만들 수 없습니다/);
});

test('what a sentence does not say is named as assumed, in both languages', () => {
  const { design } = designed('5 Ah pouch NMC');
  expect(designAssumptions(design, false).join('; ')).toMatch(
    /cathode NMC622, the usual one; anode graphite, the usual one; N\/P 1.1.*; sheets 1.6 times.*; at most 10 mm.*mAh\/cm²/,
  );
  expect(designAssumptions(design, true).join('; ')).toMatch(/양극 NMC622.*음극 흑연.*두께 최대 10 mm/);
});

test('an order that is filled from a card has its figures; its title, notes and tests stay, and it can be undone', () => {
  const start: OrderDoc = {
    service: 'testing',
    title: 'Mine',
    notes: 'Dry well',
    format: '18650',
    chemistry: 'LFP/graphite',
    quantity: 30,
    nominalCapacity_Ah: 1.1,
  };
  const old = applied(start, changesOfNewTest(start, 'a1', 'Cycle'));
  const { doc } = designed('20 Ah pouch, NMC811, 4 mAh/cm²');
  const changes = designChanges(doc, old);
  const filled = applied(old, changes);
  expect(filled).toMatchObject({ service: 'both', title: 'Mine', notes: 'Dry well', 'tests/a1/type': 'Cycle' });
  expect(filled['tests/a1/upperVoltage']).toBe(4.2);
  expect(filled['nominalCapacity_Ah']).toBe(20);
  expect(derivedOf(filled).filter(ofCell)).toEqual(derivedOf(doc));
  expect(applied(filled, undoOf(changes, old))).toEqual(old);
});

test.each([
  ['20 Ah pouch, NMC811, 4 mAh/cm²', true],
  ['design a 5 Ah 21700 cell', true],
  ['파우치 10Ah NCM811 3.5 mAh/cm2', true],
  ['What is the capacity of a 5 Ah 21700 cell?', false],
  ['why does my 5 Ah 21700 swell', false],
  ['21700', false],
  ['5 Ah', false],
  ['3 Ah 14500', false],
])('asked of the assistant, “%s” is a design: %s', (question, isDesign) => {
  expect(designQuestionIn(question) !== undefined).toBe(isDesign);
});

test('the answer names the figures and what was assumed', () => {
  const asked = designQuestionIn('20 Ah pouch, NMC811, 4 mAh/cm²') ?? {};
  expect(designText(asked, false)).toMatch(
    /27 cathode layers of 79.\d × 130 mm with 10 mm of bare edge[^]*- Capacity: 20 Ah[^]*Wh\/kg[^]*Assumed: anode graphite/,
  );
  expect(designText(asked, true)).toMatch(/양극 27층[^]*용량: 20 Ah[^]*가정: 음극 흑연/);
});

test('only users who may see orders get a design, and it carries what was read', () => {
  const found = retrieve(index, withComputed({ text: '20 Ah pouch, NMC811, 4 mAh/cm²', chatType: 1 }, exampleRateCard));
  const about = { questionId: 'q', handoffAllowed: true };
  const { content, answer } = answerFrom(found, { ...about, ordersAllowed: true });
  expect(content).toMatch(/27 cathode layers/);
  expect(answer).toMatchObject({ status: 'done', order: { format: 'pouch multi-layer', design: { capacity_Ah: 20 } } });
  expect(answerFrom(found, about).answer.order).toBeUndefined();
});
