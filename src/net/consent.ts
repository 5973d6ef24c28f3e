import type { Consent } from '#domain/consent.ts';
import type { Api } from './http.ts';

/** Records a choice about cookies with the server; a repeat replaces what was recorded under its id. */
export async function putConsent(api: Api, { id, categories, language }: Consent): Promise<void> {
  await api.json({
    method: 'PUT',
    path: '/auth/banner/cookies',
    body: { consent_id: id, categories: JSON.stringify(categories), language },
  });
}
