import { isEmail, normalEmail } from '#domain/contact.ts';
import type { ContactMessage } from '../../../net/contact.ts';

/** The fields of the contact form as a table: how they are typed, and when they fit. */

const contactFields = ['name', 'email', 'company', 'message'] as const;
export type ContactField = (typeof contactFields)[number];
export type ContactValues = Record<ContactField, string>;

export const nothingTyped: ContactValues = { name: '', email: '', company: '', message: '' };

/** As many characters as the server takes. */
export const mostChars: Record<ContactField, number> = {
  name: 100,
  email: 254,
  company: 200,
  message: 5000,
};

/** What does not fit, by field, as keys of public.json under `contact.problem`. */
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

/** The letter as it is sent. */
export function letterOf({ name, email, company, message }: ContactValues): ContactMessage {
  const about = company.trim() === '' ? {} : { company: company.trim() };
  return { name: name.trim(), email: email.trim(), message: message.trim(), ...about };
}
