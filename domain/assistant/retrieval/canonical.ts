import { stemOf } from './stem.ts';
import { stopWords } from './stop-words.ts';
import { synonyms } from './synonyms.ts';

/**
 * Maps words to stems: synonyms become their canonical form (the longest match wins), stop words are removed.
 * @param words normalized, in lower case
 */
export function canonicalWords(words: readonly string[]): string[] {
  const stems = words.map(stemUnlessStop);
  const out: string[] = [];
  for (let at = 0; at < stems.length;) {
    let taken = 1;
    let found: readonly string[] = [stems[at] ?? ''];
    const most = longestFrom.get(stems[at] ?? '') ?? 1;
    for (let length = Math.min(most, stems.length - at); length >= 1; length--) {
      const known = canonical.get(stems.slice(at, at + length).join(' '));
      if (known === undefined) continue;
      found = known;
      taken = length;
      break;
    }
    out.push(...found);
    at += taken;
  }
  return out.filter((word) => !stopWords.has(word));
}

function stemUnlessStop(word: string): string {
  return stopWords.has(word) ? word : stemOf(word);
}

/** Canonical stems by the stems of each synonym, joined with spaces. */
const canonical = new Map<string, readonly string[]>();
for (const [word, forms] of synonyms) {
  const stands = word.split(' ').map(stemUnlessStop);
  for (const form of [word, ...forms]) {
    const key = form.split(' ').map(stemUnlessStop).join(' ');
    if (!canonical.has(key)) canonical.set(key, stands);
  }
}
/** Number of words of the longest form that begins with this stem. */
const longestFrom = new Map<string, number>();
for (const form of canonical.keys()) {
  const stems = form.split(' ');
  longestFrom.set(stems[0] ?? '', Math.max(stems.length, longestFrom.get(stems[0] ?? '') ?? 1));
}
