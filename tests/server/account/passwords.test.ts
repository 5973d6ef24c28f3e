import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { hashPassword, passwordMatches } from '../../../server/account/passwords.ts';

const [composed, decomposed] = ['Élan-2026!', 'E\u0301lan-2026!'];

test('a password matches in composed and in decomposed Unicode form', async () => {
  for (const chosen of [composed, decomposed]) {
    const stored = await hashPassword(chosen);
    for (const typed of [composed, decomposed]) expect(await passwordMatches(stored, typed)).toBe(true);
    expect(await passwordMatches(stored, 'Elan-2026!')).toBe(false);
  }
});

test('a password that was hashed without normalization still matches', async () => {
  const stored = await hash(decomposed, { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  expect(await passwordMatches(stored, decomposed)).toBe(true);
  expect(await passwordMatches(undefined, decomposed)).toBe(false);
});
