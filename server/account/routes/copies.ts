import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '#domain/ground/errors.ts';
import { copiesReply } from '#domain/spine/wire/own.ts';
import { bytesOf } from '#domain/ground/wire/parts.ts';
import { idParams } from '#domain/spine/wire/rest.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import { sendDownload } from '../../files/download.ts';
import { askForCopy, copyPath } from '../jobs/copies.ts';
import { keyed } from '../../spine/routes/keyed-writes.ts';
import { beginCopy, copiesOf, readyCopy } from '../store/copies.ts';
import { spendToday } from '../../session/quotas.ts';
import type { Db, Tx } from '../../database/db.ts';

/** Routes for copies of the user's own data: requested here, made by a job, downloaded here by their owner only. */
export function copyRoutes(app: FastifyInstance, { db, config }: Deps): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();
  const listed = async (from: Db | Tx, userId: string) => ({
    items: (await copiesOf(from, userId)).map((copy) => ({
      ...copy,
      url: copy.state === 'ready' ? `${app.prefix}/users/me/copies/${copy.id}` : null,
    })),
  });

  routes.get('/users/me/copies', { schema: { response: { 200: copiesReply } } }, ({ session }) =>
    listed(db, session.user.id),
  );
  // While one is being made, the reply is that one.
  routes.post(
    '/users/me/copies',
    { config: keyed, schema: { response: { 202: copiesReply } } },
    async ({ tx, session: { user } }, reply) => {
      const id = randomUUID();
      if (await beginCopy(tx, user.id, id)) {
        await spendToday(tx, user, 'copiesPerDay', config.quotaFactor);
        await askForCopy(tx, id);
      }
      reply.code(202);
      return await listed(tx, user.id);
    },
  );
  routes.get(
    '/users/me/copies/:id',
    { schema: { params: idParams, response: { 200: bytesOf('application/zip') } } },
    async ({ session, params: { id } }, reply) => {
      const size = await readyCopy(db, session.user.id, id);
      if (size === undefined) throw new Refusal('NOT_FOUND');
      const path = basename(copyPath(config.filesDir, id));
      return sendDownload(reply, config.filesDir, { name: 'my-data.zip', mime: 'application/zip', size, path });
    },
  );
}
