import { expect, test } from 'vitest';
import { askQuestion } from '../../../src/assistant/calls/question-ask.ts';
import { Device } from '../../support/devices/device.ts';
import { row, types, xlsxOf } from '../../support/files/office-files.ts';
import { provideServer } from '../../support/servers/server.ts';

/** Questions about the sheets of attached files, through the routes, the bus and the database. */

const server = await provideServer({ knowledge: true });

const cycles: [number, number, number][] = [
  [1, 3.22, 3.21],
  [100, 3.11, 3.1],
  [499, 2.73, 2.72],
  [500, 2.72, 2.71],
  [501, 2.57, 2.56],
];
const heads = ['Cycle', 'Charge capacity (Ah)', 'Discharge capacity (Ah)'];

const workbook = new File(
  [
    Uint8Array.from(
      xlsxOf([
        { name: 'About', data: row(1, ['Cell', 'LFP 26650']) },
        {
          name: 'Life',
          data: row(1, ['Cycle life at 25 °C']) + row(3, heads) + cycles.map((each, i) => row(i + 4, each)).join(''),
        },
      ]),
    ),
  ],
  'life.xlsx',
  { type: types.xlsx },
);
const csv = new File([[heads, ...cycles].map((cells) => cells.join(';')).join('\r\n')], 'life.csv', {
  type: 'text/csv',
});

async function ask(text: string, files: File[]) {
  const device = await Device.open(server, await server.signIn('engineer'));
  const { roomId } = await askQuestion(device.ctx, { text, chatType: 1, files });
  await device.sync();
  const [, answer] = await device.messages(roomId);
  device.close();
  const quoted = answer?.answer?.sources.flatMap(({ file }) => file ?? []) ?? [];
  return { content: answer?.content ?? '', quoted, sources: answer?.answer?.sources ?? [] };
}

test('the capacity retention at a cycle is computed from my workbook, with the formula and the rows', async () => {
  const { content, quoted } = await ask('capacity retention at cycle 500 here?', [workbook]);
  expect(content.split('\n')[0]).toBe(
    'Capacity retention at cycle 500 = “Discharge capacity (Ah)” at cycle 500 / “Discharge capacity (Ah)” at cycle 1 = 2.71 Ah / 3.21 Ah = **84.4 %**',
  );
  expect(content).toContain('The reference is cycle 1, the first in the sheet.');
  expect(quoted).toMatchObject([{ name: 'life.xlsx', page: 'Life!4:8', isTable: true }]);
  expect(quoted[0]?.passage.split('\n')).toEqual([
    '| Cycle | Discharge capacity (Ah) | Charge capacity (Ah) |',
    '| ---: | ---: | ---: |',
    '| 1 | 3.21 | 3.22 |',
    '| … | … | … |',
    '| 499 | 2.72 | 2.73 |',
    '| 500 | **2.71** | 2.72 |',
    '| 501 | 2.56 | 2.57 |',
  ]);
});

test('the same from a table saved as CSV, asked in Korean', async () => {
  const { content, quoted } = await ask('500 사이클에서 용량 유지율은 얼마인가요?', [csv]);
  expect(content).toContain('= 2.71 Ah / 3.21 Ah = **84.4 %**');
  expect(content).toContain('기준은 시트의 첫 사이클인 사이클 1입니다.');
  expect(quoted).toMatchObject([{ name: 'life.csv', page: '2:6', isTable: true }]);
});

test('the coulombic efficiency of a cycle is computed from both capacities', async () => {
  const { content, sources } = await ask('사이클 100의 쿨롱 효율은?', [workbook]);
  expect(content).toBe(
    '사이클 100의 쿨롱 효율 = “Discharge capacity (Ah)” / “Charge capacity (Ah)” = 3.1 Ah / 3.11 Ah = **99.7 %**',
  );
  expect(sources.map(({ question }) => question)).toEqual(['life.xlsx']);
});

test('a cycle that the sheet does not have is said, with those that it has', async () => {
  const { content } = await ask('discharge capacity at cycle 250?', [csv]);
  expect(content).toBe('The sheet has no row for cycle 250. It has cycle 1, 100, 499, 500, 501.');
});

test('a passage of a sheet that is found by its words is a table too', async () => {
  const { quoted, content } = await ask('What remark does this file have about a bent tab?', [
    new File(['Cell,Voltage (V),Remark\nA1,3.65,none\nA2,2.10,bent tab seen\nA3,3.61,none\n'], 'remarks.csv', {
      type: 'text/csv',
    }),
  ]);
  expect(content).toBe('This is quoted word for word from your files; no expert has checked it.');
  expect(quoted[0]?.passage).toContain('| A2 | 2.10 | bent tab seen |');
});
