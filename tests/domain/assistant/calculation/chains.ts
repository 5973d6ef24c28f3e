import type { Sum } from './sum.ts';

/** Conversations of three sums, of which the later ones lean on those before. */

type Chain = readonly [first: Sum, second: Sum, third: Sum];

const close = 0.005;
const hold = (rate: number, cutoff: number) => 0.18 * Math.log(rate / cutoff) - 0.2;

const electrodes: readonly Chain[] = [
  [
    ['18 mg/cm2, 96 %, 190 mAh/g: areal capacity?', 'areal', 3.2832, 'mAh/cm²', close],
    [
      'what anode loading do I need then for N/P 1.1 (350 mAh/g, 95 %)',
      'anodeLoading',
      (3.2832 * 1.1) / 0.3325,
      'mg/cm²',
      close,
    ],
    ['and with N/P 1.2?', 'anodeLoading', (3.2832 * 1.2) / 0.3325, 'mg/cm²', close],
  ],
  [
    ['20 mg/cm2, 96 %, 200 mAh/g: areal capacity?', 'areal', 3.84, 'mAh/cm²', close],
    ['and with 95 %?', 'areal', 3.8, 'mAh/cm²', close],
    ['then how many layers for 3 Ah, 60 x 90 mm?', 'exact', 3000 / (3.8 * 108), '', close],
  ],
  [
    ['how many double sided layers for 3 Ah, 60 x 90 mm, 3.3 mAh/cm²', 'sheets', 9, '', 0],
    ['same for 5 Ah', 'exact', 5000 / (3.3 * 108), '', close],
    [
      'then how thick is the stack with a cathode of 150 µm, an anode of 160 µm and a separator of 16 µm?',
      'stack',
      15 * 0.15 + 16 * 0.16 + 32 * 0.016,
      'mm',
      close,
    ],
  ],
  [
    ['areal capacity of 22 mg/cm2 NMC811 at 96 %?', 'areal', 22 * 0.96 * 0.2, 'mAh/cm²', close],
    ['and for LFP?', 'areal', 22 * 0.96 * 0.155, 'mAh/cm²', close],
    ['and 25 mg/cm2?', 'areal', 25 * 0.96 * 0.155, 'mAh/cm²', close],
  ],
  [
    ['what loading for 3 mAh/cm2 at 96 % and 175 mAh/g?', 'loading', 3 / 0.168, 'mg/cm²', close],
    ['what about 4 mAh/cm2?', 'loading', 4 / 0.168, 'mg/cm²', close],
    ['and at 190 mAh/g?', 'loading', 4 / 0.1824, 'mg/cm²', close],
  ],
  [
    ['N/P of cathode 3.3 mAh/cm2 and anode 3.7 mAh/cm2?', 'balance', 3.7 / 3.3, '', close],
    ['and with an anode of 3.5 mAh/cm2?', 'balance', 3.5 / 3.3, '', close],
    ['and a cathode of 3 mAh/cm2?', 'balance', 3.5 / 3, '', close],
  ],
  [
    ['porosity of LFP, 18 mg/cm2, 80 µm?', 'porosity', 37.5, '%', close],
    ['and at 75 µm?', 'porosity', 100 * (1 - 2.4 / 3.6), '%', close],
    ['and 16 mg/cm2?', 'porosity', 100 * (1 - 16 / 7.5 / 3.6), '%', close],
  ],
  [
    [
      'porosity, 65 µm, 20 mg/cm², 96/2/2',
      'porosity',
      100 * (1 - 3.0769 / (100 / (96 / 4.7 + 2 / 1.9 + 2 / 1.78))),
      '%',
      0.01,
    ],
    ['and with 60 µm?', 'porosity', 100 * (1 - 3.3333 / (100 / (96 / 4.7 + 2 / 1.9 + 2 / 1.78))), '%', 0.01],
    ['what if it is 94/3/3?', 'porosity', 100 * (1 - 3.3333 / (100 / (94 / 4.7 + 3 / 1.9 + 3 / 1.78))), '%', 0.01],
  ],
  [
    ['10 double-sided cathodes 50 x 80 mm with 3 mAh/cm2: what capacity?', 'capacity', 2.4, 'Ah', close],
    ['and with 12 layers?', 'capacity', 2.88, 'Ah', close],
    ['what energy is that at 3.65 V?', 'energy', 2.88 * 3.65, 'Wh', close],
  ],
  [
    [
      'thickness of a 12-layer stack: cathode 150 µm, anode 160 µm, separator 16 µm?',
      'stack',
      1.8 + 2.08 + 0.416,
      'mm',
      close,
    ],
    ['and with 14 layers?', 'stack', 2.1 + 2.4 + 0.48, 'mm', close],
    ['and with a separator of 12 µm?', 'stack', 2.1 + 2.4 + 0.36, 'mm', close],
  ],
  [
    ['18 mg/cm2, 96 %, 190 mAh/g이면 면적 용량은?', 'areal', 3.2832, 'mAh/cm²', close],
    ['그럼 N/P 1.1에 필요한 음극 로딩은? (350 mAh/g, 95 %)', 'anodeLoading', (3.2832 * 1.1) / 0.3325, 'mg/cm²', close],
    ['N/P 1.15면?', 'anodeLoading', (3.2832 * 1.15) / 0.3325, 'mg/cm²', close],
  ],
  [
    ['3 Ah, 60 x 90 mm, 3.3 mAh/cm²면 양면 전극 몇 장 필요해요?', 'sheets', 9, '', 0],
    ['5 Ah면?', 'sheets', 15, '', 0],
    [
      '그럼 양극 150 µm, 음극 160 µm, 분리막 16 µm일 때 적층 두께는?',
      'stack',
      15 * 0.15 + 16 * 0.16 + 32 * 0.016,
      'mm',
      close,
    ],
  ],
  [
    ['LFP 18 mg/cm2, 두께 80 µm일 때 기공률 계산', 'porosity', 37.5, '%', close],
    ['75 µm면?', 'porosity', 100 * (1 - 2.4 / 3.6), '%', close],
    ['그럼 16 mg/cm2는?', 'porosity', 100 * (1 - 16 / 7.5 / 3.6), '%', close],
  ],
  [
    ['양극 3.3 mAh/cm2, 음극 3.7 mAh/cm2이면 N/P는?', 'balance', 3.7 / 3.3, '', close],
    ['음극이 3.5 mAh/cm2면?', 'balance', 3.5 / 3.3, '', close],
    ['양극이 3 mAh/cm2라면?', 'balance', 3.5 / 3, '', close],
  ],
];

const cells: readonly Chain[] = [
  [
    ['What C-rate is 5 A on a 2.5 Ah cell?', 'rate', 2, 'C', close],
    ['and 10 A?', 'rate', 4, 'C', close],
    ['same for 50 Ah', 'rate', 0.2, 'C', close],
  ],
  [
    ['what current is C/3 for 4.8 Ah?', 'current', 1.6, 'A', close],
    ['and at 2C?', 'current', 9.6, 'A', close],
    ['then what voltage drop over 20 mOhm?', 'drop', 0.192, 'V', close],
  ],
  [
    ['how many Wh is 280 Ah LFP?', 'energy', 896, 'Wh', close],
    ['and for NMC?', 'energy', 280 * 3.7, 'Wh', 0.03],
    ['and 100 Ah?', 'energy', 370, 'Wh', 0.03],
  ],
  [
    ['energy of a 5 Ah cell at 3.65 V?', 'energy', 18.25, 'Wh', close],
    ['and 24 cells?', 'energy', 438, 'Wh', close],
    ['same for 3 Ah', 'energy', 262.8, 'Wh', close],
  ],
  [
    ['energy of a 3 Ah cell at 3.65 V?', 'energy', 10.95, 'Wh', close],
    ['and how many Wh/kg if it weighs 48 g?', 'perMass', 10950 / 48, 'Wh/kg', close],
    ['and with 45 g?', 'perMass', 10950 / 45, 'Wh/kg', close],
  ],
  [
    ['14s4p, 5 Ah, 3.6 V: pack energy?', 'energy', 1008, 'Wh', close],
    ['and 16s4p?', 'energy', 1152, 'Wh', close],
    ['and with 3.2 V?', 'energy', 1024, 'Wh', close],
  ],
  [
    ['25 mOhm at 30 A: how many watts of heat?', 'heat', 22.5, 'W', close],
    ['and at 20 A?', 'heat', 10, 'W', close],
    ['what about 10 mOhm?', 'heat', 4, 'W', close],
  ],
  [
    ['DCIR: 60 mV drop at 15 A, what resistance?', 'resistance', 4, 'mΩ', close],
    ['and 90 mV?', 'resistance', 6, 'mΩ', close],
    ['then how much heat at 20 A?', 'heat', 2.4, 'W', close],
  ],
  [
    ['how much electrolyte for 10 Ah at 2 g/Ah?', 'electrolyte', 20, 'g', close],
    ['and at 3 g/Ah?', 'electrolyte', 30, 'g', close],
    ['same for 4 Ah', 'electrolyte', 12, 'g', close],
  ],
  [
    ['how many Ah are 20 Wh at 3.6 V?', 'capacity', 20 / 3.6, 'Ah', close],
    ['and at 3.2 V?', 'capacity', 6.25, 'Ah', close],
    ['then what C-rate is 5 A?', 'rate', 0.8, 'C', close],
  ],
  [
    ['5 Ah 셀의 0.5C는 몇 A인가요?', 'current', 2.5, 'A', close],
    ['그럼 2C에서는?', 'current', 10, 'A', close],
    ['50 Ah면?', 'current', 100, 'A', close],
  ],
  [
    ['5 Ah, 3.65 V 셀의 에너지는 몇 Wh?', 'energy', 18.25, 'Wh', close],
    ['그럼 셀 24개는?', 'energy', 438, 'Wh', close],
    ['3 Ah라면?', 'energy', 262.8, 'Wh', close],
  ],
  [
    ['5 Ah 셀에 7.5 A면 몇 C?', 'rate', 1.5, 'C', close],
    ['10 A는?', 'rate', 2, 'C', close],
    ['그리고 50 Ah면?', 'rate', 0.2, 'C', close],
  ],
  [
    ['10 Ah 셀에 2 g/Ah면 전해액은 몇 g?', 'electrolyte', 20, 'g', close],
    ['3 g/Ah면?', 'electrolyte', 30, 'g', close],
    ['그럼 4 Ah는요?', 'electrolyte', 12, 'g', close],
  ],
  [
    ['25 mΩ에 30 A 흐르면 발열은 몇 W?', 'heat', 22.5, 'W', close],
    ['20 A라면?', 'heat', 10, 'W', close],
    ['10 mΩ이면?', 'heat', 4, 'W', close],
  ],
];

const times: readonly Chain[] = [
  [
    ['how long to charge a 4 Ah cell at 2 A?', 'time', 2 + hold(0.5, 0.05), 'h', close],
    ['and to 80 %?', 'time', 1.6, 'h', close],
    ['and at 1C?', 'time', 0.8, 'h', close],
  ],
  [
    ['charging time at 1C, CC to 80 %, then CV to C/20?', 'time', 0.8 + (0.2 / 0.95) * Math.log(20), 'h', close],
    ['and at 0.5C?', 'time', 1.6 + (0.2 / 0.45) * Math.log(10), 'h', close],
    ['and with 90 %?', 'time', 1.8 + (0.1 / 0.45) * Math.log(10), 'h', close],
  ],
  [
    ['how long will 500 cycles at 1C/1C take', 'time', (500 * (2.8 + 0.18 * Math.log(20))) / 24, 'd', close],
    ['and 1000 cycles?', 'time', (1000 * (2.8 + 0.18 * Math.log(20))) / 24, 'd', close],
    ['and with a rest of 10 min?', 'time', (1000 * (1.8 + 0.18 * Math.log(20) + 1 / 3)) / 24, 'd', close],
  ],
  [
    ['how many days for 300 cycles at 0.5C', 'time', (300 * (4.8 + 0.18 * Math.log(10))) / 24, 'd', close],
    ['and at 1C?', 'time', (300 * (2.8 + 0.18 * Math.log(20))) / 24, 'd', close],
    ['same for 500 cycles', 'time', (500 * (2.8 + 0.18 * Math.log(20))) / 24, 'd', close],
  ],
  [
    ['CE 99.9 % after 500 cycles', 'kept', 100 * 0.999 ** 500, '%', close],
    ['and with 99.95 %?', 'kept', 100 * 0.9995 ** 500, '%', close],
    ['and after 1000 cycles?', 'kept', 100 * 0.9995 ** 1000, '%', close],
  ],
  [
    ['how long does 4.8 Ah last at 1.2 A?', 'time', 4, 'h', close],
    ['and at 2.4 A?', 'time', 2, 'h', close],
    ['what C-rate is that?', 'rate', 0.5, 'C', close],
  ],
  [
    ['60 kWh at 11 kW from 10 to 80 %, how many hours to charge?', 'time', 42 / 9.9, 'h', close],
    ['and at 22 kW?', 'time', 42 / 19.8, 'h', close],
    ['and with 77 kWh?', 'time', 53.9 / 19.8, 'h', close],
  ],
  [
    ['쿨롱 효율 99.9 %면 500사이클 후 얼마나 남나요?', 'kept', 100 * 0.999 ** 500, '%', close],
    ['99.95 %면?', 'kept', 100 * 0.9995 ** 500, '%', close],
    ['그럼 1000사이클은?', 'kept', 100 * 0.9995 ** 1000, '%', close],
  ],
  [
    ['4 Ah 셀을 2 A로 충전하면 몇 시간 걸려요?', 'time', 2 + hold(0.5, 0.05), 'h', close],
    ['80 %까지는?', 'time', 1.6, 'h', close],
    ['그럼 4 A에서는?', 'time', 0.8, 'h', close],
  ],
  [
    ['500사이클 1C/1C 시험은 며칠 걸려?', 'time', (500 * (2.8 + 0.18 * Math.log(20))) / 24, 'd', close],
    ['1000사이클이면?', 'time', (1000 * (2.8 + 0.18 * Math.log(20))) / 24, 'd', close],
    ['그럼 휴지 10분이면?', 'time', (1000 * (1.8 + 0.18 * Math.log(20) + 1 / 3)) / 24, 'd', close],
  ],
  [
    ['0.2C 방전 시간은 몇 시간인가요?', 'time', 5, 'h', close],
    ['그럼 2C에서는?', 'time', 0.5, 'h', close],
    ['1C면?', 'time', 1, 'h', close],
  ],
];

export const chains: readonly Chain[] = [...electrodes, ...cells, ...times];
