import type { TFunction } from 'i18next';
import { isEmail, normalEmail } from '#domain/account/contact.ts';

/** Returns the problems of the sign-in form by field, as keys of account.json. */
export function problemsOfLogin(form: { email: string; password: string }): { email?: string; password?: string } {
  const problems: { email?: string; password?: string } = {};
  if (form.email.trim() === '') problems.email = 'problem.required';
  else if (!isEmail(normalEmail(form.email))) problems.email = 'problem.email';
  if (form.password === '') problems.password = 'problem.required';
  return problems;
}

const failures: Partial<Record<string, string>> = {
  NotAuthorizedException: 'login.wrong',
  DEACTIVATED: 'login.closed',
  UNREACHABLE: 'login.unreachable',
  UNAVAILABLE: 'failure.later',
};

/** Words why a sign-in failed. The server's message is for programs, so it is not shown for another code either. */
export function textOfFailedLogin(t: TFunction<'account'>, code: string, details?: unknown): string {
  const { triesLeft } = (details ?? {}) as { triesLeft?: unknown };
  if (failures[code] === 'login.wrong' && triesLeft === 1) return t('login.wrongOnceMore');
  return t(failures[code] ?? 'login.refused', { code });
}
