import { expect, test } from 'vitest';
import { orderLimits } from '#domain/order/data/limits.ts';
import { problemWithReportFile } from '#domain/order/life/report-file.ts';

test.each([
  ['a table just below the limit', { name: 'a.csv', size: orderLimits.reportBytes - 1 }, undefined],
  ['a table at the limit', { name: 'a.csv', size: orderLimits.reportBytes }, 'FILE_TOO_LARGE'],
  ['an empty table', { name: 'a.csv', size: 0 }, 'FILE_EMPTY'],
  ['a page', { name: 'a.html', size: 10 }, 'FILE_TYPE'],
])('%s: %o is %s', (_, file, problem) => {
  expect(problemWithReportFile(file)).toBe(problem);
});
