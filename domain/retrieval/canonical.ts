import { stemOf } from './stem.ts';
import { stopWords } from './stop-words.ts';
import { synonyms } from './synonyms.ts';

/** Synonyms beside the product's: the canonical words of each form, by the stems of the form, joined with spaces. */
export interface OwnSynonyms {
  forms: ReadonlyMap<string, readonly string[]>;
  /** Number of words of the longest form. */
  longest: number;
}

/**
 * Maps words to stems: synonyms become their canonical form (the longest match wins), stop words are removed.
 * @param words normalized, in lower case
 * @param own synonyms of an administrator, which the product does not know
 */
export function canonicalWords(words: readonly string[], own?: OwnSynonyms): string[] {
  const stems = words.map(stemUnlessStop);
  const out: string[] = [];
  for (let at = 0; at < stems.length;) {
    let taken = 1;
    let found: readonly string[] = [stems[at] ?? ''];
    const most = Math.max(longestFrom.get(stems[at] ?? '') ?? 1, own?.longest ?? 0);
    for (let length = Math.min(most, stems.length - at); length >= 1; length--) {
      const key = stems.slice(at, at + length).join(' ');
      const known = own?.forms.get(key) ?? canonical.get(key);
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

/** Returns the key of words in tables of synonyms: their stems, joined with spaces. */
export function keyOf(words: readonly string[]): string {
  return words.map(stemUnlessStop).join(' ');
}

/** Returns the canonical words that the product has for just these words; undefined if it knows no synonyms of them. */
export function meaningOf(words: readonly string[]): readonly string[] | undefined {
  return canonical.get(keyOf(words));
}

/** Returns some of the words that the product takes for the same as these; none if it knows no synonyms of them. */
export function sameInProduct(words: readonly string[]): string[] {
  const key = meaningOf(words)?.join(' ');
  const row = synonyms.find(([term]) => keyOf(term.split(' ')) === key);
  return row === undefined ? [] : [row[0], ...row[1]].slice(0, 3);
}

function stemUnlessStop(word: string): string {
  return stopWords.has(word) ? word : stemOf(word);
}

/** Canonical stems by the stems of each synonym, joined with spaces. */
const canonical = new Map<string, readonly string[]>();
for (const [word, forms] of synonyms) {
  const stands = word.split(' ').map(stemUnlessStop);
  for (const form of [word, ...forms]) {
    const key = keyOf(form.split(' '));
    if (!canonical.has(key)) canonical.set(key, stands);
  }
}
/** Number of words of the longest form that begins with this stem. */
const longestFrom = new Map<string, number>();
for (const form of canonical.keys()) {
  const stems = form.split(' ');
  longestFrom.set(stems[0] ?? '', Math.max(stems.length, longestFrom.get(stems[0] ?? '') ?? 1));
}
