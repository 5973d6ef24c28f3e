import type { Sum } from './sum.ts';

/** Sums of cells: charges, times, energies, currents. */

const close = 0.005;

/** Hours of the CV phase beyond the constant current of a full charge, by the fit of the entry on CC-CV charges. */
const hold = (rate: number, cutoff: number) => 0.18 * Math.log(rate / cutoff) - 0.2;

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
  [
    'charge at C/2 until 80% SOC then CV to 0.05C how long total',
    'time',
    1.6 + (0.2 / 0.45) * Math.log(10),
    'h',
    close,
  ],
  [
    'CCCV: 0.7C to 85 %, taper to C/30. charging time?',
    'time',
    0.85 / 0.7 + (0.15 / (0.7 - 1 / 30)) * Math.log(21),
    'h',
    close,
  ],
  ['7s3p 3.5 Ah 3.6 V 팩 에너지', 'energy', 264.6, 'Wh', close],
  ['CE of 99.7 %: what share is left after 200 cycles?', 'kept', 100 * 0.997 ** 200, '%', close],
  ['how long does it take to charge 60 Ah with 20 A?', 'time', 3 + hold(1 / 3, 0.05), 'h', close],
  ['How many kWh are 200 cells at 3.2 V with 100 Ah?', 'energy', 64, 'kWh', close],
  ['3.6 V 50 Ah 셀 8개의 에너지는 몇 Wh?', 'energy', 1440, 'Wh', close],
  ['60 Ah를 20 A로 충전하는 시간은?', 'time', 3 + hold(1 / 3, 0.05), 'h', close],
];

export const cellSums: readonly Sum[] = [...charges, ...times, ...energies, ...currents, ...others];
