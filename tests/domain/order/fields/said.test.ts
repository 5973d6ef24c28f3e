import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { problemWithChange, problemMessageOf, problemTexts } from '#domain/order/fields/change.ts';
import { textsOf } from '../../../support/browser/locales.ts';

/**
 * The texts about values and orders are the same in English on the screens, which translate them, and on the server.
 */

const english = textsOf('en', 'navigator');

test('an invalid value is reported by a text key and its parameters', () => {
  expect(problemMessageOf('OUT_OF_RANGE', { is: 'number', min: 1, max: 10_000 })).toEqual({
    key: 'RANGE',
    values: { min: 1, max: 10_000 },
  });
  expect(problemWithChange('quantity', 0)?.message).toBe('Between 1 and 10000.');
  expect(problemWithChange('tests/a/chargeCurrent', { value: 0, unit: 'C' })?.message).toMatch(
    /^At most \d+ A or \d+ C, and above 0\.$/,
  );
});

test('the screens report about a value what the server reports', () => {
  for (const [key, text] of Object.entries(problemTexts)) expect(english.get(`says.${key}`)).toBe(text);
});

test("the question about old commands has the outbox's words, and Korean ones", () => {
  const asked = textsOf('en', 'chat').get('reason.STILL_WANTED');
  const queue = readFileSync(new URL('../../../../src/sync/writer/too-old.ts', import.meta.url), 'utf8');
  expect(queue).toContain(`'${asked}'`);
  expect(textsOf('ko', 'chat').get('reason.STILL_WANTED')).toMatch(/60일/);
});
