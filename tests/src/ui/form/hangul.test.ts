import { expect, test } from 'vitest';
import { isLongHangul, readyForPaste } from '../../../../src/ui/form/hangul.ts';

const sentence = '전지 셀의 용량과 수명을 측정합니다. ';

test('a long text with Korean has a font with Hangul; a short one and one without Korean keep the font of the page', () => {
  expect(isLongHangul(sentence.repeat(3125))).toBe(true);
  expect(isLongHangul(`${'battery cell '.repeat(200)}셀`)).toBe(true);
  expect(isLongHangul(sentence)).toBe(false);
  expect(isLongHangul('battery cell capacity '.repeat(2840))).toBe(false);
});

test('the font is there before a pasted text is laid out for the first time', () => {
  const box = { value: 'Hello', dataset: {} };
  readyForPaste(box, 'a short text');
  expect(box.dataset).toEqual({});
  readyForPaste(box, sentence.repeat(3125));
  expect(box.dataset).toEqual({ hangul: 'true' });
});
