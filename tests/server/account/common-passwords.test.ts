import { expect, test } from 'vitest';
import { isCommonPassword } from '../../../server/account/common-passwords.ts';

test.each([
  'Password1!',
  'P@ssw0rd!',
  'Passw0rd!2026',
  'Qwerty123!',
  '2026-Dragon!',
  'Tru$tn01',
  '@Dmin1234',
  'Pr1nce$$1!',
  '1L0v3y0u!',
])('%s is a common password, despite added or replaced characters', (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

test.each([
  'Demo-2026!',
  'Anode-2026!',
  'dragon-boat-on-lake-7!',
  'My-Password-is-long-1!',
  'Abc-1234!',
  'Xk7!pqRt2',
  '12345678!',
  `${'1'.repeat(63)}Ab${'$'.repeat(63)}`,
])('%s is not a common password', (password) => {
  expect(isCommonPassword(password)).toBe(false);
});
