import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A pseudo-locale for tests: English with accents and 40 % longer words, left to right or right to left. It replaces
 * Korean in a copy of a build.
 */

export const replacedLanguage = 'ko';

/** Installs the pseudo-locale in the build in this folder. */
export function speakPseudo(served: string, direction: 'ltr' | 'rtl'): void {
  const [from, to] = ['en', replacedLanguage].map((code) => join(served, 'locales', code));
  if (from === undefined || to === undefined) return;
  for (const name of readdirSync(from).filter((each) => each.endsWith('.json'))) {
    const texts: unknown = JSON.parse(readFileSync(join(from, name), 'utf8'));
    const changed = name === 'common.json' ? { ...(pseudoOf(texts) as object), direction } : pseudoOf(texts);
    writeFileSync(join(to, name), JSON.stringify(changed));
    for (const ending of ['br', 'gz']) rmSync(join(to, `${name}.${ending}`), { force: true });
  }
}

/** Accents and lengthens a text, or all texts in objects and lists, word by word; placeholders stay. */
export function pseudoOf(value: unknown): unknown {
  if (typeof value === 'string')
    return value
      .split(/(\{\{[^}]+\}\}|<\/?\d+>)/)
      .map((part, i) => (i % 2 === 1 ? part : longer(part)))
      .join('');
  if (Array.isArray(value)) return value.map(pseudoOf);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, pseudoOf(part)]));
  return value;
}

const accents: Record<string, string> = {
  a: 'á',
  e: 'é',
  i: 'í',
  o: 'ó',
  u: 'ú',
  A: 'Á',
  E: 'É',
  I: 'Í',
  O: 'Ó',
  U: 'Ú',
  n: 'ñ',
  c: 'ç',
};

/** Short words become relatively longer, as in other languages. */
function longer(text: string): string {
  return text.replaceAll(/[A-Za-z]+/g, (word) => {
    const more = 'ô'.repeat(Math.ceil(word.length * 0.4));
    return word.replaceAll(/./g, (letter) => accents[letter] ?? letter) + more;
  });
}
