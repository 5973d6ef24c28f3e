/** Takes plain lower-case words; gives them with every known way of saying a thing put as one word. The longest match wins. */
export function canonicalWords(words: readonly string[]): string[] {
  const out: string[] = [];
  for (let at = 0; at < words.length;) {
    let taken = 1;
    let word = words[at] ?? '';
    for (let length = Math.min(longest, words.length - at); length >= 1; length--) {
      const found = canonical.get(words.slice(at, at + length).join(' '));
      if (found === undefined) continue;
      word = found;
      taken = length;
      break;
    }
    out.push(...word.split(' '));
    at += taken;
  }
  return out;
}

/** Each row: the word that stands for all of them, and the other ways it is written or said. Compared before stemming. */
export const synonyms: [string, string[]][] = [
  ['lfp', ['lifepo4', 'lithium iron phosphate', 'iron phosphate', 'li fe po4']],
];

const canonical = new Map<string, string>();
for (const [word, forms] of synonyms) for (const form of forms) canonical.set(form, word);
const longest = Math.max(...[...canonical.keys()].map((form) => form.split(' ').length));
