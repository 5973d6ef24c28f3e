/** Text as people write it: how it is cut, what of it can be kept, and what of it can be seen. */

/**
 * The beginning of a text, at most `max` UTF-16 units with `ending` behind it where something was left out. The one way to
 * cut text: never inside what a reader takes for one character. Only a single character longer than all the room there is,
 * such as a letter under hundreds of marks, is cut itself, between two code points.
 */
export function cutText(text: string, max: number, ending = ''): string {
  if (text.length <= max) return text;
  const room = Math.max(0, max - ending.length);
  // Where a character begins depends on what stands before that place, and on the one code point after it.
  const near = text.slice(0, room + 2);
  const at = characters().segment(near).containing(room)?.index ?? 0;
  return near.slice(0, at > 0 ? at : betweenCodePoints(near, room)) + ending;
}

/** What neither JSON nor text of PostgreSQL can hold: NUL, and halves of surrogate pairs. */
const unstorable = /[\0\p{Cs}]/u;
const everyUnstorable = /[\0\p{Cs}]/gu;

/** Where in a value, as a path such as `files/0/name`, text stands that cannot be stored; undefined when all can. */
export function unstorableIn(value: unknown, path = ''): string | undefined {
  if (typeof value === 'string') return unstorable.test(value) ? path : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, member] of Object.entries(value)) {
    // This name would change what an object is, instead of being one of its members.
    if (key === '__proto__' || unstorable.test(key)) return path;
    const found = unstorableIn(member, path === '' ? key : `${path}/${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The value with every text in it as it can be stored; the same value where all can be. */
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

/** The text as it can be stored: NUL goes, half a pair becomes the sign for a lost character. */
export function storableText(text: string): string {
  return unstorable.test(text) ? text.replace(everyUnstorable, (sign) => (sign === '\0' ? '' : '\ufffd')) : text;
}

/**
 * The inside of a class of signs of which nothing is seen: spaces, controls, what Unicode calls ignorable, and a table of
 * those that have no shape without being called so (Unicode 17, code charts; U+FFFC and all others: measured in Chromium).
 * Not all of `\p{Cf}`: U+0600, U+06DD and their like are seen.
 */
const unseen = [
  String.raw`\s\p{Cc}\p{Z}\p{Default_Ignorable_Code_Point}`,
  String.raw`\u2800`, // blank pattern of Braille
  String.raw`\ufff9-\ufffc`, // where a note stands between lines, and where an object does
  String.raw`\u{1107f}`, // joiner of Brahmi numbers
  String.raw`\u{13430}-\u{13442}`, // how hieroglyphs are arranged, a full blank and half of one
  String.raw`\u{16fe4}`, // filler of Khitan
  String.raw`\u{1d159}`, // note without a head
].join('');

const blank = new RegExp(`^[${unseen}]*$`, 'u');

/** Whether a reader would see nothing of this text. */
export function isBlank(text: string): boolean {
  return blank.test(text);
}

const stack = new RegExp(`([\\p{M}${unseen}]{8})[\\p{M}${unseen}]+`, 'gu');

/** The text with at most eight marks and unseen signs in succession: no language needs more, and more cover the neighbors. */
export function unstacked(text: string): string {
  return text.replace(stack, '$1');
}

/** The marks that turn the direction of writing around: in a name they rearrange the sentence around it. */
const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** What has a shape only with the unseen sign at its end: emoji, forms of Han and Mongolian letters, flags, Indic letters. */
const wholes = [
  String.raw`[\p{Extended_Pictographic}\p{Script=Han}\p{Script=Mongolian}]\p{Variation_Selector}`,
  String.raw`\u{1f3f4}[\u{e0020}-\u{e007e}]+\u{e007f}`,
  String.raw`[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca][\u200c\u200d]`,
].join('|');
// A mark at the beginning would stand on what is before the name.
const unseenStart = new RegExp(`^[\\p{M}${unseen}]+`, 'u');
const unseenEnd = new RegExp(`(${wholes})?[${unseen}]*$`, 'u');

/**
 * The name of somebody or something as it may stand in a list, a title or a letter: one line, nothing invisible at its
 * ends, and on one letter at most eight marks. Empty when nothing of it can be seen.
 */
export function nameFrom(text: string): string {
  const line = storableText(text)
    .normalize('NFC')
    .replace(turning, '')
    .replace(/[\p{Cc}\s]+/gu, ' ');
  return unstacked(line).replace(unseenStart, '').replace(unseenEnd, '$1');
}

/** The same of an address: each line is one, and those that are empty go. */
export function linesFrom(text: string): string {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/).map(nameFrom);
  return lines.filter((line) => line !== '').join('\n');
}

let segmenter: Intl.Segmenter | undefined;

/** Made when it is first needed: most pages cut nothing. */
function characters(): Intl.Segmenter {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return segmenter;
}

/** The place itself, or the one before it where it lies inside a surrogate pair. */
function betweenCodePoints(text: string, at: number): number {
  return at > 0 && (text.codePointAt(at - 1) ?? 0) > 0xff_ff ? at - 1 : at;
}
