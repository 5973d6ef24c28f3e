import { expect, test } from 'vitest';
import { cleanFileName } from '#domain/ground/file-name.ts';

test.each([
  ['../../etc/passwd', 'passwd'],
  ['C:\\temp\\drawing.pdf', 'drawing.pdf'],
  ['re\u0000port.pdf', 'report.pdf'],
  ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
  ['CON', '_CON'],
  ['con.pdf', '_con.pdf'],
  ['...', 'file'],
  ['', 'file'],
  ['Zelle 21700 – Prüfplan.xlsx', 'Zelle 21700 – Prüfplan.xlsx'],
  ['a"b<c>.png', 'a_b_c_.png'],
])('%j is shown as %j', (name, shown) => {
  expect(cleanFileName(name)).toBe(shown);
});

test('a very long name keeps its ending', () => {
  const shown = cleanFileName(`${'x'.repeat(300)}.pdf`);
  expect(shown).toHaveLength(200);
  expect(shown.endsWith('.pdf')).toBe(true);
});

test('marks do not paint over the line above it', () => {
  expect(cleanFileName(`Z${'\u0335\u034f'.repeat(50)}o.pdf`)).toBe(`Z${'\u0335\u034f'.repeat(4)}o.pdf`);
});
