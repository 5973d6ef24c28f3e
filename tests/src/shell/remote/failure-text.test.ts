import { readFileSync } from 'node:fs';
import { createInstance } from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import { Refused, Unreachable } from '../../../../src/net/errors.ts';
import { failureText } from '../../../../src/shell/remote/failure-text.ts';

const texts = createInstance();
beforeAll(async () => {
  const company: unknown = JSON.parse(readFileSync('public/locales/en/company.json', 'utf8'));
  await texts.init({
    lng: 'en',
    ns: ['company'],
    defaultNS: 'company',
    resources: { en: { company: company as object } },
  });
});

test.each([
  [
    'an eleventh name within an hour',
    new Unreachable('', { status: 429, retryAfterMs: 53 * 60_000 + 1 }),
    'This was tried too often. Nothing has changed; try again in 54 minutes.',
  ],
  [
    'a limit that ends within seconds',
    new Unreachable('', { status: 429, retryAfterMs: 4000 }),
    'The server is busy. Nothing has changed; try again in a moment.',
  ],
  [
    'a server that restarts',
    new Unreachable('', { status: 503, retryAfterMs: 120_000 }),
    'The server is busy. Nothing has changed; try again in a moment.',
  ],
  ['no network', new Unreachable(''), 'The server could not be reached. Nothing has changed.'],
  [
    'a refusal',
    new Refused(403, 'FORBIDDEN', ''),
    'This did not work. Your account may not do this, or somebody else has changed it meanwhile.',
  ],
])('after %s it says why nothing has changed, and when to try again', (_case, error, text) => {
  expect(failureText(texts.getFixedT('en', 'company'), error)).toBe(text);
});
