/** Sentences that ask for a price, and the order that each asks for; written by hand, not from answers. */

export interface AskedSentence {
  text: string;
  /** Number of cells; with `assumed`, the sentence names none and the answer must say so. */
  cells: number;
  /** Values that the sentence does not name and that the answer must call assumed. */
  assumed?: readonly ('cells' | 'format')[];
  format: string;
  /** Grades of cathode and anode of cells that are built; the chemistry of cells that are sent. */
  cell: string;
  /** Capacity, where the sentence names it. */
  Ah?: number;
  layers?: number;
  balance?: number;
  /** Whether the capacity does not fit, and the answer must say so and price what fits. */
  isTooLarge?: true;
  service?: 'testing' | 'both';
  /** Tests: type or sub-test, cycles if named, temperature; cells where they are sent. */
  tests?: readonly string[];
  /** Parts that no order has: the answer must name exactly these. */
  unread?: readonly string[];
  /** Words of the reason that the answer gives when these cells have no price. */
  refusal?: string;
}

/** A sentence whose cell is not built here or not clear: the answer gives the reason and prices no other cell. */
export interface RefusedSentence {
  text: string;
  reason: RegExp;
}

const [pouch, single, coin] = ['pouch multi-layer', 'pouch single-layer', '2032 coin'];

type Values = Omit<AskedSentence, 'text' | 'cells' | 'format' | 'cell'>;

function asks(text: string, cells: number, format: string, cell: string, values: Values = {}): AskedSentence {
  return { text, cells, format, cell, ...values };
}

const cycles = (count: number, ...temperatures: number[]) => temperatures.map((at) => `Cycle ${count} ${at} °C`);

const english = [
  asks('How much are 20 pouch cells of 5 Ah, NMC811 with graphite?', 20, pouch, 'NMC811/graphite', { Ah: 5 }),
  asks('Price for 100 LFP/graphite 18650 cells, 1.5 Ah each', 100, '18650', 'LFP/graphite', { Ah: 1.5 }),
  asks(
    'What would 10 prismatic LFP cells of 100 Ah cost, plus RPT and 500 cycles at 25 and 45 °C?',
    10,
    'prismatic',
    'LFP/graphite',
    {
      isTooLarge: true,
      service: 'both',
      tests: ['RPT 25 °C', 'RPT 45 °C', ...cycles(500, 25, 45)],
    },
  ),
  asks('4680 cells, NMC 622, qty 30, how much?', 30, '4680', 'NMC622/graphite'),
  asks('price of 200 coin cells CR2032, LFP vs lithium metal', 200, coin, 'LFP/Li'),
  asks('We need 12 pouch cells 60 x 40 mm, LCO cathode, graphite anode, N/P 1.1. Price?', 12, pouch, 'LCO/graphite', {
    balance: 1.1,
  }),
  asks(
    'How expensive is a batch of 40 sodium-ion pouch cells, 2 Ah, hard carbon?',
    40,
    pouch,
    'Na NFM (4.0 V)/hard carbon',
    { Ah: 2 },
  ),
  asks('cost for 15 cells LTO anode NMC622 cathode 1 Ah pouch', 15, pouch, 'NMC622/LTO', { Ah: 1 }),
  asks(
    'How much does testing only cost? I will send 8 cells of 21700, 5 Ah NMC811, need 1000 cycles at 1C/1C 25 °C',
    8,
    '21700',
    'NMC/graphite',
    {
      Ah: 5,
      service: 'testing',
      tests: ['Cycle 1000 25 °C × 8'],
      unread: ['1C/1C'],
    },
  ),
  asks(
    "We ship you 6 prismatic cells 50Ah LFP for DC-IR and RPT at -10, 25 and 45 °C, what's the price?",
    6,
    'prismatic',
    'LFP/graphite',
    {
      Ah: 50,
      service: 'testing',
      tests: [-10, 25, 45].flatMap((at) => [`Pulse ${at} °C × 6`, `RPT ${at} °C × 6`]),
    },
  ),
  asks('price? 10 pouch nmc811 5ah', 10, pouch, 'NMC811/graphite', { Ah: 5 }),
  asks('5Ah LFP price?', 10, pouch, 'LFP/graphite', { Ah: 5, assumed: ['cells', 'format'] }),
  asks('How mcuh for 10 puch cells NMC 811 graphit 2 Ah', 10, pouch, 'NMC811/graphite', { Ah: 2 }),
  asks('prise for 30 prismtic LFP 20Ah celss', 30, 'prismatic', 'LFP/graphite', { Ah: 20 }),
  asks('Could you give me a quotation for 500 pouch cells, 10 Ah, NMC622, 20 layers?', 500, pouch, 'NMC622/graphite', {
    Ah: 10,
    layers: 20,
  }),
  asks(
    'pouch, 2.5 mAh/cm2, NMC811, Si-graphite, N/P 1.08, 4 Ah, 24 pieces: total price?',
    24,
    pouch,
    'NMC811/Si-graphite',
    { Ah: 4, balance: 1.08 },
  ),
  asks('price of 1 single-layer pouch cell NMC811 with 20 mg/cm² cathode loading', 1, single, 'NMC811/graphite', {
    refusal: 'starts at 5 cells',
  }),
  asks('What is the cost per cell for 1000 LFP 4680s?', 1000, '4680', 'LFP/graphite'),
  asks('I want two hundred 18650 cells with NCA, 2.5 Ah. What will it cost me?', 20, '18650', 'NCA/graphite', {
    Ah: 2.5,
    assumed: ['cells'],
    unread: ['two hundred'],
  }),
  asks('how much for a dozen 2 Ah LFP pouches with formation and 300 cycles at C/2', 10, pouch, 'LFP/graphite', {
    Ah: 2,
    assumed: ['cells'],
    service: 'both',
    tests: cycles(300, 25),
    unread: ['dozen', 'C/2'],
  }),
  asks('NMC532 graphite 3 Ah pouch, 10 cells, price', 10, pouch, 'NMC532/graphite', { Ah: 3 }),
  asks('How much do 10 cells 5 Ah NMC811 cost with 1.2 M LiPF6 in EC/EMC and 2% VC?', 10, pouch, 'NMC811/graphite', {
    Ah: 5,
    assumed: ['format'],
    unread: ['1.2 M LiPF6', 'EC/EMC', '2% VC'],
  }),
  asks('Price for 16 cells: prismatic, 148 x 92 x 27 mm, 50 Ah, LFP', 16, 'prismatic', 'LFP/graphite', {
    isTooLarge: true,
  }),
  asks('cost of 10 pouch cells 100 x 150 mm NMC811, 12 layers double-sided', 10, pouch, 'NMC811/graphite', {
    layers: 12,
  }),
  asks(
    'price for ten 21700 LFP cells, 500 cycles at 25 and 45 °C, DC-IR every 50 cycles',
    20,
    '21700',
    'LFP/graphite',
    {
      assumed: ['cells'],
      service: 'both',
      tests: [...cycles(500, 25, 45), 'Pulse 25 °C', 'Pulse 45 °C'],
      unread: ['ten', 'every 50 cycles'],
    },
  ),
  asks(
    'How much is calendar ageing at 60 °C and 100 % SOC for 6 months on 9 pouch cells 3Ah NMC811?',
    9,
    pouch,
    'NMC/graphite',
    {
      Ah: 3,
      service: 'testing',
      tests: ['Calendar 60 °C × 9'],
      unread: ['100 % SOC', '6 months'],
    },
  ),
  asks('nail penetration and overcharge test on 5 NMC811 10 Ah pouch cells – price?', 5, pouch, 'NMC/graphite', {
    Ah: 10,
    service: 'testing',
    tests: ['Nail Penetration 25 °C × 3', 'Overcharge 25 °C × 2'],
  }),
  asks('rate capability C/5, C/2, 1C, 2C, 3C for 6 LFP pouch cells of 1.2 Ah, price please', 6, pouch, 'LFP/graphite', {
    Ah: 1.2,
    service: 'testing',
    tests: ['Rate 25 °C × 6'],
    unread: ['C/5', 'C/2', '1C', '2C', '3C'],
  }),
  asks(
    'What does HPPC at 25 °C and EIS cost for 4 cells which we send (18650, NCA, 3.2 Ah)?',
    4,
    '18650',
    'NCA/graphite',
    {
      Ah: 3.2,
      service: 'testing',
      tests: ['Pulse 25 °C × 4'],
      unread: ['EIS'],
    },
  ),
  asks('give me price for 3 Ah pouch LCO/Gr qty 50 and 100', 10, pouch, 'LCO/graphite', {
    Ah: 3,
    assumed: ['cells'],
    unread: ['50 and 100'],
  }),
  asks('10 pcs 2000mAh pouch NMC622/LTO N/P 1.05 -> price', 10, pouch, 'NMC622/LTO', { Ah: 2, balance: 1.05 }),
  asks("what's your price for LFP cells?", 10, pouch, 'LFP/graphite', { assumed: ['cells', 'format'] }),
  asks('1.5 Ah 18650, silicon graphite 10 % Si, NMC811, 60 cells, price', 60, '18650', 'NMC811/Si-graphite', {
    Ah: 1.5,
    unread: ['10 % Si'],
  }),
  asks('Price of a 280 Ah LFP prismatic cell', 5, 'prismatic', 'LFP/graphite', {
    isTooLarge: true,
    assumed: ['cells'],
  }),
  asks('20 NMC811 pouch cells 5000 mAh 70x110 mm, how much in euros?', 20, pouch, 'NMC811/graphite', { Ah: 5 }),
  asks('price for 5 Ah pouch 3.2 mAh/cm² NMC622 x30, fast charge 3C 800 cycles 35°C', 30, pouch, 'NMC622/graphite', {
    Ah: 5,
    service: 'both',
    tests: cycles(800, 35),
    unread: ['fast charge 3C'],
  }),
  asks('Please quote 50 pcs 21700 4 Ah NCA with an RPT', 50, '21700', 'NCA/graphite', {
    Ah: 4,
    service: 'both',
    tests: ['RPT 25 °C'],
  }),
  asks('price: 25 x 26650 LFP 2.5Ah', 25, '26650', 'LFP/graphite', { Ah: 2.5 }),
  asks(
    'What does it cost to build 12 prismatic 30 Ah NMC622 cells and cycle test them at 45°C for 1000 cycles?',
    12,
    'prismatic',
    'NMC622/graphite',
    {
      Ah: 30,
      service: 'both',
      tests: cycles(1000, 45),
    },
  ),
  asks('cost of an RPT of 10 21700 cells 5 Ah at 0 °C, 25 °C and 40 °C', 10, '21700', '', {
    Ah: 5,
    service: 'testing',
    tests: ['RPT 0 °C × 10', 'RPT 25 °C × 10', 'RPT 40 °C × 10'],
  }),
  asks('price for cycling 9 pouch cells 2 Ah LFP 300 cycles at 25/45 °C', 9, pouch, 'LFP/graphite', {
    Ah: 2,
    service: 'testing',
    tests: ['Cycle 300 25 °C × 5', 'Cycle 300 45 °C × 4'],
  }),
  asks('quote for 40 single-layer pouch cells, LMO, 40 mAh', 40, single, 'LMO/graphite', { Ah: 0.04 }),
  asks('Price of 30 coin cells, graphite half cell, 2 mAh/cm2', 30, coin, 'graphite/Li'),
  asks('quote: 25 coin cells, Si-graphite vs lithium', 25, coin, 'Si-graphite/Li'),
  asks('what do you charge for 5 prismatic cells 20 Ah LFP', 5, 'prismatic', 'LFP/graphite', { Ah: 20 }),
  asks('price of 100 half cells LFP 2032, 12 mm disc', 100, coin, 'LFP/Li'),
  asks('how much for 10 x 32140 sodium cells 8 Ah', 10, '32140', 'Na NFM (4.0 V)/hard carbon', { Ah: 8 }),
  asks(
    'What would 24 pouch cells 3 Ah NMC/graphite cost with DC-IR at 10 °C, delivered by June?',
    24,
    pouch,
    'NMC622/graphite',
    {
      Ah: 3,
      service: 'both',
      tests: ['Pulse 10 °C'],
      unread: ['delivered', 'June'],
    },
  ),
  asks('price of 20 pouch cells 20 Wh LFP', 20, pouch, 'LFP/graphite'),
  asks('Price for 1,000 18650 cells 2,2 Ah NMC532', 1000, '18650', 'NMC532/graphite', { Ah: 2.2 }),
  asks('how much are 12 21700 4 Ah NMC811 cells', 12, '21700', 'NMC811/graphite', { refusal: 'starts at 20 cells' }),
  asks('crush test of 4 pouch cells 8 Ah, price?', 4, pouch, '', {
    Ah: 8,
    service: 'testing',
    tests: ['Crush 25 °C × 4'],
  }),
  asks('what is the price of 20 pouch cells 5 to 6 Ah LFP', 20, pouch, 'LFP/graphite', { unread: ['5 to 6 Ah'] }),
  asks('Price for 20 blue pouch cells 4 Ah LMO at 3.7 V', 10, pouch, 'LMO/graphite', {
    Ah: 4,
    assumed: ['cells'],
    unread: ['20 blue', '3.7 V'],
  }),
  asks('price of 20 pouch cells LFP 5 Ah, then 50 cells', 20, pouch, 'LFP/graphite', { Ah: 5, unread: ['then 50'] }),
  asks('prototype 15 pouch cells 1,5 Ah LCO, 1,12 N/P – costs?', 15, pouch, 'LCO/graphite', { Ah: 1.5, balance: 1.12 }),
];

const korean = [
  asks('파우치 셀 20개, 5Ah NMC811 흑연 가격 얼마예요?', 20, pouch, 'NMC811/graphite', { Ah: 5 }),
  asks('LFP 21700 원통형 100개 견적 부탁드립니다', 100, '21700', 'LFP/graphite'),
  asks('각형 LFP 100 Ah 10셀 가격, RPT와 25도 45도 500사이클', 10, 'prismatic', 'LFP/graphite', {
    isTooLarge: true,
    service: 'both',
    tests: ['RPT 25 °C', 'RPT 45 °C', ...cycles(500, 25, 45)],
  }),
  asks('18650 NCA 2.5Ah 50개 얼마?', 50, '18650', 'NCA/graphite', { Ah: 2.5 }),
  asks('코인셀 LFP 리튬메탈 30개 가격', 30, coin, 'LFP/Li'),
  asks(
    '셀은 저희가 보내드리고 시험만 하려고 합니다. 5Ah NMC622 파우치 8개, 1C 1000사이클 비용은?',
    8,
    pouch,
    'NMC/graphite',
    {
      Ah: 5,
      service: 'testing',
      tests: ['Cycle 1000 25 °C × 8'],
      unread: ['1C'],
    },
  ),
  asks('NMC811/실리콘흑연 파우치 4Ah, N/P 1.1, 24개 단가', 24, pouch, 'NMC811/Si-graphite', { Ah: 4, balance: 1.1 }),
  asks('나트륨 이온 파우치 2Ah 40개 가격이 얼마인가요?', 40, pouch, 'Na NFM (4.0 V)/hard carbon', { Ah: 2 }),
  asks('4680 셀 30개 NMC811 가격 알려줘', 30, '4680', 'NMC811/graphite'),
  asks('LTO 음극 NMC622 양극 1Ah 파우치 15개 견적', 15, pouch, 'NMC622/LTO', { Ah: 1 }),
  asks('LCO 흑연 3000mAh 파우치 50개 값', 50, pouch, 'LCO/graphite', { Ah: 3 }),
  asks('양극 로딩 20 mg/cm2 LFP 파우치 2Ah 열 개 가격', 10, pouch, 'LFP/graphite', {
    Ah: 2,
    assumed: ['cells'],
    unread: ['열'],
  }),
  asks('파우치 100 x 150 mm, NMC811, 12층, 10개 얼마인가요', 10, pouch, 'NMC811/graphite', { layers: 12 }),
  asks('가격? 5Ah LFP', 10, pouch, 'LFP/graphite', { Ah: 5, assumed: ['cells', 'format'] }),
  asks(
    '각형 20Ah LFP 셀 12개 제작하고 45도에서 1000사이클 시험하면 비용이 얼마인가요?',
    12,
    'prismatic',
    'LFP/graphite',
    {
      Ah: 20,
      service: 'both',
      tests: cycles(1000, 45),
    },
  ),
  asks('21700 5Ah 셀 10개 RPT 시험 가격', 10, '21700', '', { Ah: 5, service: 'testing', tests: ['RPT 25 °C × 10'] }),
  asks('파우치 3Ah LFP 20개에 RPT, DC-IR 포함 견적 주세요', 20, pouch, 'LFP/graphite', {
    Ah: 3,
    service: 'both',
    tests: ['RPT 25 °C', 'Pulse 25 °C'],
  }),
  asks('26650 LFP 2.5Ah 25개 견적', 25, '26650', 'LFP/graphite', { Ah: 2.5 }),
  asks('코인셀 3개 가격', 3, coin, 'NMC622/graphite', { refusal: '5개부터' }),
  asks('단층 파우치 40mAh LMO 40개 단가 알려주세요', 40, single, 'LMO/graphite', { Ah: 0.04 }),
  asks('파우치 10Ah 셀 6개 못 관통 시험 비용', 6, pouch, '', {
    Ah: 10,
    service: 'testing',
    tests: ['Nail Penetration 25 °C × 6'],
  }),
  asks('보내드리는 18650 NCA 3Ah 9개, 25도와 45도에서 500사이클, 가격은?', 9, '18650', 'NCA/graphite', {
    Ah: 3,
    service: 'testing',
    tests: ['Cycle 500 25 °C × 5', 'Cycle 500 45 °C × 4'],
  }),
  asks('NCM622 파우치 5Ah 20개 가격, 3.5 mAh/cm2, N/P 1.15', 20, pouch, 'NMC622/graphite', { Ah: 5, balance: 1.15 }),
  asks('LFP 각형 30Ah 20개 캘린더 시험 60도 비용', 20, 'prismatic', 'LFP/graphite', {
    Ah: 30,
    service: 'testing',
    tests: ['Calendar 60 °C × 20'],
  }),
  asks('파우치 2Ah LFP 20개 빨간색 가격', 20, pouch, 'LFP/graphite', { Ah: 2, unread: ['빨간색'] }),
  asks('파우치 2Ah LFP 20개 500사이클, 50사이클마다 RPT, 가격', 20, pouch, 'LFP/graphite', {
    Ah: 2,
    service: 'testing',
    tests: ['Cycle 500 25 °C × 20', 'RPT 25 °C × 20'],
    unread: ['50사이클마다'],
  }),
  asks('하드카본 나트륨 18650 1.2Ah 30개 얼마예요', 30, '18650', 'Na NFM (4.0 V)/hard carbon', { Ah: 1.2 }),
];

export const askedSentences: readonly AskedSentence[] = [...english, ...korean];

export const refusedSentences: readonly RefusedSentence[] = [
  { text: 'quote please: 50x 21700, NCA / SiC anode, 5000 mAh', reason: /NCA \+ Si-graphite are not built together/ },
  { text: 'LMFP/graphite pouch 3Ah x 25 price', reason: /no figures for LMFP/ },
  { text: 'LNMO / graphite 1 Ah pouch price for 10', reason: /no figures for LNMO/ },
  {
    text: 'solid state cell with sulfide electrolyte, NMC811, Li metal, 1 Ah, 5 pouches: how much?',
    reason: /no figures for solid state/,
  },
  { text: 'how much are lithium metal anode-free pouch cells 0.5 Ah NMC811 x 12', reason: /no figures for anode-free/ },
  { text: 'Price for 20 pouch cells, 5 Ah; do not make them with NMC811 but LFP', reason: /NMC811 \+ LFP/ },
  { text: 'price of 10 pouch or prismatic cells 20 Ah LFP', reason: /pouch multi-layer \+ prismatic/ },
  { text: 'quote for 20 cylindrical cells 3 Ah NMC811', reason: /18650 \+ 21700 \+ 26650 \+ 32140 \+ 4680/ },
  { text: 'price of 20 pouch cells 5 Ah NMC955', reason: /no figures for NMC955/ },
  { text: 'price of 30 18500 cells LFP 1 Ah', reason: /format 18500 is not built/ },
  { text: 'price of 30 coin cells CR2450 LFP', reason: /format CR2450 is not built/ },
  { text: 'price of 20 14500 LFP cells 0.6 Ah', reason: /format 14500 is not built/ },
  { text: 'price of 20 graphite/LTO pouch cells 2 Ah NMC622', reason: /graphite \+ LTO/ },
  { text: 'price of 10 pouch cells LFP and NMC811, 2 Ah, half each', reason: /NMC811 \+ LFP/ },
  { text: '20 pouch cells NMC811/graphite with lithium metal anode 2 Ah, price', reason: /Li \+ graphite/ },
  { text: 'price of 20 sodium LFP pouch cells 3 Ah', reason: /LFP \+ Na/ },
  { text: 'Price of testing 8 cells, 21700 and pouch, 5 Ah, 500 cycles', reason: /21700 \+ pouch multi-layer/ },
  { text: 'LMFP 파우치 3Ah 25개, DC-IR 및 45도 300사이클 시험 포함 가격', reason: /LMFP에 대한 수치가 없습니다/ },
  { text: '전고체 파우치 1Ah 10개 가격', reason: /전고체에 대한 수치가 없습니다/ },
  { text: '원통형 LFP 3Ah 20개 가격', reason: /18650 \+ 21700/ },
  { text: 'LFP 또는 NMC811 파우치 5Ah 20개 견적', reason: /NMC811 \+ LFP/ },
  { text: '파우치 5Ah 20개, 18650 50개 가격', reason: /18650 \+ 파우치 다층/ },
  { text: 'LFP/LTO 파우치 2Ah 20개 얼마', reason: /LFP \+ LTO/ },
  { text: '리튬황 파우치 2Ah 20개 가격', reason: /리튬황|황/ },
  { text: '26700 LFP 4Ah 20개 가격', reason: /26700 형식은 제작하지 않습니다/ },
];
