const passwordMinChars = 8;
const passwordMaxChars = 128;

/**
 * Returns the NFC form of a password, in which it is checked and hashed: devices send the same letter either as one
 * character or as a base letter with combining marks.
 */
export function normalPassword(typed: string): string {
  return typed.normalize('NFC');
}

/** Length in code points. */
const lengthOf = (password: string): number => Array.from(password).length;

/**
 * Rules for a new password, in the order in which a form lists them; codes are keys of account.json. They apply to
 * every script. A letter without case, such as a Korean one, counts as neither upper nor lower.
 */
const passwordRules = [
  { code: 'minLength', holds: (password: string) => lengthOf(password) >= passwordMinChars },
  { code: 'maxLength', holds: (password: string) => lengthOf(password) <= passwordMaxChars },
  { code: 'upper', holds: (password: string) => /\p{Lu}/u.test(password) },
  { code: 'lower', holds: (password: string) => /\p{Ll}/u.test(password) },
  { code: 'digit', holds: (password: string) => /\p{Nd}/u.test(password) },
  { code: 'special', holds: (password: string) => /[^\p{L}\p{M}\p{N}\p{C}]/u.test(password) },
] as const;

export type PasswordRule = (typeof passwordRules)[number]['code'];

/** Returns the rules that a password breaks. The list of the most common passwords is checked by the server only. */
export function rulesBrokenBy(typed: string): PasswordRule[] {
  const password = normalPassword(typed);
  return passwordRules.filter(({ holds }) => !holds(password)).map(({ code }) => code);
}
