import type { Consent } from '#domain/account/consent.ts';
import type { Api } from '../../net/http.ts';

/** Stores a choice about cookies on the server. A repeat replaces the one with the same id. */
export async function putConsent(api: Api, { id, categories, language }: Consent): Promise<void> {
  await api.json({
    method: 'PUT',
    path: '/auth/banner/cookies',
    body: { consent_id: id, categories: JSON.stringify(categories), language },
  });
}
