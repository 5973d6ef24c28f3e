import type { ContactBody } from '#domain/payment/wire/payments.ts';
import { isEmail, normalEmail } from '#domain/account/contact.ts';

/** Fields of the contact form, with their limits and checks. */

const contactFields = ['name', 'email', 'company', 'message'] as const;
export type ContactField = (typeof contactFields)[number];
export type ContactValues = Record<ContactField, string>;

export const nothingTyped: ContactValues = { name: '', email: '', company: '', message: '' };

/** Maximum number of characters by field, as on the server. */
export const mostChars: Record<ContactField, number> = {
  name: 100,
  email: 254,
  company: 200,
  message: 5000,
};

/** Returns the problems by field, as keys of public.json under `contact.problem`. */
export function contactProblems(values: ContactValues): Partial<Record<ContactField, 'required' | 'email' | 'long'>> {
  const problems: ReturnType<typeof contactProblems> = {};
  for (const field of contactFields) {
    const value = values[field].trim();
    if (value === '' && field !== 'company') problems[field] = 'required';
    else if (value.length > mostChars[field]) problems[field] = 'long';
    else if (field === 'email' && !isEmail(normalEmail(value))) problems[field] = 'email';
  }
  return problems;
}

/** Returns the message to send: trimmed, without an empty company. */
export function contactMessageOf({ name, email, company, message }: ContactValues): ContactBody {
  const about = company.trim() === '' ? {} : { company: company.trim() };
  return { name: name.trim(), email: email.trim(), message: message.trim(), ...about };
}
