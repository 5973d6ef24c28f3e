import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '#domain/errors.ts';
import { meReply } from '#domain/protocol/rest.ts';
import type { Deps } from '../deps.ts';
import { meOf } from '../store/people.ts';

/** What a person may know of people; so far, of themselves. */
export function userRoutes(app: FastifyInstance, { db }: Deps): void {
  app
    .withTypeProvider<TypeBoxTypeProvider>()
    .get('/users/me', { schema: { response: { 200: meReply } } }, async (request) => {
      const me = await meOf(db, request.session.person.id);
      if (me === undefined) throw new Refusal('UNAUTHORIZED');
      return me;
    });
}
