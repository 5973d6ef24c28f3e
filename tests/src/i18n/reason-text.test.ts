import { createInstance } from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import { errors, type ErrorCode } from '../../../domain/ground/errors.ts';
import { languages } from '../../../domain/ground/languages.ts';
import { askFirst, tooManyRetries } from '../../../src/db/refused.ts';
import { reasonTextOf } from '../../../src/i18n/reason-text.ts';
import chatEn from '../../../public/locales/en/chat.json' with { type: 'json' };
import chatKo from '../../../public/locales/ko/chat.json' with { type: 'json' };

const i18n = createInstance();
const raw = 'body/commands/0 must NOT have fewer than 1 items';

beforeAll(() => i18n.init({ ns: ['chat'], resources: { en: { chat: chatEn }, ko: { chat: chatKo } } }));

function textFor(language: string, code: string, details?: unknown): string {
  const reason = { code, message: raw, ...(details === undefined ? {} : { details }) };
  return reasonTextOf(i18n.getFixedT(language, 'chat'), language, reason);
}

const codes = [...(Object.keys(errors) as ErrorCode[]), askFirst, tooManyRetries];

test.each(languages.map(({ code }) => code))('every refusal is shown in a sentence of its own in %s', (language) => {
  const unknown = textFor(language, 'MADE_BY_A_NEWER_SERVER');
  expect(unknown).toContain('MADE_BY_A_NEWER_SERVER');
  expect(
    codes.filter((code) => [raw, unknown.replace('MADE_BY_A_NEWER_SERVER', code)].includes(textFor(language, code))),
  ).toEqual([]);
});

test('a limit or rule that this version does not know is worded as the kind it belongs to', () => {
  expect(textFor('en', 'QUOTA_EXCEEDED', { quota: 'newKind' })).toBe(textFor('en', 'QUOTA_EXCEEDED'));
  expect(textFor('en', 'FORBIDDEN', { rule: 'NEW_RULE' })).toBe('Your account may not do this.');
});

test('a refusal that is too large names the files it is about, and says what to do', () => {
  expect(textFor('en', 'TOO_LARGE', { files: ['cell.pdf'] })).toMatch(
    /^cell\.pdf: This is too large .* send it again\.$/,
  );
});

test.each(['FILE_TYPE', 'IMAGE_TOO_LARGE'])('a file of too many parts has another text than other %s', (code) => {
  for (const { code: language } of languages) {
    expect(textFor(language, code, { what: 'too many parts' })).not.toBe(textFor(language, code));
  }
});
