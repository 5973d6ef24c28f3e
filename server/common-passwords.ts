import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The commonest passwords, of seed/common-passwords.txt, commonest first. */
const common = new Set(
  readFileSync(join(import.meta.dirname, 'seed/common-passwords.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#')),
);

/** Whether so many people have this password that it would be guessed first, in whatever case. */
export function isCommonPassword(password: string): boolean {
  return common.has(password.toLowerCase());
}
