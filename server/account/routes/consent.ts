import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';
import { categoriesFrom } from '#domain/account/consent.ts';
import { Refusal } from '#domain/ground/errors.ts';
import { consentBody, consentReply } from '#domain/account/wire/accounts.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import { recordConsent } from '../store/consents.ts';

/** Route for the choice about cookies, also of guests. */
export function consentRoutes(app: FastifyInstance, { db }: Deps): void {
  app
    .withTypeProvider<TypeBoxTypeProvider>()
    .put(
      '/auth/banner/cookies',
      { schema: { body: consentBody, response: { 200: consentReply } } },
      async ({ body, ip }) => {
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
      },
    );
}
