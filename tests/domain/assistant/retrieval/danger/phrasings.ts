import { readFileSync } from 'node:fs';

/** Returns the texts of a file in this folder, one a line. */
export function phrasingsOf(file: 'happening' | 'deeds' | 'harmless'): string[] {
  return readFileSync(new URL(`${file}.txt`, import.meta.url), 'utf8')
    .trim()
    .split('\n');
}
