import { isEmail, normalEmail } from '#domain/contact.ts';

/** Returns the problems of the sign-in form by field, as keys of account.json. */
export function problemsOfLogin(form: { email: string; password: string }): { email?: string; password?: string } {
  const problems: { email?: string; password?: string } = {};
  if (form.email.trim() === '') problems.email = 'problem.required';
  else if (!isEmail(normalEmail(form.email))) problems.email = 'problem.email';
  if (form.password === '') problems.password = 'problem.required';
  return problems;
}
