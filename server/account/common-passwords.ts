import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Symbols and digits that stand for letters. */
const written: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  // The digit 1 stands for both, so both are the same letter here.
  l: 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};

/** The most common passwords, from common-passwords.txt, without decoration. */
const cores = new Set(
  readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => plain(line.replace(/^[^a-z]+|[^a-z]+$/gi, '')))
    .filter(hasWord),
);

/**
 * Whether a password is a common one with decoration, which attackers try first: upper case, digits and symbols before
 * and after it, symbols instead of letters. Without decoration no common password satisfies our rules.
 */
export function isCommonPassword(password: string): boolean {
  const first = password.search(/[a-z]/i);
  const last = password.search(/[a-z][^a-z]*$/i);
  if (first < 0) return false;
  // A symbol at either end may be a letter (`@dmin`, `princes$`) or decoration, so both are tried.
  const starts = Array.from({ length: first + 1 }, (_, start) => start);
  const ends = Array.from({ length: password.length - last }, (_, more) => last + 1 + more);
  const letters = plain(password);
  return starts.some((start) => ends.some((end) => cores.has(letters.slice(start, end))));
}

/** Replaces symbols by letters one for one, so that indexes stay valid. */
function plain(text: string): string {
  return text
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    .replace(/[@431l0$57]/g, (sign) => written[sign] ?? sign);
}

/** Whether enough letters are left: short sequences occur by chance in good passwords. */
function hasWord(core: string): boolean {
  return core.replace(/[^a-z]/g, '').length >= 4;
}
