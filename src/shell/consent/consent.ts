import type { Consent } from '#domain/account/consent.ts';
import type { Api } from '../../net/http.ts';
import { call } from '../../net/call.ts';

/** Stores a choice about cookies on the server. A repeat replaces the one with the same id. */
export async function putConsent(api: Api, { id, categories, language }: Consent): Promise<void> {
  const body = { consent_id: id, categories: JSON.stringify(categories), language };
  await call(api, 'PUT /auth/banner/cookies', { body });
}
