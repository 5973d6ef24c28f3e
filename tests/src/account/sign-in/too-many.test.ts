import { readFileSync } from 'node:fs';
import { createInstance } from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import { tooManyText } from '../../../../src/account/sign-in/too-many.ts';

const texts = createInstance();
beforeAll(async () => {
  const account: unknown = JSON.parse(readFileSync('public/locales/en/account.json', 'utf8'));
  await texts.init({
    lng: 'en',
    ns: ['account'],
    defaultNS: 'account',
    resources: { en: { account: account as object } },
  });
});

test.each([
  [900_000, 'Too many tries with this e-mail. Wait 15 minutes, then try again.'],
  [600_001, 'Too many tries with this e-mail. Wait 11 minutes, then try again.'],
  [90_001, 'Too many tries with this e-mail. Wait 2 minutes, then try again.'],
  [4200, 'Too many tries. Wait 5 seconds, then try again.'],
  [1000, 'Too many tries. Wait 1 second, then try again.'],
  [undefined, 'Too many tries. Wait 60 seconds, then try again.'],
])('after too many tries, with %s ms to go, it says what to do and when', (retryAfterMs, text) => {
  expect(tooManyText(texts.getFixedT('en', 'account'), retryAfterMs)).toBe(text);
});
