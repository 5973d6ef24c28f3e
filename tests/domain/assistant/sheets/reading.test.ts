import { expect, test } from 'vitest';
import { readingOf } from '#domain/assistant/sheets/reading.ts';

/** Questions about the table of a sheet. The figures were computed by hand. */

const sheet = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line, i) => ({ n: i + 1, cells: line.split(';').map((cell) => cell.trim()) }));

const life = sheet(`
Cycle life at 25 °C
Cycle;Charge capacity (Ah);Discharge capacity (Ah);Note
1;3.22;3.21;
100;3.11;3.10;
499;2.73;2.72;pause
500;2.72;2.71;
501;2.57;2.56;
`);

const textOf = (question: string, rows = life) => readingOf(question, rows)?.text?.split('\n\n')[0];

const capacity = '“Discharge capacity (Ah)”';

test.each([
  // 2.71 / 3.21 = 0.84424; 2.71 / 3.10 = 0.87419; 2.56 / 3.21 = 0.79751; 2.71 / 2.72 = 0.99632
  [
    'capacity retention at cycle 500 here?',
    `Capacity retention at cycle 500 = ${capacity} at cycle 500 / ${capacity} at cycle 1 = 2.71 Ah / 3.21 Ah = **84.4 %**`,
  ],
  [
    'What is the retention at cycle 500 relative to cycle 100?',
    `Capacity retention at cycle 500 = ${capacity} at cycle 500 / ${capacity} at cycle 100 = 2.71 Ah / 3.10 Ah = **87.4 %**`,
  ],
  [
    'How much capacity is left at the last cycle?',
    `Capacity retention at the last cycle = ${capacity} at the last cycle / ${capacity} at cycle 1 = 2.56 Ah / 3.21 Ah = **79.8 %**`,
  ],
  [
    'coulombic efficiency in the 500th cycle',
    `Coulombic efficiency at cycle 500 = ${capacity} / “Charge capacity (Ah)” = 2.71 Ah / 2.72 Ah = **99.6 %**`,
  ],
  ['What is the discharge capacity after 100 cycles?', `${capacity} at cycle 100: **3.10 Ah**`],
  ['charge capacity at cycle 1', '“Charge capacity (Ah)” at cycle 1: **3.22 Ah**'],
  [
    'How much capacity is lost between cycle 100 and 500?',
    `Change of ${capacity} from cycle 100 to cycle 500 = 2.71 − 3.10 = **−0.39 Ah**`,
  ],
  ['lowest discharge capacity?', `Minimum of ${capacity}: **2.56 Ah**, at cycle 501.`],
  ['Which is the highest charge capacity?', 'Maximum of “Charge capacity (Ah)”: **3.22 Ah**, at cycle 1.'],
  // 3.21 + 3.10 + 2.72 + 2.71 + 2.56 = 14.30
  ['mean discharge capacity', `Mean of ${capacity} = 14.30 / 5 = **2.860 Ah** (5 rows)`],
  [
    'When does it fall below 80 %?',
    `First cycle below 80 %: **cycle 501**: 2.56 Ah / 3.21 Ah = 79.8 % of ${capacity} at cycle 1.`,
  ],
  [
    'When does the capacity fall below 70 %?',
    `No cycle is below 70 %. The lowest is cycle 501: 2.56 Ah / 3.21 Ah = 79.8 % of ${capacity} at cycle 1.`,
  ],
  ['capacity at cycle 1,000', 'The sheet has no row for cycle 1000. It has cycle 1, 100, 499, 500, 501.'],
  [
    '500 사이클에서 용량 유지율은?',
    `사이클 500의 용량 유지율 = 사이클 500의 ${capacity} / 사이클 1의 ${capacity} = 2.71 Ah / 3.21 Ah = **84.4 %**`,
  ],
  ['100회 방전 용량은 얼마인가요?', `사이클 100의 ${capacity}: **3.10 Ah**`],
  ['최저 방전 용량', `${capacity}의 최솟값: **2.56 Ah** (사이클 501).`],
  [
    '용량이 80% 이하로 떨어지는 사이클은?',
    `처음으로 80 % 이하인 사이클: **사이클 501**: 2.56 Ah / 3.21 Ah = 79.8 % (사이클 1의 ${capacity} 기준).`,
  ],
])('“%s” is answered', (question, text) => {
  expect(textOf(question)).toBe(text);
});

test('the asked row stands between its neighbours, the asked column is the first, and its cell is bold', () => {
  const reading = readingOf('capacity retention at cycle 500?', life);
  expect(reading).toMatchObject({ first: 3, last: 7 });
  expect(reading?.table.split('\n')).toEqual([
    '| Cycle | Discharge capacity (Ah) | Charge capacity (Ah) | Note |',
    '| ---: | ---: | ---: | --- |',
    '| 1 | 3.21 | 3.22 |  |',
    '| … | … | … | … |',
    '| 499 | 2.72 | 2.73 | pause |',
    '| 500 | **2.71** | 2.72 |  |',
    '| 501 | 2.56 | 2.57 |  |',
  ]);
  expect(reading?.text).toContain(
    'The reference is cycle 1, the first in the sheet. “Discharge capacity (Ah)” is used; the sheet has “Charge capacity (Ah)” too.',
  );
});

const cells = sheet(`
Cell;Cycle;Qd (mAh);Qc (mAh)
A1;1;4.10;4.20
A1;2;4.00;4.05
A2;1;4.20;4.30
A2;2;4.15;4.18
`);

test.each([
  // 4.15 / 4.20 = 0.98810
  [
    'retention of cell A2 at cycle 2',
    'Capacity retention at cell A2, cycle 2 = “Qd (mAh)” at cycle 2 / “Qd (mAh)” at cycle 1 = 4.15 mAh / 4.20 mAh = **98.8 %**',
  ],
  ['capacity at cycle 2', 'The sheet has 2 rows for cycle 2, so nothing is computed.'],
  ['capacity of cell A9 at cycle 2', 'The sheet has no row for cell A9.'],
])('of several cells, “%s” is answered for the one that is asked for', (question, text) => {
  expect(textOf(question, cells)).toBe(text);
});

test.each([
  [
    'temperature',
    'capacity at 25 °C',
    'Temperature (°C);Capacity (Ah)\n-20;1.80\n0;2.60\n25;3.20',
    '“Capacity (Ah)” at 25 °C: **3.20 Ah**',
  ],
  ['rate', 'capacity at C/5', 'C-rate;Capacity (Ah)\n0.2;3.20\n1;3.02', '“Capacity (Ah)” at 0.2C: **3.20 Ah**'],
  ['cell', '3번 셀의 전압', 'Cell;Voltage (V)\n1;3.65\n2;3.66\n3;3.61', '셀 3의 “Voltage (V)”: **3.61 V**'],
  [
    'cycle of a cycler',
    'CE at cycle 2',
    'Cycle_Index,Discharge_Capacity(Ah),Charge_Capacity(Ah)\n1,2.90,3.00\n2,2.95,2.97'.replaceAll(',', ';'),
    'Coulombic efficiency at cycle 2 = “Discharge_Capacity(Ah)” / “Charge_Capacity(Ah)” = 2.95 Ah / 2.97 Ah = **99.3 %**',
  ],
  [
    'cycle, with units in a row below',
    'capacity at cycle 2',
    'Cycle;Capacity\n;Ah\n1;2.90\n2;2.95',
    '“Capacity (Ah)” at cycle 2: **2.95 Ah**',
  ],
  [
    'cycle, with commas as decimal marks',
    'retention at cycle 2',
    'Cycle;Capacity (Ah)\n1;3,20\n2;2,88',
    'Capacity retention at cycle 2 = “Capacity (Ah)” at cycle 2 / “Capacity (Ah)” at cycle 1 = 2.88 Ah / 3.20 Ah = **90.0 %**',
  ],
  [
    'cycle, of a sheet that has the retention',
    'retention at cycle 2',
    'Cycle;Capacity (Ah);Retention (%)\n1;3.20;100\n2;2.88;90.1',
    '“Retention (%)” at cycle 2: **90.1 %**',
  ],
])('a row is found by its %s', (_what, question, rows, text) => {
  expect(textOf(question, sheet(rows))).toBe(text);
});

test.each([
  ['a number that is also a thousand', 'retention at cycle 2', 'Cycle;Capacity (mAh)\n1;3,210\n2;2,710'],
  ['a cell that is no number', 'retention at cycle 2', 'Cycle;Capacity (Ah)\n1;#DIV/0!\n2;2.71'],
  [
    'units that differ',
    'CE at cycle 2',
    'Cycle;Charge capacity (mAh);Discharge capacity (Ah)\n1;3220;3.21\n2;2720;2.71',
  ],
  ['too few digits', 'retention at cycle 2', 'Cycle;Capacity (Ah)\n1;3\n2;2'],
  ['a value that is missing', 'mean capacity', 'Cycle;Capacity (Ah)\n1;3.20\n2;n/a'],
  ['a second table below', 'lowest capacity', 'Cycle;Capacity (Ah)\n1;3.20\n2;2.71\nPart 2;x\n3;2.10'],
])('with %s, the table is shown and nothing is computed', (_what, question, rows) => {
  const reading = readingOf(question, sheet(rows));
  expect(reading?.table).toContain('| Cycle |');
  expect(reading?.text).toBeUndefined();
});

test('of two columns that could be meant, none is taken', () => {
  const two = sheet('Cycle;Discharge capacity (mAh);Discharge capacity (mAh/g)\n1;4.20;160.1\n2;4.10;156.3');
  expect(textOf('retention at cycle 2', two)).toBe(
    'Several columns could be meant: “Discharge capacity (mAh)”, “Discharge capacity (mAh/g)”. Ask for one of them.',
  );
  // 156.3 / 160.1 = 0.97626
  expect(textOf('retention in mAh/g at cycle 2', two)).toContain('156.3 mAh/g / 160.1 mAh/g = **97.6 %**');
});

test.each([
  ['a question about something else', 'What does this sheet say about safety?', life],
  ['a list of names and values', 'capacity at cycle 500?', sheet('Name;LFP 26650\nCapacity;3.2\nMass;86.1')],
  [
    'a sheet with two columns of cycles',
    'capacity at cycle 1?',
    sheet('Cycle;Capacity (Ah);Cycle;Capacity (Ah)\n1;3.2;1;3.1\n2;3.1;2;3.0'),
  ],
])('%s gets no reading', (_what, question, rows) => {
  expect(readingOf(question, rows)).toBeUndefined();
});

test('nothing in a cell is Markdown', () => {
  const rows = sheet('Cycle;Capacity (Ah);Note\n1;3.20;[a](https://x.example)\n2;2.71;**b** `c` | d');
  const table = readingOf('capacity at cycle 2', rows)?.table ?? '';
  expect(table).toContain('| 1 | 3.20 | a (https: //x.example) |');
  expect(table).toContain('| 2 | **2.71** | b c d |');
});
