import { expect, test } from 'vitest';
import { isLongHangul } from '../../../src/ui/hangul.ts';

const sentence = '전지 셀의 용량과 수명을 측정합니다. ';

test('a long text with Korean has a font with Hangul; a short one and one without Korean keep the font of the page', () => {
  expect(isLongHangul(sentence.repeat(3125))).toBe(true);
  expect(isLongHangul(`${'battery cell '.repeat(200)}셀`)).toBe(true);
  expect(isLongHangul(sentence)).toBe(false);
  expect(isLongHangul('battery cell capacity '.repeat(2840))).toBe(false);
});
