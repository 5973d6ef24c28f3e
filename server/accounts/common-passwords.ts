import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Signs and digits, each with the letter it is written for. */
const written: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  // The digit stands for both, so both are one letter here.
  l: 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};

/** The commonest passwords, of common-passwords.txt: what is left of each without its ornaments. */
const cores = new Set(
  readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => plain(line.replace(/^[^a-z]+|[^a-z]+$/gi, '')))
    .filter(hasWord),
);

/**
 * Whether a password is one of the commonest with ornaments, which would be guessed among the first: upper case, digits
 * and signs before and behind, signs in place of letters. No common password obeys our rules without them.
 */
export function isCommonPassword(password: string): boolean {
  const first = password.search(/[a-z]/i);
  const last = password.search(/[a-z][^a-z]*$/i);
  if (first < 0) return false;
  // A sign at either end may stand for a letter (`@dmin`, `princes$`) or be an ornament: each end is tried.
  const starts = Array.from({ length: first + 1 }, (_, start) => start);
  const ends = Array.from({ length: password.length - last }, (_, more) => last + 1 + more);
  const letters = plain(password);
  return starts.some((start) => ends.some((end) => cores.has(letters.slice(start, end))));
}

/** A text with its letters as they are meant, one for one, so that places in it stay what they are. */
function plain(text: string): string {
  return text
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    .replace(/[@431l0$57]/g, (sign) => written[sign] ?? sign);
}

/** Fewer letters than a word are in many good passwords by chance. */
function hasWord(core: string): boolean {
  return core.replace(/[^a-z]/g, '').length >= 4;
}
