/**
 * Sums as users type them, with the result worked out by hand: the key of the result, its value and unit, and the part by
 * which it may differ.
 */
export type Sum = readonly [question: string, key: string, value: number, unit: string, tolerance: number];

const close = 0.005;
const percent = 0.01;

/** Hours of the CV phase beyond the constant current of a full charge, by the fit of the entry on CC-CV charges. */
const hold = (rate: number, cutoff: number) => 0.18 * Math.log(rate / cutoff) - 0.2;

const layers: readonly Sum[] = [
  ['how many double sided layers for 3 Ah, 60 x 90 mm, 3.3 mAh/cm²', 'exact', 3000 / (3.3 * 54 * 2), '', close],
  ['how many double sided layers for 3 Ah, 60 x 90 mm, 3.3 mAh/cm2?', 'sheets', 9, '', 0],
  ['How many layers do I need for 5 Ah with 3 mAh/cm2 and 70 x 100 mm?', 'sheets', 12, '', 0],
  ['number of double-sided cathodes for 10 Ah, 100 x 150 mm, 4 mAh/cm²?', 'sheets', 9, '', 0],
  ['layers for 2.4 Ah: 50 x 80 mm, 3 mAh/cm2', 'sheets', 10, '', 0],
  ['how many layers for a 20 Ah pouch cell with 120 cm2 and 3.5 mAh/cm2 per side?', 'sheets', 24, '', 0],
  ['I need 1 Ah from 43 x 56 mm cathodes at 2.5 mAh/cm2. How many sheets?', 'sheets', 9, '', 0],
  [
    'number of layers to reach 4 Ah with 20 mg/cm2, 96 %, 190 mAh/g, 60 x 90 mm?',
    'exact',
    4000 / (20 * 0.96 * 0.19 * 54 * 2),
    '',
    close,
  ],
  [
    'how many cathode sheets does a 500 mAh cell need if one is 30 x 40 mm with 2 mAh/cm² on each side?',
    'sheets',
    11,
    '',
    0,
  ],
  ['calculate the number of layers: 8 Ah, 80 x 130 mm, 3.8 mAh/cm2', 'sheets', 11, '', 0],
  ['3 Ah, 60 x 90 mm, 3.3 mAh/cm²면 양면 전극 몇 장 필요해요?', 'sheets', 9, '', 0],
  ['5 Ah 셀에 3 mAh/cm2, 70 x 100 mm이면 몇 층이 필요한가요?', 'sheets', 12, '', 0],
  ['10Ah 파우치, 면적 용량 4 mAh/cm2, 100 x 150 mm일 때 양극 장수는?', 'sheets', 9, '', 0],
  ['2.4 Ah를 만들려면 50 x 80 mm 양면 양극(3 mAh/cm2)이 몇 장?', 'sheets', 10, '', 0],
  ['층수 계산: 8 Ah, 80 x 130 mm, 3.8 mAh/cm²', 'sheets', 11, '', 0],
];

const anodes: readonly Sum[] = [
  [
    'what anode loading do I need for N/P 1.1 with a 3.28 mAh/cm2 cathode (350 mAh/g, 95 %)',
    'anodeLoading',
    (3.28 * 1.1) / 0.3325,
    'mg/cm²',
    close,
  ],
  [
    'anode loading for N/P 1.1, cathode 3.3 mAh/cm², graphite 350 mAh/g, 95 % active?',
    'anodeLoading',
    3.63 / 0.3325,
    'mg/cm²',
    close,
  ],
  [
    'Which graphite loading gives an N/P ratio of 1.15 against 4 mAh/cm2, at 360 mAh/g and 96 % active material?',
    'anodeLoading',
    4.6 / 0.3456,
    'mg/cm²',
    close,
  ],
  [
    'N/P = 1.2, areal capacity 2.5 mAh/cm2, anode 350 mAh/g, 94 %: what anode coat weight?',
    'anodeLoading',
    3 / 0.329,
    'mg/cm²',
    close,
  ],
  [
    'what anode loading for N/P 1.05 if the cathode has 20 mg/cm2, 96 % and 190 mAh/g and the anode 95 % and 350 mAh/g',
    'anodeLoading',
    (20 * 0.96 * 0.19 * 1.05) / 0.3325,
    'mg/cm²',
    close,
  ],
  [
    'how much anode loading in mg/cm2 do I need at N/P 1.1 for 2 mAh/cm2 of cathode? graphite 340 mAh/g, 96 %',
    'anodeLoading',
    2.2 / (0.34 * 0.96),
    'mg/cm²',
    close,
  ],
  ['anode loading: N/P 1.08, 5 mAh/cm2, silicon anode 500 mAh/g, 90 %', 'anodeLoading', 5.4 / 0.45, 'mg/cm²', close],
  [
    'N/P 1.1, 양극 면적 용량 3.3 mAh/cm2, 흑연 350 mAh/g, 95 %일 때 음극 로딩은?',
    'anodeLoading',
    3.63 / 0.3325,
    'mg/cm²',
    close,
  ],
  ['N/P비 1.15에 필요한 음극 로딩 계산: 4 mAh/cm², 360 mAh/g, 96 %', 'anodeLoading', 4.6 / 0.3456, 'mg/cm²', close],
  [
    '양극 2.5 mAh/cm2, N/P 1.2면 음극 로딩은 얼마인가요? (음극 350 mAh/g, 94 %)',
    'anodeLoading',
    3 / 0.329,
    'mg/cm²',
    close,
  ],
  [
    '음극 로딩 몇 mg/cm2 필요? N/P 1.1, 2 mAh/cm2, 340 mAh/g, 96 %',
    'anodeLoading',
    2.2 / (0.34 * 0.96),
    'mg/cm²',
    close,
  ],
];

const balances: readonly Sum[] = [
  ['N/P of cathode 3.3 mAh/cm2 and anode 3.7 mAh/cm2?', 'balance', 3.7 / 3.3, '', close],
  ['what is the N/P ratio with 3.96 mAh/cm2 on the anode and 3.6 mAh/cm2 on the cathode?', 'balance', 1.1, '', close],
  [
    'N/P: cathode 20 mg/cm2, 96 %, 190 mAh/g; anode 12 mg/cm2, 95 %, 350 mAh/g',
    'balance',
    (12 * 0.95 * 350) / (20 * 0.96 * 190),
    '',
    close,
  ],
  [
    'calculate N/P for a cathode of 22 mg/cm2 95 % 200 mAh/g and an anode of 14 mg/cm2 95 % 360 mAh/g',
    'balance',
    (14 * 360) / (22 * 200),
    '',
    close,
  ],
  [
    'my cathode has 18 mg/cm2 NMC622 and my anode 10.5 mg/cm2 graphite, what N/P is that?',
    'balance',
    (10.5 * 350) / (18 * 175),
    '',
    close,
  ],
  [
    'np ratio 17 mg/cm2 cathode 155 mAh/g 93 % and 8.5 mg/cm2 anode 350 mAh/g 95 %?',
    'balance',
    (8.5 * 0.95 * 350) / (17 * 0.93 * 155),
    '',
    close,
  ],
  ['What N/P do I get with 2.2 mAh/cm2 anode over 2 mAh/cm2 cathode?', 'balance', 1.1, '', close],
  ['양극 3.3 mAh/cm2, 음극 3.7 mAh/cm2이면 N/P는?', 'balance', 3.7 / 3.3, '', close],
  [
    'N/P 계산: 양극 20 mg/cm2 96 % 190 mAh/g, 음극 12 mg/cm2 95 % 350 mAh/g',
    'balance',
    (12 * 0.95 * 350) / (20 * 0.96 * 190),
    '',
    close,
  ],
  ['음극 3.96 mAh/cm2, 양극 3.6 mAh/cm2의 N/P비는 얼마?', 'balance', 1.1, '', close],
];

const pores: readonly Sum[] = [
  [
    'porosity, 65 µm, 20 mg/cm², 96/2/2',
    'porosity',
    100 * (1 - 3.0769 / (100 / (96 / 4.7 + 2 / 1.9 + 2 / 1.78))),
    '%',
    percent,
  ],
  [
    'what is the porosity of a 65 um NMC811 coating with 20 mg/cm2 and 96/2/2?',
    'porosity',
    100 * (1 - 3.0769 / (100 / (96 / 4.7 + 2 / 1.9 + 2 / 1.78))),
    '%',
    percent,
  ],
  [
    'porosity of graphite, 70 µm, 10 mg/cm2, 95/1/4?',
    'porosity',
    100 * (1 - 1.42857 / (100 / (95 / 2.24 + 1 / 1.9 + 4 / 1.78))),
    '%',
    percent,
  ],
  ['Porosity of 18 mg/cm2 LFP in 80 µm?', 'porosity', 100 * (1 - 2.25 / 3.6), '%', close],
  [
    '20 mg/cm2 in 60 um with a true density of 4.5 g/cm3, which porosity?',
    'porosity',
    100 * (1 - 20 / 6 / 4.5),
    '%',
    close,
  ],
  [
    'calculate porosity: coating density 3.4 g/cm3, true density 4.7 g/cm3',
    'porosity',
    100 * (1 - 3.4 / 4.7),
    '%',
    close,
  ],
  [
    'porosity 92:4:4 LFP 15 mg/cm2 70 um',
    'porosity',
    100 * (1 - 2.142857 / (100 / (92 / 3.6 + 4 / 1.9 + 4 / 1.78))),
    '%',
    percent,
  ],
  [
    '65 µm, 20 mg/cm², 96/2/2 코팅의 기공률은?',
    'porosity',
    100 * (1 - 3.0769 / (100 / (96 / 4.7 + 2 / 1.9 + 2 / 1.78))),
    '%',
    percent,
  ],
  ['LFP 18 mg/cm2, 두께 80 µm일 때 기공률 계산', 'porosity', 37.5, '%', close],
  ['합제 밀도 3.4 g/cm3, 진밀도 4.7 g/cm3이면 기공률은 몇 %?', 'porosity', 100 * (1 - 3.4 / 4.7), '%', close],
  ['흑연 음극 10 mg/cm2 70 µm 기공률은?', 'porosity', 100 * (1 - 10 / 7 / 2.24), '%', close],
];

const charges: readonly Sum[] = [
  ['CE 99.9 % after 500 cycles', 'kept', 100 * 0.999 ** 500, '%', close],
  [
    'with a coulombic efficiency of 99.95 %, how much is left after 1000 cycles?',
    'kept',
    100 * 0.9995 ** 1000,
    '%',
    close,
  ],
  ['CE 99.9 %, what is left after 500 cycles?', 'kept', 60.64, '%', close],
  ['what capacity retention does CE 99.98 % give after 1000 cycles?', 'kept', 100 * 0.9998 ** 1000, '%', close],
  ['coulombic efficiency 99.5%, 100 cycles, how much remains?', 'kept', 100 * 0.995 ** 100, '%', close],
  ['how much charge is left with 99.99 % CE over 2000 cycles', 'kept', 100 * 0.9999 ** 2000, '%', close],
  ['If CE is 99.8 %, what remains at 300 cycles?', 'kept', 100 * 0.998 ** 300, '%', close],
  ['쿨롱 효율 99.9 %면 500사이클 후 얼마나 남나요?', 'kept', 60.64, '%', close],
  ['쿨롱효율 99.95%, 1000사이클 뒤 남는 용량은?', 'kept', 100 * 0.9995 ** 1000, '%', close],
  ['CE 99.8 %로 300사이클이면 용량이 몇 % 남아?', 'kept', 100 * 0.998 ** 300, '%', close],
];

const times: readonly Sum[] = [
  ['charging time at 1C, CC to 80 %, then CV to C/20?', 'time', 0.8 + (0.2 / 0.95) * Math.log(20), 'h', close],
  [
    'how long to charge with 0.5C: CC until 90 % and then CV taper to C/20',
    'time',
    1.8 + (0.1 / 0.45) * Math.log(10),
    'h',
    close,
  ],
  [
    'How long does a charge at C/2 take if 85 % is reached in CC and CV tapers down to 0.05C?',
    'time',
    1.7 + (0.15 / 0.45) * Math.log(10),
    'h',
    close,
  ],
  ['charge time for 5 Ah at 5 A, CC to 80 %, CV taper to C/20', 'time', 0.8 + (0.2 / 0.95) * Math.log(20), 'h', close],
  [
    '2C charging, constant current to 60 %, constant voltage down to C/10: how many minutes?',
    'time',
    60 * (0.3 + (0.4 / 1.9) * Math.log(20)),
    'min',
    close,
  ],
  ['how long to charge a 4 Ah cell at 2 A?', 'time', 2 + hold(0.5, 0.05), 'h', close],
  ['how long does charging at 1C take with a cut-off of C/20?', 'time', 1 + hold(1, 0.05), 'h', close],
  ['time to charge 5 Ah from 10 to 80 % at 2.5 A?', 'time', 1.4, 'h', close],
  ['how many hours to charge a 75 kWh battery from 20 to 80 % at 11 kW?', 'time', 45 / 9.9, 'h', close],
  ['how long does 4.8 Ah last at 1.2 A?', 'time', 4, 'h', close],
  ['discharge time at 0.2C?', 'time', 5, 'h', close],
  ['how long will 500 cycles at 1C/1C take', 'time', (500 * (0.8 + 0.18 * Math.log(20) + 2)) / 24, 'd', close],
  ['how many days for 300 cycles at 0.5C', 'time', (300 * (1.8 + 0.18 * Math.log(10) + 3)) / 24, 'd', close],
  [
    '1C로 80 %까지 CC, 그 후 C/20까지 CV 충전하면 시간이 얼마나 걸리나요?',
    'time',
    0.8 + (0.2 / 0.95) * Math.log(20),
    'h',
    close,
  ],
  ['0.5C 충전, 정전류로 90 %, 이후 정전압 C/20 종지면 몇 시간?', 'time', 1.8 + (0.1 / 0.45) * Math.log(10), 'h', close],
  ['4 Ah 셀을 2 A로 충전하면 몇 시간 걸려요?', 'time', 2 + hold(0.5, 0.05), 'h', close],
  ['0.2C 방전 시간은 몇 시간인가요?', 'time', 5, 'h', close],
  ['500사이클 1C/1C 시험은 며칠 걸려?', 'time', (500 * (0.8 + 0.18 * Math.log(20) + 2)) / 24, 'd', close],
];

const stacks: readonly Sum[] = [
  [
    'thickness of a 12-layer stack: cathode 150 µm, anode 160 µm, separator 16 µm?',
    'stack',
    12 * 0.15 + 13 * 0.16 + 26 * 0.016,
    'mm',
    close,
  ],
  [
    'how thick is a pouch cell with 20 layers, cathode sheet 140 um, anode sheet 150 um and separator 20 um?',
    'thickness',
    20 * 0.14 + 21 * 0.15 + 42 * 0.02 + 0.22,
    'mm',
    close,
  ],
  [
    'How do I calculate the thickness of a 10-layer stack with a 0.13 mm cathode, a 0.15 mm anode and a 0.012 mm separator?',
    'stack',
    1.3 + 1.65 + 22 * 0.012,
    'mm',
    close,
  ],
  [
    'stack thickness of 8 cathodes of 160 µm, anodes of 170 µm, separator of 25 µm?',
    'stack',
    1.28 + 1.53 + 18 * 0.025,
    'mm',
    close,
  ],
  [
    'cell thickness, 15 layers, cathode 155 µm, anode 165 µm, separator 14 µm = ?',
    'thickness',
    2.325 + 2.64 + 32 * 0.014 + 0.22,
    'mm',
    close,
  ],
  [
    'what thickness has a stacked cell of 30 layers, cathode 120 um, anode 130 um?',
    'stack',
    3.6 + 4.03 + 62 * 0.016,
    'mm',
    close,
  ],
  ['12층 적층 두께 계산: 양극 150 µm, 음극 160 µm, 분리막 16 µm', 'stack', 1.8 + 2.08 + 26 * 0.016, 'mm', close],
  [
    '양극 140 µm, 음극 150 µm, 분리막 20 µm로 20층 쌓은 파우치 셀의 두께는?',
    'thickness',
    2.8 + 3.15 + 0.84 + 0.22,
    'mm',
    close,
  ],
  ['양극 8장(160 µm), 음극 170 µm, 분리막 25 µm인 스택 두께는 얼마?', 'stack', 1.28 + 1.53 + 0.45, 'mm', close],
];

const energies: readonly Sum[] = [
  ['energy of a 5 Ah cell at 3.65 V?', 'energy', 18.25, 'Wh', close],
  ['how many Wh are 24 cells of 3 Ah at 3.65 V?', 'energy', 262.8, 'Wh', close],
  ['what is the energy of 100 cells with 4.9 Ah and 3.6 V each, in kWh?', 'energy', 1.764, 'kWh', close],
  ['energy per cell and per pack: 14s4p, 5 Ah, 3.6 V?', 'energy', 1008, 'Wh', close],
  ['10s3p of 2.5 Ah 3.6 V cells, pack energy?', 'energy', 270, 'Wh', close],
  ['pack voltage of 16s LFP?', 'packVoltage', 51.2, 'V', close],
  ['how many Wh has a 96s2p pack of 60 Ah cells at 3.7 V?', 'energy', 96 * 2 * 60 * 3.7, 'Wh', close],
  ['Wh/kg of 3 Ah, 3.65 V, 48 g?', 'perMass', (3 * 3.65 * 1000) / 48, 'Wh/kg', close],
  ['energy density of 18 Wh in 33 ml?', 'perVolume', 18 / 0.033, 'Wh/L', close],
  ['how many Ah are 20 Wh at 3.6 V?', 'capacity', 20 / 3.6, 'Ah', close],
  ['36 V 10 Ah pack from 3.6 V 2.5 Ah cells, how many cells?', 'cells', 40, '', 0],
  ['5 Ah, 3.65 V 셀의 에너지는 몇 Wh?', 'energy', 18.25, 'Wh', close],
  ['3 Ah 3.65 V 셀 24개의 에너지는 얼마인가요?', 'energy', 262.8, 'Wh', close],
  ['14s4p 팩, 5 Ah 3.6 V 셀이면 에너지는 몇 Wh?', 'energy', 1008, 'Wh', close],
  ['3 Ah, 3.65 V, 48 g 셀의 에너지 밀도는?', 'perMass', (3 * 3.65 * 1000) / 48, 'Wh/kg', close],
  ['20 Wh를 3.6 V로 나누면 몇 Ah?', 'capacity', 20 / 3.6, 'Ah', close],
];

const coatings: readonly Sum[] = [
  ['18 mg/cm2, 96 %, 190 mAh/g: areal capacity?', 'areal', 18 * 0.96 * 0.19, 'mAh/cm²', close],
  ['areal capacity of 22 mg/cm² with 95 % active material and 200 mAh/g?', 'areal', 4.18, 'mAh/cm²', close],
  ['areal capacity 10 mg/cm2 graphite 95 %', 'areal', 3.325, 'mAh/cm²', close],
  ['how many mAh/cm2 does 150 g/m2 of LFP at 94 % give?', 'areal', 15 * 0.94 * 0.155, 'mAh/cm²', close],
  ['which loading for 3 mAh/cm2 at 96 % and 175 mAh/g?', 'loading', 3 / 0.168, 'mg/cm²', close],
  ['what loading do I need for 4 mAh/cm² of NMC811, 97 %?', 'loading', 4 / 0.194, 'mg/cm²', close],
  ['convert 12.5 mg/cm2 to g/m2', 'converted', 125, 'g/m²', close],
  ['Capacity of 10 double-sided cathodes 50 x 80 mm with 3 mAh/cm2?', 'capacity', 2.4, 'Ah', close],
  ['how many mAh has a 15 mm disc with 3 mAh/cm2?', 'capacity', 3 * Math.PI * 0.5625, 'mAh', close],
  [
    'how many Ah for 20 layers, 20 mg/cm2, 96 %, 190 mAh/g, 60 x 90 mm?',
    'capacity',
    (20 * 0.96 * 0.19 * 54 * 40) / 1000,
    'Ah',
    close,
  ],
  ['18 mg/cm2, 96 %, 190 mAh/g이면 면적 용량은?', 'areal', 18 * 0.96 * 0.19, 'mAh/cm²', close],
  ['3 mAh/cm2에 필요한 로딩은? 96 %, 175 mAh/g', 'loading', 3 / 0.168, 'mg/cm²', close],
  ['양면 양극 10장, 50 x 80 mm, 3 mAh/cm2면 용량은 몇 Ah?', 'capacity', 2.4, 'Ah', close],
  ['12.5 mg/cm2를 g/m2로 환산하면?', 'converted', 125, 'g/m²', close],
];

const currents: readonly Sum[] = [
  ['C/3 for 4.8 Ah, how many amps?', 'current', 1.6, 'A', close],
  ['what current is 2C for a 3.2 Ah cell?', 'current', 6.4, 'A', close],
  ['How many mA is C/10 of a 50 mAh cell?', 'current', 5, 'mA', close],
  ['1.5C of 60 Ah in amps?', 'current', 90, 'A', close],
  ['which C-rate is 7.5 A on 5 Ah?', 'rate', 1.5, 'C', close],
  ['C-rate of 200 mA for a 1 Ah cell?', 'rate', 0.2, 'C', close],
  ['25 mOhm at 30 A: how many watts of heat?', 'heat', 22.5, 'W', close],
  ['voltage drop of 12 A over 18 mΩ?', 'drop', 0.216, 'V', close],
  ['DCIR: 60 mV drop at 15 A, what resistance?', 'resistance', 4, 'mΩ', close],
  ['voltage falls from 3.70 V to 3.62 V at 10 A, what resistance?', 'resistance', 8, 'mΩ', close],
  ['5 Ah at 0.5C how many A?', 'current', 2.5, 'A', close],
  ['5 Ah 셀의 0.5C는 몇 A인가요?', 'current', 2.5, 'A', close],
  ['3.2 Ah 셀 2C 전류는?', 'current', 6.4, 'A', close],
  ['5 Ah 셀에 7.5 A면 몇 C?', 'rate', 1.5, 'C', close],
  ['15 A에서 60 mV 강하면 저항은 몇 mΩ?', 'resistance', 4, 'mΩ', close],
  ['25 mΩ에 30 A 흐르면 발열은 몇 W?', 'heat', 22.5, 'W', close],
];

const others: readonly Sum[] = [
  ['how much electrolyte for 10 Ah at 2 g/Ah?', 'electrolyte', 20, 'g', close],
  ['electrolyte mass for a 3 Ah pouch with 3.5 g/Ah?', 'electrolyte', 10.5, 'g', close],
  [
    '200 cm2, 60 um, 30 % porosity: how much electrolyte fills the pores?',
    'electrolyte',
    200 * 0.006 * 0.3 * 1.2,
    'mL',
    close,
  ],
  ['theoretical capacity of 95.6 g/mol with 1 electron in mAh/g?', 'specific', 26801 / 95.6, 'mAh/g', close],
  ['20 mm roll, 3 mm mandrel, 0.35 mm stack, how many turns?', 'turns', 17 / 0.7, '', close],
  [
    '1.2 m of electrode wound on a 4 mm mandrel, 300 um stack: what roll diameter?',
    'diameter',
    Math.sqrt(16 + (4 * 1200 * 0.3) / Math.PI),
    'mm',
    close,
  ],
  ['10 Ah 셀에 2 g/Ah면 전해액은 몇 g?', 'electrolyte', 20, 'g', close],
  ['롤 지름 20 mm, 권심 3 mm, 적층 두께 0.35 mm면 몇 턴?', 'turns', 17 / 0.7, '', close],
  ['200 cm2, 60 µm, 기공률 30 % 기공을 채우는 전해액은 몇 mL?', 'electrolyte', 200 * 0.006 * 0.3 * 1.2, 'mL', close],
];

const more: readonly Sum[] = [
  [
    'how many layers would 6 Ah need at 2.8 mAh/cm2 with 8 x 12 cm electrodes?',
    'exact',
    6000 / (2.8 * 96 * 2),
    '',
    close,
  ],
  [
    'Anode coat weight for N/P of 1.12? cathode 3.1 mAh/cm2, anode 355 mAh/g and 95.5 % active',
    'anodeLoading',
    (3.1 * 1.12) / (0.355 * 0.955),
    'mg/cm²',
    close,
  ],
  ['N/P ratio of a 4.2 mAh/cm2 anode and a 3.9 mAh/cm2 cathode?', 'balance', 4.2 / 3.9, '', close],
  ['what is the porosity of 9 mg/cm² graphite pressed to 55 µm?', 'porosity', 100 * (1 - 9 / 5.5 / 2.24), '%', close],
  ['CE of 99.7 %: what share is left after 200 cycles?', 'kept', 100 * 0.997 ** 200, '%', close],
  ['how long does it take to charge 60 Ah with 20 A?', 'time', 3 + hold(1 / 3, 0.05), 'h', close],
  [
    'how thick is a stack of 24 double-sided cathodes if the cathode is 145 µm, the anode 155 µm and the separator 18 µm?',
    'stack',
    24 * 0.145 + 25 * 0.155 + 50 * 0.018,
    'mm',
    close,
  ],
  ['How many kWh are 200 cells at 3.2 V with 100 Ah?', 'energy', 64, 'kWh', close],
  ['3.6 V 50 Ah 셀 8개의 에너지는 몇 Wh?', 'energy', 1440, 'Wh', close],
  ['6 Ah에는 2.8 mAh/cm2, 80 x 120 mm 전극이 몇 장 필요?', 'sheets', 12, '', 0],
  ['60 Ah를 20 A로 충전하는 시간은?', 'time', 3 + hold(1 / 3, 0.05), 'h', close],
];

export const sums: readonly Sum[] = [
  ...layers,
  ...anodes,
  ...balances,
  ...pores,
  ...charges,
  ...times,
  ...stacks,
  ...energies,
  ...coatings,
  ...currents,
  ...others,
  ...more,
];
