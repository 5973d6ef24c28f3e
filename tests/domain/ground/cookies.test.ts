import { expect, test } from 'vitest';
import { cookies, cookieText, sessionCookies, tokenLifetimeDays } from '../../../domain/ground/cookies.ts';

/** The five cookies and their agreed properties. */

test.each([
  ['at', 7, true],
  ['userData', 7, true],
  ['conversation_id', 30, true],
  ['deviceId', 400, false],
  ['cookie_consent', 180, false],
] as const)('the cookie %s lives %d days; does signing out delete it?', (name, days, endsWithSession) => {
  expect(cookies[name]).toMatchObject({ days, endsWithSession });
});

test('there are five cookies, and no others', () => {
  expect(Object.keys(cookies)).toEqual(['at', 'userData', 'conversation_id', 'deviceId', 'cookie_consent']);
  expect(sessionCookies).toEqual(['at', 'userData', 'conversation_id']);
});

test('a token is kept 7 days, until the browser closes without "Remember me", and 30 days when it came in an address', () => {
  expect(tokenLifetimeDays).toEqual({ remembered: 7, notRemembered: null, fromLink: 30 });
});

test.each([
  ['over https, for a week', 7, true, 'at=x%3By; path=/; max-age=604800; samesite=lax; secure'],
  ['until the browser closes', null, true, 'at=x%3By; path=/; samesite=lax; secure'],
  ['over http, as on the own machine', 7, false, 'at=x%3By; path=/; max-age=604800; samesite=lax'],
  ['deleted', 0, true, 'at=x%3By; path=/; max-age=0; samesite=lax; secure'],
])('a cookie %s', (_what, days, secure, text) => {
  expect(cookieText('at', 'x;y', days, secure)).toBe(text);
});
