import { isKorean, koreanStemOf } from '../../quantities/korean.ts';

/**
 * Returns the stem that a lower-case word shares with its plural, -ing, -ed and noun forms.
 * Words with digits stay, Korean words lose their endings.
 */
export function stemOf(word: string): string {
  if (isKorean(word)) return koreanStemOf(word);
  if (word.length < 4 || /[^a-z]/.test(word)) return word;
  let stem = word;
  for (const [ending, replacement, least] of endings) {
    if (!stem.endsWith(ending) || stem.length - ending.length < least) continue;
    stem = stem.slice(0, stem.length - ending.length) + replacement;
  }
  return stem.length > 3 && stem.endsWith('e') ? stem.slice(0, -1) : stem;
}

/** Tried in this order, each at most once: [ending, replacement, least number of letters that must remain]. */
const endings: [string, string, number][] = [
  ['ies', 'y', 2],
  ['sses', 'ss', 2],
  ['xes', 'x', 2],
  ['ches', 'ch', 2],
  ['shes', 'sh', 2],
  ['ss', 'ß', 1],
  ['us', 'uß', 2],
  ['is', 'iß', 2],
  ['s', '', 3],
  ['ß', 's', 1],
  ['isation', 'ize', 2],
  ['ization', 'ize', 2],
  ['ation', 'ate', 3],
  ['ition', 'it', 3],
  ['ional', 'ion', 3],
  ['ing', '', 3],
  ['ied', 'y', 2],
  ['ed', '', 3],
  ['ise', 'ize', 2],
  ['ly', '', 4],
  ['bb', 'b', 1],
  ['gg', 'g', 1],
  ['mm', 'm', 1],
  ['nn', 'n', 1],
  ['pp', 'p', 1],
  ['rr', 'r', 1],
  ['tt', 't', 1],
];
