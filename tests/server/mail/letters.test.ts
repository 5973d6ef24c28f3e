import { expect, test } from 'vitest';
import texts from '../../../server/mail/texts/en.json' with { type: 'json' };

test('no letter repeats what somebody wrote in a conversation', () => {
  const wanted = [...JSON.stringify(texts).matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name);
  expect(wanted.length).toBeGreaterThan(0);
  expect(wanted.filter((name) => /message|content|text|question|answer|comment/i.test(name))).toEqual([]);
});
