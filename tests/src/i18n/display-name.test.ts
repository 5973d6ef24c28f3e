import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { deletedName } from '#domain/account/users.ts';
import { displayNameOf } from '../../../src/i18n/display-name.ts';

test('a deleted user has the replacement name in the reader’s language, all others their own', () => {
  const korean = JSON.parse(readFileSync('public/locales/ko/common.json', 'utf8')) as { deletedAccount: string };
  const t = (key: string) => (key === 'common:deletedAccount' ? korean.deletedAccount : key);
  expect([displayNameOf(t, deletedName), displayNameOf(t, 'Kim')]).toEqual(['삭제된 계정', 'Kim']);
});
