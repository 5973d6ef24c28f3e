import type { Api } from '../../../net/http.ts';

/** A message of the contact form. */
export interface ContactMessage {
  name: string;
  email: string;
  company?: string;
  message: string;
}

/** Sends a message of the contact form. @param key idempotency key: sent again, the message arrives once */
export async function contactUs(api: Api, key: string, letter: ContactMessage): Promise<void> {
  await api.json({ path: '/subscriptions/contact_us', body: letter, headers: { 'idempotency-key': key } });
}
