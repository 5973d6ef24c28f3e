import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { previewOf } from '#domain/chat/chat.ts';
import { cleanFileName } from '#domain/ground/file-name.ts';
import { cutText, isBlank, cleanName, storableText, unstorableIn } from '#domain/ground/text.ts';

const battery = '🔋';
const family = '👩‍👩‍👧‍👦';
/** Any string: letters, emoji of several code points, combining marks, control characters and lone surrogates. */
const anyText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(battery, family, '🇰🇷', 'é', 'e\u0301', 'क्षि', '각', '\ud83d', '\udd0b', '\0', '\r\n', '\u200b'),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));
const goodText = anyText.map(storableText);

describe('a cut text', () => {
  test('that fits stays as it is', () => {
    expect(cutText('abc', 3)).toBe('abc');
    expect(cutText(battery, 2, '…')).toBe(battery);
  });

  test.each([
    [`${'a'.repeat(138)}${battery}${'b'.repeat(20)}`, 140, `${'a'.repeat(138)}…`],
    [`ab${family}c`, 5, 'ab'],
    [`${family}${family}`, family.length + 1, family],
    ['🇰🇷🇩🇪🇫🇷', 9, '🇰🇷🇩🇪'],
    ['a\r\nb', 2, 'a'],
    [`e\u0301e\u0301`, 3, 'e\u0301'],
  ])('%j to %i keeps whole characters', (text, max, cut) => {
    expect(cutText(text, max, max === 140 ? '…' : '')).toBe(cut);
  });

  test('of one character longer than the room there is, is that much of it', () => {
    expect(cutText(`a${'\u0301'.repeat(8_000)}`, 10)).toBe(`a${'\u0301'.repeat(9)}`);
    expect(cutText(battery, 1)).toBe('');
  });

  test('is never longer than asked, is a beginning, can be stored, and ends between characters', () => {
    const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
    fc.assert(
      fc.property(goodText, fc.nat(200), (text, max) => {
        const cut = cutText(text, max);
        expect(cut.length).toBeLessThanOrEqual(max);
        expect(text.startsWith(cut)).toBe(true);
        expect(unstorableIn(cut)).toBeUndefined();
        const first = segmenter.segment(text)[Symbol.iterator]().next().value?.segment ?? '';
        const ends = [...segmenter.segment(text)].map(({ index }) => index);
        expect(first.length > max || [...ends, text.length].includes(cut.length)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  test('of a long text takes no longer than the beginning does', () => {
    const text = `${family}${'\u0301'.repeat(5)}`.repeat(400_000);
    for (let i = 0; i < 2_000; i++) cutText(text, 140);
    expect(cutText(text, 140).length).toBeGreaterThan(120);
  });
});

test('previews and file names of any text can be stored', () => {
  fc.assert(
    fc.property(goodText, fc.nat(220), (text, before) => {
      const long = 'a'.repeat(before) + text + 'b'.repeat(20);
      expect(unstorableIn(previewOf({ content: long, files: [] }))).toBeUndefined();
      const name = cleanFileName(`${long}.png`);
      expect(unstorableIn(name)).toBeUndefined();
      expect(name.length).toBeLessThanOrEqual(200);
    }),
    { numRuns: 1_000 },
  );
});

describe('what cannot be stored', () => {
  test.each([
    ['a\0b', ''],
    [{ content: 'half \ud83d' }, 'content'],
    [{ files: [{ name: 'a' }, { name: '\udd0b.png' }] }, 'files/1/name'],
    [{ data: { '\ud800': 1 } }, 'data'],
    [JSON.parse('{"a":{"__proto__":1}}'), 'a'],
  ])('%j is found at %j', (value, path) => {
    expect(unstorableIn(value)).toBe(path);
  });

  test('is nothing of what JSON and PostgreSQL can hold', () => {
    for (const value of ['', battery, 'a\u0001b', null, 5, true, undefined, { a: [1, 'b'] }]) {
      expect(unstorableIn(value)).toBeUndefined();
    }
  });

  test('is mended so that it can be', () => {
    expect(storableText(`a\0b\ud83dc${battery}`)).toBe(`ab\ufffdc${battery}`);
    fc.assert(fc.property(anyText, (text) => unstorableIn(storableText(text)) === undefined));
  });
});

describe('a text of which nothing can be seen', () => {
  // Invisible characters that no Unicode property covers: see domain/ground/text.ts.
  const withoutShape = [
    '\u2800',
    '\ufffc',
    '\u{1107f}',
    '\u{13440}',
    '\u{13441}',
    '\u{13442}',
    '\u{16fe4}',
    '\u{1d159}',
  ];
  // Number signs and verse marks that Unicode lists as format controls but that are drawn.
  const drawnControls = /[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]/u;
  const unseenKinds = /[\p{White_Space}\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

  test('is any of the signs that are not drawn, and of no other', () => {
    const wrong: string[] = [];
    for (let code = 0; code <= 0x10_ff_ff; code++) {
      if (code >= 0xd8_00 && code <= 0xdf_ff) continue;
      const sign = String.fromCodePoint(code);
      const isUnseen = withoutShape.includes(sign) || (unseenKinds.test(sign) && !drawnControls.test(sign));
      if (isBlank(sign) !== isUnseen) wrong.push(code.toString(16));
    }
    expect(wrong).toEqual([]);
  });

  test('is any number of them', () => {
    expect(isBlank('')).toBe(true);
    expect(isBlank(`\u{13441}\u2800 \u{1d173}\ufffc${withoutShape.join('')}`.repeat(500))).toBe(true);
  });

  test.each(['.', battery, family, '각', 'ﾠa', '\u200bx', 'ع\u200c', '❤️'])('%j is not', (text) => {
    expect(isBlank(text)).toBe(false);
  });
});

describe('a name', () => {
  test.each([
    ['  Ada\r\nLovelace ', 'Ada Lovelace'],
    ['Ada\u2028Lovelace\u0007', 'Ada Lovelace'],
    ['\u202eexe.Ada', 'exe.Ada'],
    ['\u3164', ''],
    ['نر\u200cگس', 'نر\u200cگس'],
    [family, family],
    [`Zo\u0308e`, 'Zöe'],
    ['Ada\u200d', 'Ada'],
    ['\u200bAda\u200b', 'Ada'],
    ['Ada\ufe0f', 'Ada'],
    ['\u2060 \u{e0041}Ada \u00ad', 'Ada'],
    ['\u115f\u1160\u3164\uffa0Ada\u034f\u2800', 'Ada'],
    ['\u{13441}\u{1d159}', ''],
    // A leading combining mark would attach to the text before the name.
    ['\u0301\u0335Ada', 'Ada'],
    ['\u0301\u200d\u0301\u200d\u0301', ''],
    ['\ufe0f', ''],
    // An invisible character that changes the character before it is kept, also at the end.
    ['❤️', '❤️'],
    ['Ada ❤️\u200b', 'Ada ❤️'],
    ['🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
    ['1️⃣ 🇰🇷 👩🏽‍❤️‍💋‍👨🏿', '1️⃣ 🇰🇷 👩🏽‍❤️‍💋‍👨🏿'],
    ['മോഹന്\u200d', 'മോഹന്\u200d'],
    ['ශ්\u200dරී', 'ශ්\u200dරී'],
    ['渡邊\u{e0102}', '渡邊\u{e0102}'],
    ['渡邊\u{e0102}\u{e0102}', '渡邊\u{e0102}'],
  ])('%j is kept as %j', (given, kept) => {
    expect(cleanName(given)).toBe(kept);
  });

  test('does not paint over its neighbors', () => {
    expect(cleanName(`Z${'\u0335'.repeat(90)}o`)).toBe(`Z${'\u0335'.repeat(8)}o`);
  });

  test.each(['\u200d', '\u034f', '\u{e0041}', '\ufffc', '\u{1d159}'])(
    'nor when its marks stand between %j',
    (between) => {
      const name = cleanName(`Z${`${'\u0335'.repeat(4)}${between}`.repeat(50)}o`);
      expect(name.length).toBeLessThanOrEqual(2 + 2 * 8);
      expect(name).toMatch(/^Z.*o$/u);
    },
  );

  test('is the same when it is made a name again, and begins and ends with what is seen', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(anyText, fc.constantFrom('\u200d', '\ufe0f', '\u3164', '്', '邊', ' '))),
        (parts) => {
          const name = cleanName(parts.join(''));
          expect(cleanName(name)).toBe(name);
          expect(name === '' || !isBlank(name)).toBe(true);
          expect(name).not.toMatch(/^[\p{M}\s]|\s$/u);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
