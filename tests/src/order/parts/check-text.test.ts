import { createInstance } from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import type { FieldProblem } from '#domain/ground/errors.ts';
import { placingChecks, problemsWithPlacing } from '#domain/order/checks/checks.ts';
import { textOfCheck, textOfProblem } from '../../../../src/order/parts/check-text.ts';
import navigatorEn from '../../../../public/locales/en/navigator.json' with { type: 'json' };
import navigatorKo from '../../../../public/locales/ko/navigator.json' with { type: 'json' };

/** Problems that the server found in an order, in the reader's language. */

const i18n = createInstance();
const raw = 'body/changes/0 must match a schema in anyOf';

beforeAll(() =>
  i18n.init({ ns: ['navigator'], resources: { en: { navigator: navigatorEn }, ko: { navigator: navigatorKo } } }),
);

const textIn = (language: string, problem: FieldProblem) =>
  textOfProblem(problem, i18n.getFixedT(language, 'navigator'), language);

test('each problem that the server finds when an order is placed is a Korean sentence, with the name of its field', () => {
  const doc = { service: 'testing', format: '21700', quantity: 4000, 'tests/a/type': 'RPT', 'tests/a/temp': 59 };
  const problems = problemsWithPlacing(doc);
  expect(problems.length).toBeGreaterThan(2);
  for (const problem of problems) {
    const text = textIn('ko', problem);
    expect(text).toMatch(/[가-힣].*: .*[가-힣]/);
    expect(text).not.toContain(problem.code);
    expect(textIn('en', problem).endsWith(`: ${problem.message}`)).toBe(true);
  }
});

test.each([
  ['en', 'Number of cells: Between 1 and 10000.', 'Number of cells: This value does not fit here.'],
  ['ko', '셀 수량: 1에서 10000 사이여야 합니다.', '셀 수량: 여기에 맞지 않는 값입니다.'],
])('in %s a code, and a code or text of a newer server, are sentences, never its message', (language, range, other) => {
  const problem = { path: 'quantity', message: raw };
  expect(textIn(language, { ...problem, code: 'OUT_OF_RANGE' })).toBe(range);
  expect(textIn(language, { ...problem, code: 'NEW_RULE' })).toBe(other);
  expect(textIn(language, { ...problem, code: 'NEW_RULE', text: { key: 'NEW_RULE', values: [7] } })).toBe(other);
  // An older server sends a code only.
  expect(textIn(language, { ...problem, code: 'CELLS_SENT' })).toBe(other);
  expect(textIn(language, { ...problem, code: 'REQUIRED' })).toBe(
    language === 'en' ? 'Number of cells: This is needed.' : '셀 수량: 필수 항목입니다.',
  );
});

test('a value that only another version takes is worded in the language of the reader, on this device too', () => {
  const check = placingChecks({ service: 'anything' }, []).find(({ path }) => path === 'service');
  expect(check && textOfCheck(check, i18n.getFixedT('ko', 'navigator'), 'ko')).toBe('목록에서 하나를 선택해 주세요.');
});
