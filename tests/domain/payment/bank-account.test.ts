import { expect, test } from 'vitest';
import { groupedIban, isBic, isIban } from '#domain/payment/bank-account.ts';

test.each(['DE89370400440532013000', 'de89 3704 0044 0532 0130 00', 'GB82 WEST 1234 5698 7654 32', 'NO9386011117947'])(
  '%s is an IBAN',
  (iban) => {
    expect(isIban(iban)).toBe(true);
  },
);

test.each(['DE89370400440532013001', 'DE98370400440532013000', 'DE00 1234', '', 'IBAN DE89370400440532013000'])(
  '%s is no IBAN',
  (iban) => {
    expect(isIban(iban)).toBe(false);
  },
);

test('an IBAN is printed in groups of four', () => {
  expect(groupedIban('DE89370400440532013000')).toBe('DE89 3704 0044 0532 0130 00');
});

test('a BIC has 8 or 11 characters', () => {
  expect(['COBADEFFXXX', 'COBADEFF'].map(isBic)).toEqual([true, true]);
  expect(['COBADEF', 'COBADEFFXX', '12345678'].map(isBic)).toEqual([false, false, false]);
});
