import { readFileSync } from 'node:fs';

const lists = new URL('../../../../../scripts/retrieval/danger-lists/rules/', import.meta.url);

/** Returns the messages of a list, one a line. */
export function phrasingsOf(file: 'reports' | 'requests' | 'harmless'): string[] {
  return readFileSync(new URL(`${file}.txt`, lists), 'utf8')
    .trim()
    .split('\n');
}
