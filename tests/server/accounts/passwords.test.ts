import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { hashPassword, passwordMatches } from '../../../server/accounts/passwords.ts';

const [composed, apart] = ['Élan-2026!', 'E\u0301lan-2026!'];

test('a password is the same with composed and with decomposed characters', async () => {
  for (const chosen of [composed, apart]) {
    const stored = await hashPassword(chosen);
    for (const typed of [composed, apart]) expect(await passwordMatches(stored, typed)).toBe(true);
    expect(await passwordMatches(stored, 'Elan-2026!')).toBe(false);
  }
});

test('a password that was hashed as it was typed still opens its account', async () => {
  const stored = await hash(apart, { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  expect(await passwordMatches(stored, apart)).toBe(true);
  expect(await passwordMatches(undefined, apart)).toBe(false);
});
