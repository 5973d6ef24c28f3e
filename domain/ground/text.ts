/** Text as users write it: how it is cut, which of it can be stored, and which of it is visible. */

/**
 * Cuts a text to at most `max` UTF-16 units, including `ending`, which is appended only if something was cut off. Use
 * it for all cutting: it never cuts inside a grapheme, unless a single one exceeds the available length, such as a
 * letter under hundreds of marks. That one is cut between two code points.
 */
export function cutText(text: string, max: number, ending = ''): string {
  if (text.length <= max) return text;
  const room = Math.max(0, max - ending.length);
  // The start of a grapheme depends on the text before that index and on the one code point after it.
  const near = text.slice(0, room + 2);
  const at = characters().segment(near).containing(room)?.index ?? 0;
  return near.slice(0, at > 0 ? at : betweenCodePoints(near, room)) + ending;
}

/** Returns the source of a pattern that finds exactly this text, also with the flags `u` and `i`. */
export function patternOfText(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}

/** Characters that JSON and PostgreSQL text cannot store: NUL and lone surrogates. */
const unstorable = /[\0\p{Cs}]/u;
const everyUnstorable = /[\0\p{Cs}]/gu;

/** Finds text that cannot be stored. @returns its path in the value, such as `files/0/name`; undefined if all can */
export function unstorableIn(value: unknown, path = ''): string | undefined {
  if (typeof value === 'string') return unstorable.test(value) ? path : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, member] of Object.entries(value)) {
    // Assigning this key would set the object's prototype instead of a member.
    if (key === '__proto__' || unstorable.test(key)) return path;
    const found = unstorableIn(member, path === '' ? key : `${path}/${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the value with every text in it made storable, or the same value if all of them are. */
export function storable<T>(value: T): T {
  return unstorableIn(value) === undefined ? value : (mended(value) as T);
}

function mended(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map(mended);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([key]) => key !== '__proto__');
  return Object.fromEntries(members.map(([key, member]) => [storableText(key), mended(member)]));
}

/** Makes a text storable: NUL is removed, and a lone surrogate becomes U+FFFD. */
export function storableText(text: string): string {
  return unstorable.test(text) ? text.replace(everyUnstorable, (sign) => (sign === '\0' ? '' : '\ufffd')) : text;
}

/**
 * Inner part of a character class of invisible characters: spaces, controls, what Unicode calls default ignorable, and
 * a list of those that have no glyph without being called so (from the code charts of Unicode 17; U+FFFC and all others
 * measured in Chromium). Not all of `\p{Cf}`: U+0600, U+06DD and similar ones are visible.
 */
const unseen = [
  String.raw`\s\p{Cc}\p{Z}\p{Default_Ignorable_Code_Point}`,
  String.raw`\u2800`, // Braille pattern blank
  String.raw`\ufff9-\ufffc`, // interlinear annotation characters, object replacement character
  String.raw`\u{1107f}`, // Brahmi number joiner
  String.raw`\u{13430}-\u{13442}`, // Egyptian hieroglyph format controls, full blank and half blank
  String.raw`\u{16fe4}`, // Khitan small script filler
  String.raw`\u{1d159}`, // musical symbol null notehead
].join('');

const blank = new RegExp(`^[${unseen}]*$`, 'u');

/** Whether nothing of this text is visible. */
export function isBlank(text: string): boolean {
  return blank.test(text);
}

const stack = new RegExp(`([\\p{M}${unseen}]{8})[\\p{M}${unseen}]+`, 'gu');

/** Limits runs of marks and invisible characters to eight: no language needs more, and more cover neighboring text. */
export function limitMarks(text: string): string {
  return text.replace(stack, '$1');
}

/** Bidirectional control characters: in a name they rearrange the sentence around it. */
const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Sequences that need an invisible character at their end: emoji, Han and Mongolian variants, flags, Indic letters. */
const wholes = [
  String.raw`[\p{Extended_Pictographic}\p{Script=Han}\p{Script=Mongolian}]\p{Variation_Selector}`,
  String.raw`\u{1f3f4}[\u{e0020}-\u{e007e}]+\u{e007f}`,
  String.raw`[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca][\u200c\u200d]`,
].join('|');
// A mark at the beginning would combine with the text before the name.
const unseenStart = new RegExp(`^[\\p{M}${unseen}]+`, 'u');
const unseenEnd = new RegExp(`(${wholes})?[${unseen}]*$`, 'u');

/**
 * Cleans a name for use in a list, a title or an e-mail: one line, nothing invisible at its ends, at most eight marks
 * on one letter.
 * @returns an empty string when nothing of it is visible
 */
export function cleanName(text: string): string {
  const line = storableText(text)
    .normalize('NFC')
    .replace(turning, '')
    .replace(/[\p{Cc}\s]+/gu, ' ');
  return limitMarks(line).replace(unseenStart, '').replace(unseenEnd, '$1');
}

/** Cleans a postal address: each line like a name; empty lines are removed. */
export function cleanLines(text: string): string {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/).map(cleanName);
  return lines.filter((line) => line !== '').join('\n');
}

let segmenter: Intl.Segmenter | undefined;

/** Created on first use, because most pages cut no text. */
function characters(): Intl.Segmenter {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return segmenter;
}

/** Returns the index, or the one before it when it is inside a surrogate pair. */
function betweenCodePoints(text: string, at: number): number {
  return at > 0 && (text.codePointAt(at - 1) ?? 0) > 0xff_ff ? at - 1 : at;
}
