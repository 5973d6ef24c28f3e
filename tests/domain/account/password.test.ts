import { expect, test } from 'vitest';
import { rulesBrokenBy } from '#domain/account/password.ts';

test.each([
  'Demo-2026!',
  'Батарея-2026!',
  'Μπαταρία-2026!',
  'Zelle-überprüft-٣',
  '비밀번호-Aa1',
  '电池-Aa-2026',
  // One letter and its accent in two code points.
  'E\u0301lan-2026!',
  'Ünlü-2026!',
  '🔋Aa1🔋🔋🔋🔋',
])('%s may be a password', (password) => {
  expect(rulesBrokenBy(password)).toEqual([]);
});

test.each([
  ['батарея-2026!', ['upper']],
  ['БАТАРЕЯ-2026!', ['lower']],
  ['Батарея-ток!', ['digit']],
  ['Батарея2026', ['special']],
  // A letter without case counts as neither upper nor lower case.
  ['비밀번호-2026!', ['upper', 'lower']],
  ['电池密码电池-2026!', ['upper', 'lower']],
  // An accent is part of its letter and no special character; an emoji counts as one character.
  ['E\u0301lan2026', ['special']],
  ['Q\u0308uelle2026', ['special']],
  ['Aa1🔋🔋🔋', ['minLength']],
])('%s is refused with every rule it breaks', (password, broken) => {
  expect(rulesBrokenBy(password)).toEqual(broken);
});
