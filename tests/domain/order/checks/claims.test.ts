import { expect, test } from 'vitest';
import { sentencesOf } from '#domain/order/checks/claims.ts';
import { ClaimsInFile, claimsPerKind } from '#domain/order/checks/claims-in-file.ts';
import { claimQuoteChars } from '#domain/chat/file-claims.ts';
import { fileTextChars } from '../../../../server/file-text/pages.ts';

/** Returns the claims of a page of a file, such as `temperature 45`. */
const claimsIn = (text: string): string[] => {
  const claims = new ClaimsInFile();
  claims.add({ page: 1, text });
  return claims.done().map(({ kind, value }) => `${kind} ${value}`);
};

test.each<[text: string, claims: string[]]>([
  ['Cycle test at 45 °C', ['temperature 45']],
  ['The test runs at −20°C', ['temperature -20']],
  ['RPT bei 45,5 degC', ['temperature 45.5']],
  ['시험 온도는 45 ℃입니다.', ['temperature 45']],
  ['수명 시험: 25℃ 및 45℃', ['temperature 25', 'temperature 45']],
  ['Test temperature: 25 ± 2 °C', ['temperature 25']],
  ['Test temperature: (25±2)°C', ['temperature 25']],
  ['Test temperature: 25 °C ± 2 °C', ['temperature 25']],
  ['Test at room temperature ± 2 °C', []],
  ['The test chamber holds 15 to 35 °C', []],
  ['The test chamber holds 15 °C – 35 °C', []],
  ['The test chamber holds 15-35 °C', []],
  ['Heat the test at 5 °C/min to 130 °C', ['temperature 130']],
  ['Calendar ageing at 10 °C/ 25 °C', ['temperature 10', 'temperature 25']],
  ['Cycling at C/3 – 45 °C, 500 cycles', ['temperature 45']],
  ['Dry the electrodes at 80 °C.', []],
  ['The cells of last year were tested at 60 °C. These are tested at 25 °C.', ['temperature 25']],
  ['작년 셀은 60 °C에서 시험했습니다.', []],
  ['Nominal capacity: 4,5 Ah', ['capacity 4.5']],
  ['Capacity 4500 mAh', ['capacity 4.5']],
  ['Capacity 5,000mAh at 0.2C', ['capacity 5']],
  ['정격 용량은 5Ah이며', ['capacity 5']],
  ['Capacity 4.2 ± 0.1 Ah', ['capacity 4.2']],
  ['The cathode gives 195 mAh/g and 3.2 mAh/cm²', []],
  ['Format: 21700', ['format 21700']],
  ['INR21700-50E', ['format 21700']],
  ['A pack of 4680 mAh costs 18650 €, part 121700', ['capacity 4.68']],
  ['NCM811 cathode and lfp reference', ['chemistry NMC', 'chemistry LFP']],
  ['The filter of LTOX', []],
])('a file that says “%s” claims %j', (text, claims) => {
  expect(claimsIn(text)).toEqual(claims);
});

test('a claim has its page, and a short quotation of the words around it', () => {
  const claims = new ClaimsInFile();
  claims.add({ page: 1, text: 'Drawing of the cell.' });
  claims.add({ page: 'Tests!1:40', text: `Cells\n${'all of them, '.repeat(9)}are in the cycle test at\n45 °C | NMC` });
  claims.add({ page: 3, text: 'Cycle test at 45 °C with NMC' });
  const [temperature, chemistry, ...more] = claims.done();
  expect(more).toEqual([]);
  expect(temperature).toEqual({
    kind: 'temperature',
    value: 45,
    page: 'Tests!1:40',
    quote: '…all of them, are in the cycle test at 45 °C | NMC',
    chemistries: ['NMC'],
  });
  expect(chemistry).toMatchObject({ kind: 'chemistry', value: 'NMC', page: 'Tests!1:40' });
});

test('a quotation is cut, also where a text has no spaces', () => {
  const claims = new ClaimsInFile();
  claims.add({ page: 1, text: `${'가'.repeat(90)}시험 45 °C ${'나'.repeat(90)}` });
  const [claim] = claims.done();
  expect(claim?.quote.length).toBeLessThanOrEqual(claimQuoteChars);
  expect(claim?.quote).toContain('45 °C');
});

test('a file with many capacities is a list, and claims none of them', () => {
  const rows = Array.from({ length: claimsPerKind + 1 }, (_, i) => `Cell ${i}: ${i + 1} Ah`);
  expect(claimsIn(rows.slice(1).join('\n'))).toHaveLength(claimsPerKind);
  expect(claimsIn([...rows, 'Format 21700'].join('\n'))).toEqual(['format 21700']);
});

test.each(['1', '1.1', '1 ', '25±', '25–', 'test 4 ', '1 °', 'm', '가'])(
  'a file of “%s” alone, as long as a file may be, is read',
  (part) => {
    // A quadratic algorithm would not finish.
    const text = part.repeat(fileTextChars / part.length);
    expect(sentencesOf(text).flatMap(({ claims }) => claims)).toEqual([]);
  },
);
