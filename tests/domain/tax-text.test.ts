import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { taxText, totalText } from '#domain/tax-text.ts';
import { wordsOf } from '../../server/documents/words.ts';

const textsOf = (taxBp: number, language = 'en') => {
  const { t, figure } = wordsOf(language);
  return [totalText(t, taxBp), taxText(t, taxBp, figure)];
};

test('where no tax is added a total is not before tax, and the sentence says why none is named', () => {
  expect(textsOf(0)).toEqual(['Total', 'No tax is added.']);
  expect(textsOf(0, 'ko')).toEqual(['합계', '세금이 추가되지 않습니다.']);
});

test('where tax is added the total is before it, and the sentence says how much', () => {
  expect(textsOf(1950)).toEqual(['Total before tax', '19.5 % tax is added on the invoice.']);
  expect(textsOf(1950, 'ko')[0]).toBe('세전 합계');
});

test.each(['public/locales/en', 'public/locales/ko', 'server/documents/texts', 'server/mail/texts'])(
  'no text in %s says by itself that a price is before tax or that tax follows: there may be none',
  (folder) => {
    const texts = readdirSync(folder).map((name) => readFileSync(`${folder}/${name}`, 'utf8'));
    const lines = texts.flatMap((text) => text.split('\n'));
    const found = lines.filter(
      (line) => /before tax|and the tax|세전|및 세금/.test(line) && !line.includes('"totalBefore"'),
    );
    expect(found).toEqual([]);
  },
);
