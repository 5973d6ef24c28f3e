import type { Api } from './http.ts';

/** A message of the contact form. */
export interface ContactLetter {
  name: string;
  email: string;
  company?: string;
  message: string;
}

/** Sends a message of the contact form. @param key idempotency key: sent again, the message arrives once */
export async function contactUs(api: Api, key: string, letter: ContactLetter): Promise<void> {
  await api.json({ path: '/subscriptions/contact_us', body: letter, headers: { 'idempotency-key': key } });
}
