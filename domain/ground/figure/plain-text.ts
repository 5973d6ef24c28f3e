/** Texts as figures are read in them: one form for digits, signs, spaces and fractions, however they were typed. */

const superscripts = /(?<=\p{Nd})[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,4}/gu;
const fractions = /(\p{Nd}? ?)([¼-¾⅐-⅞])/gu;
/** Marks without a width, which editors and right-to-left texts put between digits. */
const unseen = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** Returns a text with `-` for every dash, plain digits, one kind of space and of apostrophe, and without compatibility forms. */
export function plainText(text: string): string {
  return withPlainMarks(composedText(text));
}

/**
 * Replaces compatibility forms, such as ㎏ and full-width letters. A power keeps its height (10⁶ is 10^6), and a fraction
 * its distance (1½ is 1 1/2).
 */
export function composedText(text: string): string {
  return text
    .replaceAll(unseen, '')
    .replaceAll('º', '°')
    .replaceAll(superscripts, (power) => `^${power}`)
    .replaceAll(fractions, (_, whole: string, part: string) => `${whole.trim()}${whole === '' ? '' : ' '}${part}`)
    .replaceAll(/(?<=\p{Nd})´(?=\p{Nd}{3})/gu, "'")
    .normalize('NFKC');
}

/** Makes digits, dashes and spaces plain. Each is one character before and after, so that places in the text stay where they are. */
export function withPlainMarks(composed: string): string {
  return composed
    .replaceAll(/[\u2010-\u2015−⁃]/g, '-')
    .replaceAll(/[〜∼]/g, '~')
    .replaceAll(/[^\S\r\n\t]/g, ' ')
    .replaceAll('\u2044', '/')
    .replaceAll(/(?<=\p{Nd})[’‘ʼ`٬](?=\p{Nd}{3})/gu, "'")
    .replaceAll('٫', '.')
    .replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replaceAll(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0));
}
