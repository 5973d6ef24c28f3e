import { expect, test } from 'vitest';
import { writeWorkbook } from '../../../../server/assistant/knowledge/workbook.ts';

test('a large table is written some rows at a time, between which other requests are served', async () => {
  let isReading = true;
  let turn = 0;
  const rowsOfTurns = new Map<number, number>();
  const count = () => {
    turn++;
    if (isReading) setImmediate(count);
  };
  setImmediate(count);
  const table = Array.from({ length: 1000 }, (_, i) => [`Row ${i}`]);
  const rows = new Proxy(table, {
    get(target, key) {
      if (/^\d+$/.test(String(key))) rowsOfTurns.set(turn, (rowsOfTurns.get(turn) ?? 0) + 1);
      return Reflect.get(target, key) as unknown;
    },
  });
  await writeWorkbook([{ name: 'Q&A', rows, widths: [20] }]);
  isReading = false;
  expect(Math.max(...rowsOfTurns.values())).toBeLessThanOrEqual(100);
});
