import { expect, test } from 'vitest';
import type { Report } from '#domain/order/data/order.ts';
import { missingReports } from '#domain/order/life/missing-reports.ts';
import { publishedReports } from '#domain/order/life/reports.ts';
import { withReport } from '#domain/order/life/result-folds.ts';

/** Reports of an order, and which tests lack one. */

const doc = { 'tests/a/type': 'RPT', 'tests/b/type': 'Cycle', 'tests/c/type': 'Rate', 'tests/c/removed': true };
const file = { name: 'report.pdf', size: 3, mime: 'application/pdf', sha256: 'f'.repeat(64) };

function report(id: string, sseq: number, more: Partial<Report> = {}): Report {
  const by = { by: 'e', byName: 'E', at: '2026-03-01T00:00:00.000Z' };
  return { id, name: `Report ${id}`, test: 'a', ranges: [], note: '', file, reason: null, ...by, sseq, ...more };
}

const missing = (...reports: Report[]) => missingReports({ doc, reports }).tests.map(({ id }) => id);

test('each test needs a published report, and one about all tests is enough', () => {
  expect(missingReports({ doc })).toMatchObject({ any: true, tests: [{ id: 'a' }, { id: 'b' }] });
  expect(missing(report('1', 1))).toEqual(['b']);
  expect(missing(report('1', 1), report('2', 2, { test: 'b' }))).toEqual([]);
  expect(missing(report('1', 1, { test: null }))).toEqual([]);
  expect(missing(report('1', 1, { file: null, reason: 'Wrong cells' }))).toEqual(['a', 'b']);
});

test('an order without tests needs any report', () => {
  expect(missingReports({ doc: {} })).toEqual({ tests: [], any: true });
  expect(missingReports({ doc: {}, reports: [report('1', 1)] })).toEqual({ tests: [], any: false });
});

test('the newest event about a report holds, whichever arrives last', () => {
  const published = report('1', 4);
  const withdrawn = report('1', 5, { file: null, reason: 'Wrong cells' });
  const start = { reports: [report('2', 3)] };
  for (const events of [
    [published, withdrawn],
    [withdrawn, published, withdrawn],
  ]) {
    const after = events.reduce(withReport, start);
    expect(after.reports).toEqual([report('2', 3), withdrawn]);
    expect(publishedReports(after).map(({ id }) => id)).toEqual(['2']);
  }
});
