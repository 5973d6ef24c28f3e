import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Tax, taxText, totalText } from '#domain/payment/tax-text.ts';
import { wordsOf } from '../../../server/documents/words.ts';

const textsOf = (tax: Tax, language = 'en') => {
  const { t, figure } = wordsOf(language);
  return [totalText(t, tax.bp), taxText(t, tax, figure)];
};

test('where no tax is added a total is not before tax, and the sentence says so', () => {
  expect(textsOf({ bp: 0 })).toEqual(['Total', 'No tax is added.']);
  expect(textsOf({ bp: 0 }, 'ko')).toEqual(['합계', '세금이 추가되지 않습니다.']);
});

test('where the seller says why no tax is added, the sentence has their words', () => {
  const noTaxReason = 'The recipient owes the tax (reverse charge).';
  expect(textsOf({ bp: 0, noTaxReason })[1]).toBe(`No tax is added: ${noTaxReason}`);
  expect(textsOf({ bp: 0, noTaxReason }, 'ko')[1]).toBe(`세금이 추가되지 않습니다: ${noTaxReason}`);
});

test('where tax is added the total is before it, and the sentence says how much', () => {
  expect(textsOf({ bp: 1950 })).toEqual(['Total before tax', '19.5 % tax is added on the invoice.']);
  expect(textsOf({ bp: 1950 }, 'ko')[0]).toBe('세전 합계');
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
