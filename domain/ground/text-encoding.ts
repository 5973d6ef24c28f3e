/** Texts of files that people save with Excel and other programs, in the encoding that the bytes themselves show. Pure. */

/** Part of all browsers and of Node.js, but not of the language. */
declare const TextDecoder: new (
  encoding: string,
  options?: { fatal?: boolean },
) => { decode(bytes: Uint8Array): string };

/**
 * Decodes a text: UTF-8, UTF-16 in either order, with or without the mark of their order, else Korean (CP949) or Western
 * (Windows-1252), whichever the bytes fit better. A character that was cut off at the end is left out.
 */
export function textOfBytes(bytes: Uint8Array): string {
  return decoded(bytes).replace(/^\uFEFF/, '');
}

function decoded(bytes: Uint8Array): string {
  const wide = wideOrderOf(bytes);
  if (wide !== undefined) return new TextDecoder(wide).decode(bytes.subarray(0, bytes.length - (bytes.length % 2)));
  // A UTF-8 character has at most four bytes.
  for (let cut = 0; cut < Math.min(4, bytes.length + 1); cut++) {
    const whole = bytes.subarray(0, bytes.length - cut);
    const isCutOff = cut === 0 || (bytes[whole.length] ?? 0) >= 0xc2;
    const text = isCutOff ? decodedStrictly('utf-8', whole) : undefined;
    // The rest of a long text shows its encoding; the rest of a single word does not.
    if (text !== undefined && (cut === 0 || whole.some((byte) => byte >= 0x80))) return text;
  }
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return new TextDecoder('utf-8').decode(bytes);
  if (!isKorean(bytes)) return new TextDecoder('windows-1252').decode(bytes);
  return decodedKorean(bytes);
}

function decodedStrictly(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Bytes that decide about UTF-16: more would only repeat it. */
const lookedAt = 4096;

function wideOrderOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const start = bytes.subarray(0, lookedAt - (lookedAt % 2));
  // In the other encodings no text has this byte.
  if (!start.includes(0)) return undefined;
  return usual(start, 'utf-16le') >= usual(start, 'utf-16be') ? 'utf-16le' : 'utf-16be';
}

/** Characters of tables in Latin letters and Korean, with their units. Those in the wrong order are rarely among them. */
const usualOnes = /[\t\r\n -~°±²³µÄÖÜßäöü€가-힣ㄱ-ㆎ]/g;

function usual(bytes: Uint8Array, order: 'utf-16le' | 'utf-16be'): number {
  return (
    new TextDecoder(order).decode(bytes.subarray(0, bytes.length - (bytes.length % 2))).match(usualOnes)?.length ?? 0
  );
}

/**
 * Whether bytes above 0x7f stand in pairs that are Korean syllables or signs. Western letters stand alone among others,
 * where a pair would be a rare syllable, a Chinese character or nothing: °C, Größe, für.
 */
function isKorean(bytes: Uint8Array): boolean {
  let good = 0;
  let bad = 0;
  let run = 0;
  for (let i = 0; i < bytes.length; i++) {
    const lead = bytes[i] ?? 0;
    if (lead < 0x80) {
      run = 0;
      continue;
    }
    const trail = bytes[i + 1];
    if (trail === undefined) break;
    run++;
    if (lead < 0xa1 || trail < 0xa1) {
      // A syllable that only CP949 has, among others of its word, proves nothing.
      const isRare = isLetter(trail) || trail >= 0x81;
      if (lead > 0xc6 || !isRare || run === 1) bad++;
      if (isRare) i++;
      continue;
    }
    i++;
    const isSyllable = lead >= 0xb0 && lead <= 0xc8;
    const isSign = lead <= 0xac;
    // Chinese characters in Korean texts are words of their own.
    if (isSyllable || isSign || run > 1 || (bytes[i + 1] ?? 0) >= 0xa1) good++;
    else bad++;
  }
  return good > 2 * bad;
}

function isLetter(byte: number): boolean {
  return (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
}

/**
 * Decodes CP949: the signs and syllables of EUC-KR, and the rarer syllables that Windows has between them. Browsers know
 * these too, Node.js does not. A character that was cut off at the end is left out.
 */
function decodedKorean(bytes: Uint8Array): string {
  const decoder = new TextDecoder('euc-kr');
  let text = '';
  let from = 0;
  for (let i = 0; i < bytes.length; i++) {
    const lead = bytes[i] ?? 0;
    const trail = bytes[i + 1];
    if (lead < 0x81) continue;
    const rare = trail === undefined ? '' : rareSyllable(lead, trail);
    if (rare !== undefined) {
      text += decoder.decode(bytes.subarray(from, i)) + rare;
      from = i + 2;
    }
    if (rare !== undefined || (trail ?? 0) >= 0xa1) i++;
  }
  return text + decoder.decode(bytes.subarray(from));
}

/** First and second bytes that only the rarer syllables have. */
const rareTrails = [...range(0x41, 0x5a), ...range(0x61, 0x7a), ...range(0x81, 0xfe)];
const rareTrailsInEucKr = rareTrails.filter((trail) => trail < 0xa1);
let rareOnes: string[] | undefined;

/** Returns the rarer syllable of a pair: they follow one another as in Unicode, without those of EUC-KR. */
function rareSyllable(lead: number, trail: number): string | undefined {
  const isBefore = lead < 0xa1;
  const at = (isBefore ? rareTrails : rareTrailsInEucKr).indexOf(trail);
  if (at === -1 || lead > 0xc6) return undefined;
  const decoder = new TextDecoder('euc-kr');
  rareOnes ??= (() => {
    const usualPairs = range(0xb0, 0xc8).flatMap((first) => range(0xa1, 0xfe).flatMap((second) => [first, second]));
    const known = new Set(decoder.decode(Uint8Array.from(usualPairs)).split(''));
    return range(0xac00, 0xd7a3)
      .map((code) => String.fromCodePoint(code))
      .filter((syllable) => !known.has(syllable));
  })();
  const before = isBefore
    ? (lead - 0x81) * rareTrails.length
    : 0x20 * rareTrails.length + (lead - 0xa1) * rareTrailsInEucKr.length;
  return rareOnes[before + at];
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}
