/**
 * Texts without the differences that a search ignores: case, accents, composed or decomposed letters, full and half
 * width, kinds of quotes and dashes, invisible characters. The database has the same function, `folded`
 * (migration 0090-folded-text); `tests/server/database/text-search.test.ts` compares the two.
 */

/** Returns the folded form of a text: two texts that readers take for the same are equal in it. Linear. */
export function foldText(text: string): string {
  // Text without the characters of these tables needs only lower case.
  if (plain.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(marks, '')
    .replace(letters, (letter) => forms[letter] ?? letter)
    .normalize('NFC');
}

/** Only ASCII. */
// oxlint-disable-next-line no-control-regex -- the first ASCII character is one
const plain = /^[\0-\x7f]*$/;

/**
 * Marks that a writer may leave out: accents of Latin, Greek and Cyrillic letters, vowel points of Hebrew and Arabic,
 * invisible characters. Not the voicing marks of Japanese or the vowels of Indian scripts, which make other letters.
 */
const marks =
  // oxlint-disable-next-line no-misleading-character-class -- the ranges of marks stand alone, after no letter
  /[\u00ad\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u061c\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\ufeff]/gu;

/** Letters and signs that Unicode does not take apart, and what people type for them. */
const forms: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ς: 'σ',
  '‘': "'",
  '’': "'",
  '‚': "'",
  '′': "'",
  ʼ: "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '‐': '-',
  '‒': '-',
  '–': '-',
  '—': '-',
  '―': '-',
  '−': '-',
  '⁄': '/',
};
const letters = new RegExp(`[${Object.keys(forms).join('')}]`, 'gu');

/** A part of a text that is folded on its own, and where it begins. */
interface FoldedPiece {
  folded: string;
  from: number;
  to: number;
}

/** A letter with its marks, also those of half width; the parts of a Korean syllable stay together. */
const pieces = /[\u1100-\u115f\uac00-\ud7a3][\u1160-\u11ff]*\p{M}*|\P{M}[\p{M}\uff9e\uff9f]*|\p{M}+/gu;

/** A folded text, with the way back from its places to those of the text as it is written. */
export class FoldedText {
  readonly text: string;
  readonly #pieces: FoldedPiece[] = [];
  /** Index of the piece for each place of the folded text. */
  readonly #pieceAt: number[] = [];

  constructor(written: string) {
    for (const match of written.matchAll(pieces)) {
      const piece = { folded: foldText(match[0]), from: match.index, to: match.index + match[0].length };
      for (let i = 0; i < piece.folded.length; i += 1) this.#pieceAt.push(this.#pieces.length);
      this.#pieces.push(piece);
    }
    this.text = this.#pieces.map(({ folded }) => folded).join('');
  }

  /** Returns where a part of the folded text begins and ends in the written one, with whole letters. */
  written(from: number, to: number): { from: number; to: number } {
    const first = this.#pieces[this.#pieceAt[from] ?? 0];
    const last = this.#pieces[this.#pieceAt[to - 1] ?? 0];
    return { from: first?.from ?? 0, to: last?.to ?? 0 };
  }
}
