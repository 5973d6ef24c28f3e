import { limits } from './limits.ts';

/** The password as it is judged and hashed: devices send the same letter as one sign, or as a letter and its marks. */
export function normalPassword(typed: string): string {
  return typed.normalize('NFC');
}

/** A sign counts as one, whatever it takes in memory. */
const lengthOf = (password: string): number => Array.from(password).length;

/**
 * What a new password must have, in the order a form tells it; codes are keys of account.json. In every script:
 * see docs/decisions/0047 for those that have no upper and lower case.
 */
const passwordRules = [
  { code: 'minLength', holds: (password: string) => lengthOf(password) >= limits.passwordMinChars },
  { code: 'maxLength', holds: (password: string) => lengthOf(password) <= limits.passwordMaxChars },
  { code: 'upper', holds: (password: string) => /\p{Lu}/u.test(password) },
  { code: 'lower', holds: (password: string) => /\p{Ll}/u.test(password) },
  { code: 'digit', holds: (password: string) => /\p{Nd}/u.test(password) },
  { code: 'special', holds: (password: string) => /[^\p{L}\p{M}\p{N}\p{C}]/u.test(password) },
] as const;

export type PasswordRule = (typeof passwordRules)[number]['code'];

/** The rules a password breaks; none when it may be chosen, unless it is one of the commonest, which only the server knows. */
export function rulesBrokenBy(typed: string): PasswordRule[] {
  const password = normalPassword(typed);
  return passwordRules.filter(({ holds }) => !holds(password)).map(({ code }) => code);
}
