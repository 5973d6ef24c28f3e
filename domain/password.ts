import { limits } from './limits.ts';

/** What a new password must have, in the order a form tells it; codes are keys of account.json. */
const passwordRules = [
  { code: 'minLength', holds: (password: string) => password.length >= limits.passwordMinChars },
  { code: 'maxLength', holds: (password: string) => password.length <= limits.passwordMaxChars },
  { code: 'upper', holds: (password: string) => /[A-Z]/.test(password) },
  { code: 'lower', holds: (password: string) => /[a-z]/.test(password) },
  { code: 'digit', holds: (password: string) => /[0-9]/.test(password) },
  { code: 'special', holds: (password: string) => /[^\p{L}\p{N}\p{C}]/u.test(password) },
] as const;

export type PasswordRule = (typeof passwordRules)[number]['code'];

/** The rules a password breaks; none when it may be chosen, unless it is one of the commonest, which only the server knows. */
export function rulesBrokenBy(password: string): PasswordRule[] {
  return passwordRules.filter(({ holds }) => !holds(password)).map(({ code }) => code);
}
