import type { FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';
import { categoriesFrom } from '#domain/account/consent.ts';
import { Refusal } from '#domain/ground/errors.ts';
import { routesOfAccounts } from '#domain/account/wire/accounts.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import { recordConsent } from '../store/consents.ts';
import { serving } from '../../http/serve-routes.ts';

/** Route for the choice about cookies, also of guests. */
export function consentRoutes(app: FastifyInstance, { db }: Deps): void {
  serving(app, routesOfAccounts)('PUT /auth/banner/cookies', async ({ body, ip }) => {
    const categories = categoriesFrom(body.categories);
    if (categories === undefined) throw new Refusal('VALIDATION', [{ path: 'categories', code: 'enum' }]);
    const { consent_id: id = randomUUID(), language = 'en' } = body;
    const expiresAt = await recordConsent(db, { id, categories, language }, ip);
    return {
      consent_id: id,
      categories: JSON.stringify(categories),
      language,
      expires_at: expiresAt.toISOString(),
    };
  });
}
