import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A language that nobody speaks, for tests alone: English with accents and 40 % longer words, from left to right or from
 * right to left. It takes the place of Korean in a copy of a build.
 */

export const replacedLanguage = 'ko';

/** Puts the pseudo language into the build in this folder. */
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

/** Takes a text, or texts in objects and lists; gives the same, accented and longer word by word, placeholders as they are. */
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

/** Short words grow more, as they do in other languages. */
function longer(text: string): string {
  return text.replaceAll(/[A-Za-z]+/g, (word) => {
    const more = 'ô'.repeat(Math.ceil(word.length * 0.4));
    return word.replaceAll(/./g, (letter) => accents[letter] ?? letter) + more;
  });
}
