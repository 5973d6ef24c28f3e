import { expect, test } from 'vitest';
import { cleanTaxNumber, problemWithTaxNumber } from '#domain/account/tax-number.ts';

test.each([
  '',
  'DE 123 456 789',
  'ATU12345678',
  'nl123456789b01',
  'SE556012345601',
  'XI123456789',
  '124-81-00998',
  'US 12-3456789',
])('the tax number "%s" is accepted', (number) => {
  expect(problemWithTaxNumber(number)).toBeUndefined();
});

test.each([
  ['DE12345678', 'EU_VAT'],
  ['AT12345678', 'EU_VAT'],
  ['124-81-00997', 'KR_BUSINESS'],
  ['KR1248100997', 'KR_BUSINESS'],
  ['none', undefined],
  ['not yet, sorry', 'TAX_NUMBER'],
  ['12', 'TAX_NUMBER'],
])('the tax number %s has the problem %s', (number, problem) => {
  expect(problemWithTaxNumber(number)).toBe(problem);
});

test('a tax number is stored without its separators', () => {
  expect(cleanTaxNumber(' de 123.456-789 ')).toBe('DE123456789');
});
